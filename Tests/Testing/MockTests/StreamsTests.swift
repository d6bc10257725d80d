#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalStreams
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Tests of streams of the mock server: elements of its own, and those that a test sets.
    @Suite struct MockStreamsTests {
        private let server: MockServer

        init() async throws {
            server = try await MockServer.start(schemas: Checkout.roundTripSchemas.appending(path: "Streams"))
        }

        private func call(_ method: APIEngine.Method) -> Call {
            Call(
                Client(APIDescription(name: "S", baseURL: "https://s.example/"), configuration: .mock(server)), method)
        }

        /// Returns the text that a client without this package receives.
        private func text(_ path: String, _ headers: [String: String], _ body: Data? = nil) async throws -> (
            String, HTTPURLResponse
        ) {
            var request = URLRequest(url: try #require(URL(string: server.baseURL + path)))
            if body != nil { request.httpMethod = "POST" }
            request.httpBody = body
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            let (data, response) = try await URLSession.shared.data(for: request)
            return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
        }

        private var timeline: StreamRequest<JSON> {
            StreamRequest(call(.init("timeline.stream", .get, "api/v1/streaming")), .events).reconnecting(false)
        }

        private var reply: StreamRequest<JSON> {
            var call = call(.init("replies.create", .post, "replies", parameters: .body))
            call.add("prompt", "hi")
            return StreamRequest(call, .events, end: "[DONE]")
        }

        /// A loop over a stream that ends without its end mark throws an error.
        @Test func elementsOfItsOwn() async throws {
            var words: [String?] = []
            for try await element in reply { words.append(element["word"]?.stringValue) }
            #expect(words.count > 1 && !words.contains(nil), "\(words)")
            var ids: [Int?] = []
            for try await note in StreamRequest<JSON>(call(.init("timeline.export", .get, "export")), .lines) {
                ids.append(note["id"]?.intValue)
            }
            #expect(ids.count > 1 && !ids.contains(nil), "\(ids)")
        }

        @Test("A stream has an event of each kind after the last one received, and ends with a 204")
        func namedEvents() async throws {
            func names(after id: String) async throws -> [Substring] {
                let (text, _) = try await text("api/v1/streaming", ["Last-Event-ID": id])
                return text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { $0.dropFirst(7) }
            }
            #expect(try await names(after: "") == ["update", "delete", "ping"])
            #expect(try await names(after: "1") == ["delete", "ping"])
            #expect(try await text("api/v1/streaming", ["Last-Event-ID": "3"]).1.statusCode == 204)
        }

        @Test func elementsOfTheTest() async throws {
            server.on("replies.create") { call in [["word": .string(call.arguments["prompt"] ?? "")], ["word": "you"]] }
            var words: [JSON?] = []
            for try await element in reply { words.append(element["word"]) }
            #expect(words == ["hi", "you"])
            server.on("timeline.stream", [["delete": "8"], ["update": ["id": 9]]])
            var events: [String: JSON] = [:]
            for try await event in timeline.events { events[event.name] = event.value }
            #expect(events == ["delete": 8, "update": ["id": 9]])
            server.fail("timeline.stream", code: 7, "no", status: 400)
            await #expect(throws: APIError.self) { for try await event in timeline { Issue.record("\(event)") } }
        }

        @Test("Values that a test sets are sent as the text of an event stream, with its end mark")
        func asText() async throws {
            server.on("replies.create", [["word": "a"]])
            let (text, response) = try await text(
                "replies", ["Content-Type": "application/json"], Data(#"{"prompt": "hi"}"#.utf8))
            #expect(text == "id: 1\ndata: {\"word\":\"a\"}\n\ndata: [DONE]\n\n")
            #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/event-stream")
        }
    }
#endif
