import LoopbackServer
import Testing

@testable import Methodical

/// Tests of requests as values, and of errors as the documentation shows them.
@Suite struct RequestTests {
    @Test("Requests are equal if they have the same client, arguments, and options")
    func equality() {
        let vk = VK()
        let request = vk.users.get(userIDs: [1], fields: ["city"])
        #expect(request == vk.users.get(userIDs: [1], fields: ["city"]))
        #expect(request.hashValue == vk.users.get(userIDs: [1], fields: ["city"]).hashValue)
        #expect(request != vk.users.get(userIDs: [2], fields: ["city"]))
        #expect(request != VK().users.get(userIDs: [1], fields: ["city"]))
        #expect(request != request.timeout(.seconds(1)))
        #expect(request.timeout(.seconds(1)) == request.timeout(.milliseconds(1000)))
        #expect(Set([request, request, request.timeout(.seconds(2))]).count == 2)
    }

    @Test func copiesAreIndependent() {
        var call = Call(VK().client, Method("m"))
        call.add("a", 1)
        var copy = call
        copy.add("b", 2)
        #expect(call.description == "m(a: 1)")
        #expect(copy.description == "m(a: 1, b: 2)")
    }

    @Test("The description of a request shows its method, arguments, and timeout")
    func description() {
        let request = VK().users.get(userIDs: [1, 2], fields: ["a", "b"])
        #expect(request.description == "users.get(user_ids: 1,2, fields: a,b)")
        #expect(String(reflecting: request) == request.description)
        #expect(
            request.timeout(.seconds(10)).description == "users.get(user_ids: 1,2, fields: a,b, timeout 10.0 seconds)")
        #expect(VK().users.get().description == "users.get()")
        #expect(request.method == "users.get")
    }

    @Test func sentManyTimes() async throws {
        let server = try LoopbackServer(#"{"response":[{"id":1}]}"#)
        let request = VK(server).users.get(userIDs: [1]).caching(.networkOnly)
        for _ in 0..<3 { #expect(try await request.send() == [VK.User(id: 1)]) }
        #expect(Set(server.received.map(\.body)) == ["user_ids=1&v=5.199"])
        #expect(server.received.count == 3)
    }

    @Test("A call that needs a token is sent only with one that may be of the right kind")
    func needsToken() async throws {
        let server = try LoopbackServer(#"{"response":1}"#)
        let error = try await failure(VK(server).users.report(userID: 1))
        #expect(error.code == .notAuthorized && error.method == "users.report")
        #expect(error.message == "the method needs a token (user), and the account (anonymous) has none")
        let wrong = try await failure(VK(server, token: Token("token-1", kinds: .service)).users.report(userID: 1))
        #expect(wrong.code == .notAuthorized)
        #expect(wrong.message == "the method needs a token of another kind: user, not service")
        #expect(server.connections == 0)
        #expect(try await VK(server, token: Token("token-1", kinds: .user)).users.report(userID: 1).send() == 1)
        #expect(try await VK(server, token: Token("token-1")).users.report(userID: 1).send() == 1)
    }

    /// The `switch` of the documentation compiles and handles an error.
    @Test("A `switch` matches an error by its own code and by the code of the API")
    func switching() async throws {
        let server = try LoopbackServer(#"{"error":{"error_code":15,"error_msg":"no"}}"#)
        do {
            _ = try await VK(server).users.get().send()
            Issue.record("no error")
        } catch {
            switch error.code {
            case .server where error.server?.code == VK.ErrorCode.accessDenied: break
            case .offline, .cancelled, .timedOut, .notAuthorized, .rateLimited, .undecodable: Issue.record("\(error)")
            default: Issue.record("\(error)")
            }
            switch error.server?.code {
            case VK.ErrorCode.accessDenied: break
            default: Issue.record("\(error)")
            }
            #expect(error.server?.code != VK.ErrorCode(rawValue: 16))
            #expect(VK.ErrorCode.accessDenied == error.server?.code)
        }
    }

    @Test func codesAreOpen() {
        #expect(APIError.Code(rawValue: "server") == .server)
        #expect(APIError(APIError.Code(rawValue: "mine"), "why").description == "mine: why")
        #expect(ServerError.Code.text("15") == VK.ErrorCode.accessDenied)
        #expect(ServerError.Code?.none != VK.ErrorCode.accessDenied)
    }

    /// A task that sleeps for the longest duration can be cancelled. `updates()` sleeps for the lifetime of a response,
    /// which may be forever.
    @Test func aWaitWithoutEnd() async throws {
        let waiting = Task { try await TimeSource.system.sleep(.seconds(Int64.max)) }
        // Gives the task time to begin its sleep. If it needs longer, the test passes without testing the sleep.
        try await Task.sleep(for: .milliseconds(50))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("Header fields are read, replaced, added, and removed whatever the case of their names")
    func headers() {
        var headers: HTTPHeaders = ["Accept": "a", "X": "1"]
        headers["accept"] = "b"
        headers.add("x", "2")
        #expect(headers["ACCEPT"] == "b" && headers["X"] == "1" && headers["Y"] == nil)
        #expect(headers.fields.map(\.name) == ["X", "accept", "x"])
        headers["X"] = nil
        #expect(headers.fields.count == 1)
    }
}
