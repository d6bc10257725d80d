import Foundation
import Methodical
import Testing

@testable import MethodicalLive

/// Tests of lists that are loaded page by page.
@Suite @MainActor struct PagesTests {
    /// Returns the pages of a list of numbers, two on each, and makes the service send them.
    private func pages(of service: Service, by client: Client? = nil) -> Request<[Int]> {
        service.stub.on("lists.get") { call in
            let offset = Int(call.arguments["offset"] ?? "") ?? 0
            let all = try service.read()
            let items = all.dropFirst(offset).prefix(2)
            return HTTPResponse(status: 200, headers: [:], body: Data("\(Array(items))".utf8))
        }
        let method = APIEngine.Method(
            "lists.get", reads: true, cache: 3600, pages: .by(.offset("offset"), size: "count", most: 2))
        var call = Call(client ?? service.client, method)
        call.add("list", 1)
        return Request(call)
    }

    @Test("Pages are loaded one by one, and a refresh keeps the place")
    func place() async throws {
        let service = Service()
        service.set(1, to: [1, 2, 3, 4, 5])
        let list = pages(of: service).livePages()
        try await eventually("the first page arrives") { list.value == [1, 2] }
        #expect(list.hasMore)
        try await list.loadMore()
        #expect(list.value == [1, 2, 3, 4] && list.hasMore && service.reads == 2)
        try await list.loadMore()
        #expect(list.value == [1, 2, 3, 4, 5] && !list.hasMore && service.reads == 3)
        try await list.loadMore()
        #expect(service.reads == 3)
        service.set(1, to: [0, 1, 2, 3, 4, 5])
        try service.api.cache.invalidate("lists")
        try await eventually("the list is refreshed") { list.value == [0, 1, 2, 3, 4, 5] }
        #expect(service.reads == 6)
    }

    @Test("A failure keeps the loaded pages, and the next attempt goes on")
    func failure() async throws {
        let service = Service()
        service.set(1, to: [1, 2, 3])
        let list = pages(of: service).livePages()
        try await list.loadMore()
        #expect(list.value == [1, 2])
        service.isReachable = false
        await #expect(throws: APIError.self) { try await list.loadMore() }
        #expect(list.value == [1, 2])
        service.isReachable = true
        try await list.loadMore()
        #expect(list.value == [1, 2, 3])
    }

    @Test("Pages are loaded anew when the lifetime of the first one ends")
    func lifetime() async throws {
        let service = Service()
        service.set(1, to: [1, 2, 3])
        let list = pages(of: service).livePages()
        try await list.loadMore()
        service.time.advance(by: .seconds(1800))
        try await list.loadMore()
        #expect(list.value == [1, 2, 3] && list.age == .seconds(1800))
        service.set(1, to: [4, 5, 6])
        await service.time.untilSomebodySleeps()
        service.time.advance(by: .seconds(1799))
        #expect(!list.isRefreshing)
        await service.time.untilSomebodySleeps()
        service.time.advance(by: .seconds(1))
        try await eventually("the pages are renewed") { list.value == [4, 5, 6] && list.age == .zero }
        #expect(service.reads == 4)
    }

    @Test("The first page is shown from the cache, at once and without a connection")
    func cachedPage() async throws {
        let service = Service()
        service.set(1, to: [1, 2, 3])
        for try await _ in pages(of: service).pages() { break }
        let reads = service.reads
        var list = pages(of: service).livePages()
        try await eventually("the cached page is shown") { list.value == [1, 2] && !list.isRefreshing }
        #expect(service.reads == reads && list.hasMore)
        try await list.loadMore()
        #expect(list.value == [1, 2, 3] && service.reads == reads + 1)

        service.time.advance(by: .seconds(7200))
        service.isReachable = false
        let other = service.otherClient()
        list = pages(of: service, by: other).livePages()
        try await eventually("the cached page is shown") { list.value == [1, 2] && !list.isRefreshing }
        #expect(list.error == nil && list.age == .seconds(7200))
        service.isReachable = true
        service.set(1, to: [4])
        ServiceAPI(client: other).networkReturned()
        try await eventually("the page is renewed") { list.value == [4] }
    }

    @Test("A change stays that the server has made, if the pages cannot be loaded after it")
    func changeWithoutConnection() async throws {
        let service = Service()
        service.set(1, to: [1])
        let list = pages(of: service).livePages()
        try await eventually("the page arrives") { list.value == [1] && !list.isRefreshing }
        service.isReachable = false
        try await list.change({ $0.insert(0, at: 0) }, by: service.add(0, to: 1))
        try await eventually("the refresh fails") { service.reads >= 2 && !list.isRefreshing }
        #expect(list.value == [0, 1] && list.error == nil)
        service.isReachable = true
        service.api.networkReturned()
        try await eventually("the page is renewed") { list.value == [1, 0] }
    }

    @Test("Live pages of equal requests share their requests")
    func sharing() async throws {
        let service = Service()
        service.set(1, to: [1, 2, 3])
        let (first, second) = (pages(of: service).livePages(), pages(of: service).livePages())
        try await eventually("the pages arrive") { first.value == [1, 2] && second.value == [1, 2] }
        try await second.loadMore()
        #expect(first.value == [1, 2, 3] && service.reads == 2)
    }

    @Test("A change of the items is shown at once")
    func change() async throws {
        let service = Service()
        service.set(1, to: [1])
        let list = pages(of: service).livePages()
        try await eventually("the page arrives") { list.value == [1] }
        service.refusesWrites = true
        service.hold()
        let change = Task { try await list.change({ $0.insert(0, at: 0) }, by: service.add(0, to: 1)) }
        try await eventually("the write is sent") { service.heldCalls == 1 }
        #expect(list.value == [0, 1])
        service.release()
        await #expect(throws: APIError.self) { try await change.value }
        #expect(list.value == [1])
    }

    @Test("The states of live pages come in order")
    func states() async throws {
        let service = Service()
        service.set(1, to: [1, 2, 3])
        let list = pages(of: service).livePages()
        var seen: [[Int]] = []
        for await state in list.states {
            guard let items = state.value, !state.isRefreshing else { continue }
            seen.append(items)
            if state.hasMore {
                Task { try await list.loadMore() }
            } else {
                break
            }
        }
        #expect(seen == [[1, 2], [1, 2, 3]] && list.age == .zero)
    }
}
