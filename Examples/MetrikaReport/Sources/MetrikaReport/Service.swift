import ArgumentParser
import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import MetrikaAPI

/// The options that choose the server.
struct Service: ParsableArguments {
    @Flag(help: "Call Metrica itself, as the signed-in user.")
    var live = false

    @Option(help: "Call this server instead, such as `methodical mock Schema/Metrika`.")
    var server: String?

    @Option(help: "Keep the responses in this folder, as recordings for tests.")
    var record: String?

    func validate() throws {
        if live, server != nil { throw ValidationError("--live and --server exclude each other.") }
    }

    func connected(_ body: (Connection) async throws -> Void) async throws {
        let network = URLSessionTransport()
        let transport: any Transport = record.map { RecordingTransport(network, in: URL(filePath: $0)) } ?? network
        do {
            if live {
                try await body(.live(transport))
            } else if let server {
                try await body(.test(at: server, transport))
            } else {
                try await MockServer.withInventedMetrika { server in
                    try await body(.test(at: server.baseURL, authorization: server.yandex, transport))
                }
            }
        } catch let error as APIError {
            throw Failure(description: error.advice)
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

extension APIError {
    /// The error with advice for the user.
    var advice: String {
        switch code {
        case .notAuthorized:
            "Metrica needs a signed-in user: sign in with `metrika-report sign-in --live --application ID`."
        case .server where server?.code == Metrika.ErrorCode.accessDenied: "This counter is not yours to see."
        case .server where server?.code == Metrika.ErrorCode.notFound: "There is no such counter."
        case .connection, .offline, .timedOut: "The server cannot be reached. \(self)"
        default: description
        }
    }
}
