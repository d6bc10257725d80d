#if MockServer
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalStreams
    import Testing

    /// Tests of features that the bundled APIs do not use.
    @Suite struct SmallSchemaTests {
        struct Log: APIEngine.Model, APIEngine.PageItem {
            var id = 0
            init(_: APIEngine.Blank) {}
            static let _fields = APIEngine.FieldTable("!id")
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { cursor.int(&id) }
            var _identity: [APIEngine.ArgumentValue?] { [id._argument] }
        }

        struct Logs: APIEngine.Model, APIEngine.Page {
            var data: [Log] = []
            init(_: APIEngine.Blank) {}
            static let _fields = APIEngine.FieldTable("!data")
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { cursor.array(&data) }
            var _items: [Log] { data }
            var _next: APIEngine.ArgumentValue? { data.last?.id._argument }
        }

        @Test func byTheLastItemOfAListInARecord() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder, items: 45)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            let pages = APIEngine.Paging.by(.cursor("after"), size: "limit", most: 20)
            var ids: [Int] = []
            for try await log in Request<Logs>(
                Call(client, .init("logs.after", .get, "after", reads: true, pages: pages))
            ).items {
                ids.append(log.id)
            }
            #expect(ids.count == 45 && ids == ids.sorted(by: >))
            #expect(server.calls.count == 4)
        }

        struct Tracks: APIEngine.Model, APIEngine.Page {
            var items: [Int] = []
            var more: Bool?
            var links: JSON?
            init(_: APIEngine.Blank) {}
            static let _fields = APIEngine.FieldTable("!items,has_more,links")
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
                switch index {
                case 0: cursor.array(&items)
                case 1: cursor.boolIfPresent(&more)
                case 2: cursor.valueIfPresent(&links)
                default: break
                }
            }
            var _items: [Int] { items }
            var _next: APIEngine.ArgumentValue? { links?["next"]?._argument }
        }

        /// Tracks with a flag that tells whether more follow.
        struct FlaggedTracks: APIEngine.Model, APIEngine.Page {
            var tracks: Tracks
            init(_ blank: APIEngine.Blank) { tracks = Tracks(blank) }
            static let _fields = Tracks._fields
            mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { tracks._field(index, &cursor) }
            var _items: [Int] { tracks.items }
            var _more: APIEngine.ArgumentValue? { tracks.more?._argument }
            var _next: APIEngine.ArgumentValue? { tracks._next }
        }

        @Test func byAddressesInTheAnswer() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder, items: 45)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            func walk<Page: APIEngine.Page>(_: Page.Type, _ tracks: (Page) -> Tracks) async throws {
                let before = server.calls.count
                let method = APIEngine.Method("tracks.get", .get, "tracks", reads: true, cache: 0, pages: .by(.address))
                var call = Call(client, method)
                call.add("limit", 20)
                call.add("market", "CH")
                var pages: [Tracks] = []
                for try await page in Request<Page>(call).pages() { pages.append(tracks(page)) }
                #expect(pages.map(\.items.count) == [20, 20, 5] && Set(pages.flatMap(\.items)).count == 45)
                #expect(pages.map(\.more) == [true, true, false] && pages[2].links?["next"] == nil)
                #expect(server.calls.dropFirst(before).map { $0.arguments["market"] } == ["CH", "CH", "CH"])
            }
            try await walk(Tracks.self) { $0 }
            try await walk(FlaggedTracks.self) { $0.tracks }
        }

        /// MediaWiki has one address for all of its methods. Constant parameters distinguish them.
        @Test func methodsAtOneAddress() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            for (name, value, key) in [("meta", "tokens", "token"), ("list", "pages", "titles")] {
                var call = Call(client, .init("wiki", .get, "wiki"))
                call.add("action", "query")
                call.add(name, value)
                #expect(try await Request<JSON>(call).send()[key] != nil)
            }
            #expect(server.calls.map(\.method) == ["wiki.token", "wiki.titles"])
        }

        /// The same request with one constant more is another method. An app need not set its optional constants.
        @Test func aMethodWithAnotherConstant() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            for isStream in [true, false] {
                var call = Call(client, .init("replies", .post, "replies", parameters: .body))
                call.add("prompt", "hi")
                if isStream { call.add("stream", true) }
                _ = try await Request<HTTPResponse>(call).send()
            }
            #expect(server.calls.map(\.method) == ["replies.stream", "replies.create"])
        }

        /// `things/{id}` matches as well, but with fewer characters.
        @Test func pathsThatEndInText() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            for path in ["things/7.txt", "things/7"] {
                _ = try await Request<JSON>(Call(client, .init("things", .get, path))).send()
            }
            #expect(server.calls.map(\.method) == ["things.text", "things.get"])
            #expect(server.calls.map(\.arguments) == [["id": "7"], ["id": "7"]])
        }

        /// A client reads a stream of events again after its end, until the status is 204. It need not wait in between.
        @Test("A client reads the mock's stream again until the status is 204", .timeLimit(.minutes(20))) func events()
            async throws
        {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let pauses = Locked<[Duration]>([])
            let time = TimeSource(now: { Date() }, sleep: { pause in pauses.withLock { $0.append(pause) } })
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL, time: time))
            let stream = StreamRequest<Int>(Call(client, .init("things.watch", .get, "watch")), .events)
            var numbers: [Int] = []
            for try await number in stream { numbers.append(number) }
            #expect(numbers == Array(1...10) && server.calls.count == 2)
            // The pause is 3 seconds unless the server states one.
            #expect(pauses.withLock { $0.count == 1 && $0.allSatisfy { $0 < .seconds(1) } })
            server.on("things.watch", [])
            for try await number in stream { Issue.record("\(number)") }
            #expect(server.calls.count == 3)
        }

        /// Twitch's lists of ids are called `id`. The properties of one item are not named after the list.
        @Test func listsOfIDs() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            var call = Call(client, .init("clips.get", .get, "clips", arrays: .repeated))
            call.add("id", ["7", "8"])
            call.add("user_id", ["1", "2"])
            let clips = try await Request<[JSON]>(call).send()
            #expect(clips.map { $0["id"] } == ["7", "8"] && clips.map { $0["user_id"] } == ["1", "1"])
            #expect(server.calls.last?.arguments == ["id": "7,8", "user_id": "1,2"])
        }

        /// Objects are sent member by member, in a query or a form.
        @Test func objectsInBrackets() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            var call = Call(client, .init("orders.create", .post, "orders", parameters: .form, arrays: .brackets))
            call.add("address", ["city": "Bern", "tags": ["a", "b"], "at": ["x": 1]] as JSON)
            call.add("lines", [["price": "p"], ["price": "q"]] as JSON)
            call.add("ids", [1, 2])
            call.add("adress", ["city": "Bern"])
            _ = try await Request<JSON>(call).send()
            #expect(
                server.calls.last?.arguments == [
                    "address": #"{"at":{"x":"1"},"city":"Bern","tags":["a","b"]}"#,
                    "lines": #"{"price":"p"},{"price":"q"}"#, "ids": "1,2",
                    // A member that the schema does not know stays unchanged.
                    "adress[city]": "Bern",
                ])
        }

        @Test("A method without a response gets an empty one")
        func nothing() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            for id in 0..<20 {
                var call = Call(client, .init("things.forget", .post, "things/{id}/forget"))
                call.add("id", id, .path)
                #expect(try await Request<JSON?>(call).send() == nil)
            }
        }

        /// Two methods with the same address differ by a constant. An idempotency key is no constant.
        @Test("Methods of one address differ by a constant, and a retry repeats its idempotency key")
        func idempotencyKeys() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            for type in ["charge", "refund"] {
                server.fail("payments.\(type)", code: 503, status: 503, times: 1)
                var call = Call(client, .init("payments.\(type)", .post, "payments", parameters: .body))
                call.add("type", type)
                call.add("Idempotency-Key", "", [.header, .key])
                _ = try await Request<Int>(call).send()
            }
            let keys = server.calls.map { $0.arguments["Idempotency-Key"] }
            #expect(server.calls.map(\.method) == ["charge", "charge", "refund", "refund"].map { "payments.\($0)" })
            #expect(keys[0]?.count == 36 && keys[0] == keys[1] && keys[2] == keys[3] && keys[1] != keys[2])
        }

        /// A request outside the API's base path gets an explanation.
        @Test func besideTheAPI() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(
                TestSchema.description, configuration: .init(baseURL: server.baseURL.replacing("/v1/", with: "/")))
            let error = await #expect(throws: APIError.self) {
                try await Request<JSON>(Call(client, .init("things.get", .get, "things/7"))).send()
            }
            #expect(
                error?.status == 404
                    && error?.server?.details?["message"] == "there is no method things/7: paths begin with /v1/")
        }

        /// Each bracket would be a recursive call, so nothing after 64 of them is read.
        @Test func bracketsWithoutEnd() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            for depth in [64, 65, 20_000] {
                var call = Call(client, .init("orders.create", .post, "orders", parameters: .form))
                call.add("address" + String(repeating: "[a]", count: depth), "x")
                _ = try await Request<JSON>(call).send()
                let address = server.calls.last?.arguments["address"]
                #expect(
                    address
                        == (depth == 64
                            ? String(repeating: #"{"a":"#, count: 64) + #""x""# + String(repeating: "}", count: 64)
                            : nil))
            }
        }
    }
#endif
