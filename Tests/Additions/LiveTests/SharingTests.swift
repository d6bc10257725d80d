import Foundation
import Methodical
import MethodicalCache
import MethodicalTesting
import TestFiles
import Testing

@testable import MethodicalLive

/// Tests of live values with a client, a cache and a service.
@Suite @MainActor struct SharingTests {
    @Test("Nothing is sent before somebody looks, and equal requests share one request")
    func sharing() async throws {
        let service = Service()
        service.set(1, to: [7])
        let first = service.read(1).live()
        let second = service.read(1).signature("second").live()
        let third = service.read(1).live()
        try await Task.sleep(for: .milliseconds(20))
        #expect(service.reads == 0)
        #expect(first.value == nil && third.value == nil)
        try await eventually("the value arrives") { first.value == [7] && third.value == [7] }
        #expect(service.reads == 1)
        try await eventually("the value comes from the cache") { second.value == [7] }
        #expect(service.reads == 1 && first.age == .zero && first.error == nil && !first.isRefreshing)
    }

    @Test("A write of any client refreshes what somebody looks at")
    func writes() async throws {
        let service = Service()
        let other = service.otherClient()
        let list = service.read(1).live()
        let otherList = service.read(1, by: other).live()
        try await eventually("the values arrive") { list.value == [] && otherList.value == [] }
        try await service.add(5, to: 1).send()
        try await eventually("the values are refreshed") { list.value == [5] && otherList.value == [5] }
        try await service.add(6, to: 1, by: other).send()
        try await eventually("the values are refreshed") { list.value == [5, 6] && otherList.value == [5, 6] }
    }

