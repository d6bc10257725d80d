#if MockServer
    import TestFiles
    import Foundation
    import HuabanAPI
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import MetrikaAPI
    import Testing
    import VKAPI

    /// Tests of paged lists: each item occurs once, and the list ends.
    @Suite struct MockPagesTests {
        private func server(_ name: String) async throws -> MockServer {
            try await MockServer.start(schemas: Checkout.schema.appending(path: name), items: 45)
        }

        private func all<Page: APIEngine.Page>(_ request: Request<Page>) async throws -> [Page._Item] {
            var items: [Page._Item] = []
            for try await item in request.items { items.append(item) }
            return items
        }

        @Test("VK's lists are paged by offset, with each item once")
        func byOffset() async throws {
            let server = try await server("VK")
            let vk = VK(account: .test, configuration: .mock(server))
            let members = try await all(vk.groups.getMembers(groupID: "swift", count: 20))
            #expect(Set(members).count == 45)
            #expect(server.calls.map { $0.arguments["offset"] ?? "0" } == ["0", "20", "40"])
            let profiles = try await all(vk.groups.getMembers(groupID: "swift", count: 30, fields: [.city]))
            #expect(profiles.count == 45 && Set(profiles.map(\.id)).count == 45)
        }

        /// Metrica counts from 1, and its pages contain the total.
        @Test func byOffsetFromOne() async throws {
            let server = try await server("Metrika")
            let metrika = Metrika(account: .test, configuration: .mock(server))
            let counters = try await all(metrika.counters.list(perPage: 25))
            #expect(Set(counters.compactMap(\.id)).count == 45)
            #expect(server.calls.map { $0.arguments["offset"] ?? "1" } == ["1", "26"])
        }

        @Test("Huaban's pins are paged by cursor, the newest first and each once")
        func byCursor() async throws {
            let server = try await server("Huaban")
            let huaban = Huaban(account: .test, configuration: .mock(server))
            let pins = try await all(huaban.boards.pins.list(boardID: 5, limit: 20))
            #expect(pins.map(\.id).count == 45 && Set(pins.map(\.id)).count == 45)
            #expect(pins.map(\.id) == pins.map(\.id).sorted(by: >), "the newest first")
            #expect(server.calls.count >= 3)
        }

        @Test func byAnotherCursor() async throws {
            let server = try await server("VK")
            let vk = VK(account: .test, configuration: .mock(server))
            var count = 0
            for try await page in vk.newsfeed.get(count: 20).pages() { count += page.items.count }
            #expect(count == 45)
        }

        /// An API of the test's own, with pages by a header field `Link` and by number.
        @Test func byLinkAndByNumber() async throws {
            let server = try await MockServer.start(schemas: TestSchema.folder, items: 7)
            let client = Client(TestSchema.description, configuration: .mock(server))
            for name in ["logs.linked", "logs.numbered"] {
                let pages: APIEngine.Paging =
                    name == "logs.linked" ? .by(.link) : .by(.number("page"), size: "per_page")
                var call = Call(
                    client, .init(name, .get, name == "logs.linked" ? "linked" : "numbered", reads: true, pages: pages)
                )
                call.add("per_page", 3)
                #expect(try await Set(all(Request<[Int]>(call))).count == 7, "\(name)")
            }
        }
    }
#endif
