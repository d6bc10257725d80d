import HuabanAPI
import LoopbackServer
import Methodical
import MetrikaAPI
import Testing
import VKAPI

/// Tests of the paging of the generated APIs: VK's by offset and cursor, Metrica's from 1, Huaban's after the last pin.
@Suite struct PagesTests {
    @Test("VK's members are paged by offset, and a loop that stops sends no further request")
    func members() async throws {
        let server = try LoopbackServer { request in
            request.body.contains("offset=")
                ? .http(200, [], listed("1001,1002"))
                : .http(200, [], listed((1...1000).map { String($0) }.joined(separator: ",")))
        }
        let vk = VK(server, token: "t")
        var last = 0
        for try await member in vk.groups.getMembers(groupID: "swift").items { last = member }
        #expect(last == 1002)
        #expect(
            server.received.map { $0.body.replacing("&v=5.199&access_token=t", with: "") } == [
                "group_id=swift&count=1000", "group_id=swift&count=1000&offset=1000",
            ])
        // A loop that stops sends no further request.
        for try await member in vk.groups.getMembers(groupID: "apple").items where member == 7 { break }
        #expect(server.received.count == 3)
    }

    @Test("Pages of VK's wall that are prefetched come once and in order")
    func walls() async throws {
        let server = try LoopbackServer { request in
            let offset = request.body.contains("offset=2") ? 2 : 0
            let posts = (offset..<offset + 2).map {
                #"{"id":\#(9 - $0),"owner_id":1,"date":1,"from_id":1,"text":"","post_type":"post"}"#
            }
            return .http(200, [], #"{"response":{"count":4,"items":[\#(posts.joined(separator: ","))]}}"#)
        }
        let vk = VK(server, token: "t")
        var posts: [Int] = []
        for try await page in vk.wall.get(ownerID: 1, count: 2).pages(prefetching: 2) {
            posts += page.items.compactMap(\.id)
        }
        #expect(posts == [9, 8, 7, 6] && server.received.count == 2)
    }

    @Test("Metrica's counters are paged by an offset that begins at 1")
    func counters() async throws {
        let server = try LoopbackServer { request in
            let isFirst = !request.target.contains("offset=3")
            return .http(200, [], #"{"rows":3,"counters":[\#(isFirst ? #"{"id":1},{"id":2}"# : #"{"id":3}"#)]}"#)
        }
        var counters: [Int] = []
        for try await counter in Metrika(server, token: "t").counters.list(perPage: 2).items {
            counters.append(counter.id)
        }
        #expect(counters == [1, 2, 3])
        #expect(
            server.received.map(\.target) == [
                "/management/v1/counters?per_page=2", "/management/v1/counters?per_page=2&offset=3",
            ])
    }

    @Test("Huaban's pins are paged by the id of the last pin until a page is empty")
    func pins() async throws {
        let server = try LoopbackServer { request in
            let pins =
                request.target.contains("max=7")
                ? "" : request.target.contains("max=8") ? #"{"pin_id":7}"# : #"{"pin_id":9},{"pin_id":8}"#
            return .http(200, [], #"{"pins":[\#(pins)]}"#)
        }
        var pins: [Int] = []
        for try await pin in Huaban(server).boards.pins.list(boardID: 1, limit: 2).items { pins.append(pin.id) }
        #expect(pins == [9, 8, 7])
        #expect(server.received.map(\.target) == ["", "&max=8", "&max=7"].map { "/boards/1/pins?limit=2" + $0 })
    }
}

private func listed(_ items: String) -> String { #"{"response":{"count":1002,"items":[\#(items)]}}"# }
