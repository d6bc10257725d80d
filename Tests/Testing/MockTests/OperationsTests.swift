#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalOperations
    import MethodicalTesting
    import Testing

    /// Tests of operations on the mock server: each runs at the first poll, and has ended at the second one.
    @Suite struct MockOperationsTests {
        private static let folder = Checkout.roundTripSchemas

        private func client(of server: MockServer, _ name: String = "Jobs") -> Client {
            Client(
                APIDescription(name: name, baseURL: "https://api.example.com/", parameters: .body),
                configuration: .mock(server))
        }

        @Test func byAMethod() async throws {
            let server = try await MockServer.start(schemas: Self.folder.appending(path: "Operations"))
            var call = Call(client(of: server), .init("videos.generate", .post, "v1/p/models/veo:predictLongRunning"))
            call.add("prompt", "a cat")
            let poll = Call(client(of: server), .init("operations.get", .get, "v1/p/{operation}", parameters: .query))
            let request = OperationRequest<[URLString]>(
                call, method: poll, taking: [("operation", "name", .path)], state: "done", result: "response.videos",
                error: "error", progress: "metadata.progressPercent")
            let running = request.start()
            var values: [Double] = []
            for await progress in running.progress { values.append(progress.value ?? -1) }
            #expect(try await !running.value.isEmpty)
            #expect(values.last == 100)
            #expect(server.calls.map(\.method) == ["videos.generate", "operations.get", "operations.get"])
        }

        @Test func theOperationIsTheResult() async throws {
            let server = try await MockServer.start(schemas: Self.folder.appending(path: "Operations"))
            var call = Call(client(of: server), .init("transcripts.create", .post, "v2/transcript"))
            call.add("audio_url", "https://x.example/a.mp3")
            let poll = Call(client(of: server), .init("transcripts.get", .get, "v2/transcript/{transcript_id}"))
            let transcript = try await OperationRequest<JSON>(
                call, method: poll, taking: [("transcript_id", "id", .path)], state: "status", done: ["completed"],
                failed: ["error"], error: "error"
            ).send()
            #expect(transcript["status"] == "completed" && transcript["error"] == nil)
            #expect(server.calls.count == 3)
        }

        @Test func byAnAddress() async throws {
            let server = try await MockServer.start(schemas: Self.folder.appending(path: "Operations"))
            var call = Call(client(of: server), .init("predictions.create", .post, "v1/predictions"))
            call.add("version", "v1")
            let prediction = try await OperationRequest<JSON>(
                call, url: "urls.get", state: "status", done: ["succeeded"], failed: ["failed", "canceled"]
            ).send()
            #expect(prediction["status"] == "succeeded")
            let map = try await OperationRequest<JSON>(
                Call(client(of: server), .init("maps.upload", .post, "mapData?name=n")), state: "status",
                done: ["Succeeded"], result: "result"
            ).send()
            #expect(map["udid"]?.stringValue != nil)
            let numbers = try await OperationRequest<[Int]>(
                Call(client(of: server), .init("exports.create", .post, "exports"))
            ).send()
            #expect(!numbers.isEmpty)
            let nothing: Void = try await OperationRequest<NoContent>(
                Call(client(of: server), .init("exports.delete", .delete, "exports", parameters: .query))
            ).send()
            #expect(nothing == ())
        }

        /// A response that a test sets is the result of the operation, and a failure that of its start.
        @Test func responsesOfTheTest() async throws {
            let server = try await MockServer.start(schemas: Self.folder.appending(path: "Operations"))
            let request = OperationRequest<[Int]>(
                Call(client(of: server), .init("exports.create", .post, "exports")))
            server.on("exports.create") { _ in [7] }
            #expect(try await request.send() == [7])
            server.fail("exports.create", code: 7, "no", status: 400)
            await #expect(throws: APIError.self) { try await request.send() }
        }

        /// A recording keeps the addresses of operations, and of all polls the last one.
        @Test func recordedAndReplayed() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "operations-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try await MockServer.start(schemas: Self.folder.appending(path: "Operations"))
            func export(_ transport: any Transport) async throws -> [Int] {
                let client = Client(
                    APIDescription(name: "Jobs", baseURL: "https://api.example.com/"), transport: transport,
                    configuration: .mock(server))
                return try await OperationRequest<[Int]>(
                    Call(client, .init("exports.create", .post, "exports"))
                ).send()
            }
            let numbers = try await export(RecordingTransport(URLSessionTransport(), in: folder))
            let calls = server.calls.count
            #expect(try await export(ReplayTransport(folder)) == numbers)
            #expect(server.calls.count == calls)
        }

        struct Page: APIEngine.Model, APIEngine.Page {
            var items: [JSON] = []
            var next: JSON?
            var more: JSON?
            init(_: APIEngine.Blank) {}
            static let _fields = APIEngine.FieldTable(
                "results,entries,query/pages,records,continue,cursor,next,total_pages,has_more")
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
                switch index {
                case 0...3: cursor.array(&items)
                case 4...6: cursor.valueIfPresent(&next)
                case 7...8: cursor.valueIfPresent(&more)
                default: break
                }
            }
            var _items: [JSON] { items }
            var _total: APIEngine.ArgumentValue? { more?.intValue.map { .integer($0) } }
            var _more: APIEngine.ArgumentValue? { more?.boolValue.map { .flag($0) } }
            var _next: APIEngine.ArgumentValue? {
                if let name = next?["name"] { return .cursors([name._argument, next?["type"]?._argument]) }
                return next?.objectValue?.isEmpty == true ? nil : next?._argument
            }
        }

        @Test func pagesThatContinueInOtherWays() async throws {
            let server = try await MockServer.start(schemas: Self.folder.appending(path: "Continued"), items: 45)
            let client = client(of: server, "Listing")
            let folder = APIEngine.Method(
                "files.listFolderContinue", .post, "2/files/list_folder/continue", parameters: .body)
            let methods: [APIEngine.Method] = [
                .init("movies.search", .get, "3/search/movie", pages: .by(.number("page", totalsPages: true))),
                .init(
                    "files.listFolder", .post, "2/files/list_folder", pages: .by(.cursor("cursor"), continuing: folder)),
                .init("pages.query", .get, "w/api.php", parameters: .query, pages: .by(.cursors([]))),
                .init(
                    "records.list", .get, "records", parameters: .query,
                    pages: .by(.cursors(["startName", "startType"]))),
            ]
            for method in methods {
                var call = Call(client, method)
                switch method.name {
                case "movies.search": call.add("query", "a", .query)
                case "files.listFolder":
                    call.add("path", "a")
                    call.add("limit", 20)
                case "pages.query":
                    call.add("generator", "a")
                    call.add("action", "query")
                default: break
                }
                var count = 0
                var distinct: Set<JSON> = []
                for try await item in Request<Page>(call).items {
                    count += 1
                    distinct.insert(item)
                }
                #expect(count == 45 && distinct.count == 45, "\(method.name): \(count), \(distinct.count)")
            }
        }
    }
#endif