    @Test("A response that another call has received is taken over without a request")
    func takeOver() async throws {
        let service = Service()
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [] }
        service.set(1, to: [1, 2])
        let reads = service.reads
        try await service.read(1).caching(.networkOnly).send()
        try await eventually("the value is taken over") { list.value == [1, 2] }
        #expect(service.reads == reads + 1)
    }

    @Test("A refresh waits for an equal call in flight")
    func joining() async throws {
        let service = Service()
        service.hold()
        let call = Task { try await service.read(1).send() }
        try await eventually("the call is sent") { service.heldCalls == 1 }
        let list = service.read(1).live()
        let events = service.api.events
        let refresh = Task { try await list.refresh() }
        for await event in events {
            if case .joined = event.kind { break }
        }
        service.release()
        #expect(try await call.value == [])
        #expect(try await refresh.value == [])
        #expect(service.reads == 1)
        try await eventually("the value is shown") { list.value == [] }
    }

    @Test("An app that learns of a change in another way can say so")
    func invalidation() async throws {
        let service = Service()
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [] }
        service.set(1, to: [3])
        try service.api.cache.invalidate("other")
        try service.api.cache.invalidate("lists")
        try await eventually("the value is refreshed") { list.value == [3] }
        service.set(1, to: [4])
        try service.api.cache.remove(service.read(1))
        try await eventually("the value is refreshed") { list.value == [4] }
        service.set(1, to: [5])
        try service.api.cache.removeAll()
        try await eventually("the value is refreshed") { list.value == [5] }
        #expect(service.reads == 4)
    }

    @Test("One write costs one request for each distinct request, however many live values there are")
    func manyValues() async throws {
        let service = Service()
        let values = (0..<1000).map { service.read($0 % 50).live() }
        try await eventually("the values arrive") { values.allSatisfy { $0.value == [] } }
        #expect(service.reads == 50)
        for list in 0..<50 { service.set(list, to: [list]) }
        try await service.add(99, to: 1000).send()
        try await eventually("nobody is stale") {
            values.enumerated().allSatisfy { $0.element.value == [$0.offset % 50] }
        }
        #expect(service.reads == 100)
    }

    @Test("A change is shown at once, and taken back if the server refuses it")
    func optimisticChange() async throws {
        let service = Service()
        service.set(1, to: [1])
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [1] }
        service.hold()
        let change = Task { try await list.change({ $0.append(2) }, by: service.add(2, to: 1)) }
        try await eventually("the write is sent") { service.heldCalls == 1 }
        #expect(list.value == [1, 2] && service.items(of: 1) == [1])
        service.release()
        #expect(try await change.value)
        #expect(list.value == [1, 2])
        try await eventually("the value is refreshed") { !list.isRefreshing && service.reads == 2 }
        #expect(list.value == [1, 2])

        service.refusesWrites = true
        service.hold()
        let refused = Task { try await list.change({ $0.append(3) }, by: service.add(3, to: 1)) }
        try await eventually("the write is sent") { service.heldCalls == 1 }
        #expect(list.value == [1, 2, 3])
        service.release()
        await #expect(throws: APIError.self) { try await refused.value }
        #expect(list.value == [1, 2] && service.reads == 2)
    }

    @Test("A cancelled change counts as unknown: it is taken back, and the server is asked")
    func cancelledChange() async throws {
        let service = Service()
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [] }
        service.hold()
        let change = Task { try await list.change({ $0.append(2) }, by: service.add(2, to: 1)) }
        try await eventually("the write is sent") { service.heldCalls == 1 }
        change.cancel()
        service.release()
        _ = await change.result
        try await eventually("the server's value is shown") { list.value == [2] && service.reads >= 2 }
    }

    @Test("Without a connection the cached value is shown without an error, and renewed when the network returns")
    func offline() async throws {
        let service = Service()
        service.set(1, to: [1])
        try await service.read(1).send()
        service.time.advance(by: .seconds(7200))
        service.isReachable = false
        let list = service.read(1).live()
        try await eventually("the request fails") { list.value == [1] && service.reads == 2 && !list.isRefreshing }
        #expect(list.error == nil && list.age == .seconds(7200))
        service.isReachable = true
        service.set(1, to: [2])
        service.api.networkReturned()
        try await eventually("the value is renewed") { list.value == [2] && list.age == .zero }
        service.api.networkReturned()
        service.api.becameActive()
        #expect(!list.isRefreshing)
    }

    @Test("A client that is offline sends nothing")
    func offlineClient() async throws {
        let service = Service()
        try await service.read(1).send()
        try await service.add(1, to: 1).send()
        service.api.isOffline = true
        let list = service.read(1).live()
        let empty = service.read(2).live()
        try await eventually("the stale value is shown") { list.value == [] && empty.error?.code == .offline }
        #expect(list.error == nil && service.reads == 1)
        await #expect(throws: APIError.self) { try await list.refresh() }
        service.api.isOffline = false
        try await eventually("the values are renewed") { list.value == [1] && empty.value == [] }
        #expect(service.reads == 3)
    }

    @Test("A sign-out empties all live values of the account at once, and a sign-in fills them")
    func signOut() async throws {
        let service = Service()
        service.set(1, to: [1])
        let lists = [service.read(1).live(), service.read(2).live()]
        let other = service.read(1, by: service.otherClient(account: Account(id: 2, token: Token("other")))).live()
        try await eventually("the values arrive") { (lists + [other]).allSatisfy { $0.value != nil } }
        service.account.replace(nil)
        try service.api.cache.removeAll()
        try await eventually("the values are empty") { lists.allSatisfy { $0.value == nil && $0.error == nil } }
        #expect(other.value == [1])
        let reads = service.reads
        service.account.replace(Token("new"))
        try await eventually("the values arrive") { lists.allSatisfy { $0.value != nil } }
        #expect(service.reads == reads + 2)
    }

    @Test("A value is refreshed when its lifetime ends, and not after the last look")
    func lifetimes() async throws {
        let service = Service()
        var list: LiveValue<[Int]>? = service.read(1, lifetime: 60).live()
        try await eventually("the value arrives") { list?.value == [] }
        service.set(1, to: [1])
        await service.time.untilSomebodySleeps()
        service.time.advance(by: .seconds(59))
        #expect(list?.isRefreshing == false)
        await service.time.untilSomebodySleeps()
        service.time.advance(by: .seconds(1))
        try await eventually("the value is renewed") { list?.value == [1] }
        list = nil
        try await eventually("nobody looks") { service.client.watchedCount == 0 }
        await service.time.untilSomebodySleeps()
        service.time.advance(by: .seconds(600))
        try await eventually("the value is dropped") { service.client.liveCount == 0 }
        #expect(service.reads == 2)
    }

    @Test("A value stays for the grace time after the last look, and is dropped then")
    func graceTime() async throws {
        let service = Service()
        var list: LiveValue<[Int]>? = service.read(1).live()
        try await eventually("the value arrives") { list?.value == [] }
        let keeper = service.read(2).live()
        list = nil
        try await eventually("nobody looks") { service.client.watchedCount == 0 }
        list = service.read(1).live()
        #expect(list?.value == [] && list?.isRefreshing == false)
        list = nil
        try await eventually("nobody looks") { service.client.watchedCount == 0 }
        await service.time.untilSomebodySleeps()
        service.time.advance(by: LiveHub.graceTime)
        try await eventually("only the other value is left") { service.client.liveCount == 1 }
        _ = keeper
    }

    @Test("States come in order, without equal ones in a row")
    func states() async throws {
        let service = Service()
        service.set(1, to: [1])
        let list = service.read(1).live()
        let states = list.states
        let seen = Task { () -> [[Int]?] in
            var values: [[Int]?] = []
            for await state in states {
                values.append(state.value)
                if state.value == [1, 2] { break }
            }
            return values
        }
        try await eventually("the value arrives") { list.value == [1] && !list.isRefreshing }
        try await service.add(2, to: 1).send()
        let values = await seen.value
        #expect(values.last == [1, 2])
        #expect(values.compactMap(\.self).allSatisfy { [[1], [1, 2]].contains($0) })
    }

    @Test("A failed refresh throws and keeps the value")
    func failedRefresh() async throws {
        let service = Service()
        service.set(1, to: [1])
        let list = service.read(1).live()
        #expect(try await list.refresh() == [1])
        service.isReachable = false
        let error = await #expect(throws: APIError.self) { try await list.refresh() }
        #expect(error?.code == .connection && list.value == [1] && list.error == nil)
    }

    @Test("A client without a cache has live values, which its own writes refresh")
    func withoutCache() async throws {
        let service = Service(nil)
        let list = service.read(1).live()
        try await eventually("the value arrives") { list.value == [] }
        try await list.change({ $0.append(2) }, by: service.add(2, to: 1))
        try await eventually("the value is refreshed") { list.value == [2] && service.reads == 2 }
    }
}

extension Client {
    /// The number of live values' states that exist.
    @MainActor var liveCount: Int { LiveHub.existing(for: self)?.count ?? 0 }
    /// The number of live values' states that somebody looks at.
    @MainActor var watchedCount: Int { LiveHub.existing(for: self)?.watchedCount ?? 0 }
}
