import Testing

@testable import Methodical

/// Tests of the patterns that a `catch` may use for the errors of calls.
@Suite struct CatchTests {
    /// An error of the app that has a value with the name of a code.
    private struct Foreign: Error, Equatable {
        static let offline = Foreign()
    }

    /// Returns the name of the first pattern that matches, where Swift infers `any Error`.
    private func pattern(for error: any Error) -> String {
        do {
            throw error
        } catch VK.ErrorCode.accessDenied {
            return "access denied"
        } catch .server {
            return "another code of the server"
        } catch .offline {
            return "offline"
        } catch {
            return "another error"
        }
    }

    private func serverError(code: ServerError.Code) -> APIError {
        APIError(.server).with { $0.server = ServerError(code: code) }
    }

    @Test("A catch names the code of the API, the kind of failure, or both")
    func codesAreCaught() {
        #expect(pattern(for: serverError(code: 15)) == "access denied")
        #expect(pattern(for: serverError(code: "15")) == "access denied")
        #expect(pattern(for: serverError(code: 16)) == "another code of the server")
        #expect(pattern(for: APIError(.server)) == "another code of the server")
        #expect(pattern(for: APIError(.offline)) == "offline")
        #expect(pattern(for: APIError(.timedOut)) == "another error")
        #expect(pattern(for: Foreign()) == "another error")
    }

    @Test("The errors of an app keep their own patterns")
    func foreignPatterns() {
        let matches =
            switch Foreign() {
            case .offline: true
            default: false
            }
        #expect(matches)
    }

    @Test("A catch names a code where the type of the error is known")
    func typedErrorsAreCaught() {
        func call() throws(APIError) { throw APIError(.offline) }
        var caught = false
        do {
            try call()
        } catch .timedOut {
            Issue.record("The error is .offline.")
        } catch .offline {
            caught = true
        } catch {
            Issue.record(error)
        }
        #expect(caught)
    }
}
