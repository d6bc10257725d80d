#if MockServer
    import Foundation
    import Methodical
    import MethodicalMock
    import Testing

    /// What the bundled APIs do not do.
    @Suite struct SmallSchemaTests {
        struct Log: APIModel {
            var id = 0
            init(_: Blank) {}
            static let _fields = FieldTable("!id")
            mutating func _field(_ index: Int, _ cursor: inout FieldCursor) { cursor.int(&id) }
        }

        struct Logs: APIModel, APIPage {
            var data: [Log] = []
            init(_: Blank) {}
            static let _fields = FieldTable("!data")
            mutating func _field(_ index: Int, _ cursor: inout FieldCursor) { cursor.array(&data) }
            var _items: [Log] { data }
        }

        @Test func byTheLastItemOfAListInARecord() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder, items: 45)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            let pages = Paging.by(.cursor("after", next: "data.id"), size: "limit", most: 20, identity: ["id"])
            var ids: [Int] = []
            for try await log in Request<Logs>(Call(client, Method("logs.after", .get, "after", reads: true, pages: pages))).items {
                ids.append(log.id)
            }
            #expect(ids.count == 45 && ids == ids.sorted(by: >))
            #expect(server.calls.count == 4)
        }

        /// Member by member, in a query or a form.
        @Test func objectsInBrackets() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let client = Client(TestSchema.description, configuration: .init(baseURL: server.baseURL))
            var call = Call(client, Method("orders.create", .post, "orders", parameters: .form, arrays: .brackets))
            call.add("address", ["city": "Bern", "tags": ["a", "b"], "at": ["x": 1]] as JSON)
            call.add("lines", [["price": "p"], ["price": "q"]] as JSON)
            call.add("ids", [1, 2])
            call.add("adress", ["city": "Bern"])
            _ = try await Request<JSON>(call).send()
            #expect(
                server.calls.last?.arguments == [
                    "address": #"{"at":{"x":"1"},"city":"Bern","tags":["a","b"]}"#, "lines": #"{"price":"p"},{"price":"q"}"#, "ids": "1,2",
                    // What the schema does not know stays as it came.
                    "adress[city]": "Bern",
                ])
        }

        /// The server's stack is not as deep as a request may be.
        @Test func bracketsWithoutEnd() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder)
            let url = try #require(URL(string: server.baseURL + "orders"))
            let form = "address" + String(repeating: "[b]", count: 50_000) + "=1&ids[]=1"
            let request = HTTPRequest(
                verb: .post, url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Data(form.utf8))
            _ = try await URLSessionTransport().send(request)
            #expect(server.calls.last?.arguments == ["ids": "1"])
        }
    }
#endif
