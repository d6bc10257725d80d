#if MockServer
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import Testing

    /// Tests of pages behind a recorded `Link`: they come from the recording and stay on this server.
    @Suite struct RecordedLinksTests {
        private static let api = #"""
            {"name": "Things", "baseURL": "https://things.example/v1/", "authorization": {"parameter": "token"}, "version": {"parameter": "v", "value": "5"}}
            """#
        private static let methods = #"""
            {"methods": [{"name": "list", "verb": "GET", "path": "things", "pages": "link", "response": {"type": "array", "items": {"type": "integer"}}}]}
            """#
        private static let recording = #"""
            [{"method": "list", "arguments": {}, "status": 200, "text": "[901]",
              "headers": {"Link": "<https://things.example/v1/other/1?page=2&token=%3Csecret%3E>; rel=next"}},
             {"method": "list", "arguments": {"linked address": "/v1/other/1?page=2&v=5"}, "status": 200, "text": "[902]",
              "headers": {"Link": "</v1/things?page=3>; rel=next"}},
             {"method": "list", "arguments": {"linked address": "/v1/things?page=3"}, "status": 200, "text": "[903]", "headers": {}}]
            """#

        /// The same, with the addresses in the responses.
        private static let addressed = #"""
            [{"method": "list", "arguments": {}, "status": 200, "headers": {},
              "text": "{\"items\":[901],\"next\":\"https://things.example/v1/other/1?page=2&token=<secret>\"}"},
             {"method": "list", "arguments": {"linked address": "/v1/other/1?page=2&v=5"}, "status": 200, "headers": {},
              "text": "{\"items\":[902],\"next\":\"https:\\/\\/things.example\\/v1\\/things?page=3\"}"},
             {"method": "list", "arguments": {"linked address": "/v1/things?page=3"}, "status": 200, "headers": {}, "text": "{\"items\":[903]}"}]
            """#

        struct Things: APIEngine.Model, APIEngine.Page {
            var items: [Int] = []
            var next: String?
            init(_: APIEngine.Blank) {}
            static let _fields = APIEngine.FieldTable("!items,?next")
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
                switch index {
                case 0: cursor.array(&items)
                case 1: cursor.stringIfPresent(&next)
                default: break
                }
            }
            var _items: [Int] { items }
            var _next: APIEngine.ArgumentValue? { next?._argument }
        }

        @Test("Recorded pages follow links in header fields and addresses in responses")
        func recordedPages() async throws {
            try await expectAll([Int].self, .by(.link), Self.methods, Self.recording)
            let record =
                #"{"properties": {"items": {"type": "array", "items": {"type": "integer"}}, "next": {"type": ["string", "null"]}}}"#
            let methods =
                #"{"methods": [{"name": "list", "verb": "GET", "path": "things", "pages": {"link": "next"}, "response": \#(record)}]}"#
            try await expectAll(Things.self, .by(.address), methods, Self.addressed)
        }

        private func expectAll<Page: APIEngine.Page>(
            _: Page.Type, _ pages: APIEngine.Paging, _ methods: String, _ recording: String
        )
            async throws
        where Page._Item == Int {
            let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-links-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, text) in [
                ("schema/api.json", Self.api), ("schema/methods.json", methods), ("recordings/list.json", recording),
            ] {
                let file = folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            let server = try await MockServer.start(
                schemas: folder.appending(path: "schema"), recordings: folder.appending(path: "recordings"))
            let api = APIDescription(
                name: "Things", baseURL: server.baseURL, version: ("v", "5"), authorization: .parameter("token"))
            let client = Client(api, account: .test)
            var things: [Int] = []
            let request = Request<Page>(
                Call(client, .init("list", .get, "things", parameters: .query, reads: true, pages: pages)))
            for try await thing in request.items { things.append(thing) }
            #expect(things == [901, 902, 903])
            #expect(server.calls.map(\.method) == ["list", "list", "list"])
        }
    }
#endif
