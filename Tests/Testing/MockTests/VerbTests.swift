#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import Testing

    /// A test of the mock server with methods of one path and every verb.
    @Suite struct VerbTests {
        @Test("Methods of one path are told apart by their verbs")
        func everyVerb() async throws {
            let schema = Checkout.goldenCases.appending(path: "Code/verbs/schema")
            let server = try await MockServer.start(schemas: schema)
            let api = APIDescription(name: "Verbs", baseURL: "https://api.example.com/", parameters: .query)
            let client = Client(api, configuration: .mock(server))
            // URLSession cannot send a CONNECT.
            let verbs = HTTPRequest.Verb.allCases.filter { $0 != .connect }
            for verb in verbs {
                var call = Call(client, .init("things", verb, "things/{id}"))
                call.add("id", 7, .path)
                _ = try await Request<NoContent>(call).send()
            }
            #expect(server.calls.map(\.method) == verbs.map { "things.\($0.rawValue.lowercased())One" })
        }
    }
#endif
