#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalMock
    import Testing

    /// Tests of null, cookies, expressions in paths, and parameters that share a name.
    @Suite struct WireSchemaTests {
        private let folder = Checkout.roundTripSchemas.appending(path: "Wire")

        /// Sends a call with these arguments, and returns the arguments that the server has received.
        private func arguments(
            of method: APIEngine.Method, _ add: (inout Call) -> Void
        ) async throws -> [String: String]? {
            let server = try await MockServer.start(schemas: folder)
            var call = Call(Client(TestSchema.description, configuration: .init(baseURL: server.baseURL)), method)
            add(&call)
            _ = try await Request<JSON>(call).send()
            #expect(server.calls.count == 1 && server.calls.last?.method == method.name)
            return server.calls.last?.arguments
        }

        @Test func nullAndSharedNames() async throws {
            let method = APIEngine.Method("tasks.update", .patch, "tasks/{id}", parameters: .body)
            let found = try await arguments(of: method) { call in
                call.add("id", 7, .path)
                call.add("id", "b")
                call.add("id", "q", .query)
                call.add("due", Nullable<String>.null)
                call.add("parent", Nullable<String>(nil))
                call.add("title", Nullable<String>.value("a"))
            }
            #expect(
                found == [
                    "id": "7", "body.id": "b", "query.id": "q", "due": "null", "parent": "null", "title": "a",
                ])
        }

        @Test("Cookies are received as arguments")
        func cookies() async throws {
            let found = try await arguments(of: APIEngine.Method("session.get", .get, "session")) { call in
                call.add("sid", "a=b", [.cookie, .secret])
                call.add("ids", [1, 2], .cookie)
                call.add("beta", true, .cookie)
            }
            #expect(found == ["sid": "a=b", "ids": "1,2", "beta": "true"])
        }

        @Test("A parameter of several segments is received whole")
        func severalSegments() async throws {
            let found = try await arguments(of: APIEngine.Method("files.read", .get, "files/{+path}")) { call in
                call.add("path", "a b/c?d", .path)
                call.add("page", 2)
            }
            #expect(found == ["path": "a b/c?d", "page": "2"])
        }

        @Test("Optional expressions of a path are received as arguments if they are there")
        func optionalExpressions() async throws {
            let method = APIEngine.Method("files.list", .get, "{/folders*}{.format}{?q,size}{&tags*}")
            let found = try await arguments(of: method) { call in
                call.add("folders", ["map", "c"], .path)
                call.add("q", "x", .path)
                call.add("size", 3, .path)
            }
            #expect(found == ["folders": "map/c", "q": "x", "size": "3"])
        }

        @Test("Named and shortened expressions of a path are received as arguments")
        func namedSegments() async throws {
            let method = APIEngine.Method("files.near", .get, "map{;lat,long}/{key:2}/{key}")
            let found = try await arguments(of: method) { call in
                call.add("long", 2.5, .path)
                call.add("key", "abc", .path)
            }
            #expect(found == ["long": "2.5", "key": "abc"])
        }

        /// All expressions of a path are looked for before one is taken to be missing.
        @Test func valuesNextToEachOther() async throws {
            let near = APIEngine.Method("files.near", .get, "map{;lat,long}/{key:2}/{key}")
            let place = try await arguments(of: near) { call in
                call.add("lat", 1.5, .path)
                call.add("long", 2, .path)
                call.add("key", "abc", .path)
            }
            #expect(place == ["lat": "1.5", "long": "2", "key": "abc"])
            let list = APIEngine.Method("files.list", .get, "{/folders*}{.format}{?q,size}{&tags*}")
            let found = try await arguments(of: list) { call in
                call.add("folders", ["map", "c.d"], .path)
                call.add("format", "json", .path)
                call.add("q", "x", .path)
            }
            #expect(found == ["folders": "map/c.d", "format": "json", "q": "x"])
        }

        @Test func joinersAndPresence() async throws {
            let found = try await arguments(of: APIEngine.Method("lists.get", .get, "lists", flags: .present)) {
                $0.add("pipes", [1, 2], .pipes)
                $0.add("spaces", ["a", "b"], .spaces)
                $0.add("tabs", ["d", "e"], .tabs)
                $0.add("minor", true)
                $0.add("bot", true)
            }
            #expect(found == ["pipes": "1,2", "spaces": "a,b", "tabs": "d,e", "minor": "true", "bot": "true"])
        }
    }
#endif
