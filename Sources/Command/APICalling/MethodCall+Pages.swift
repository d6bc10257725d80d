import Foundation
import Methodical
import MethodicalGenerator

/// A page of a list.
package struct PageOutcome: Sendable {
    /// The response with the page.
    package var response: CallOutcome
    /// The items that no earlier page contained, as the server sent them.
    package var items: [Range<Int>]
    /// All items of the page, as the server sent them.
    package var allItems: [Range<Int>]
    /// The facts about the list.
    package var facts: Facts

    /// The facts of a page about the list that it belongs to.
    package struct Facts: Sendable {
        /// The number of items or pages of the whole list, or `nil` if the page does not state it.
        package var total: Int?
        /// Indicates whether more pages follow, or `nil` if the page does not state it.
        package var more: Bool?
        /// Indicates whether a client asks for another page after this one.
        package var isFollowed: Bool
    }

    /// Returns an item with a line for each member, inside an array.
    package func shown(_ item: Range<Int>, colour: Bool) -> [UInt8] {
        guard let text = JSONText(response.body) else {
            return Array(response.body[item])
        }
        return text.indented(item, colour: colour, depth: 1)
    }
}

extension MethodCall {
    /// Indicates whether the schema describes pages of the method's result.
    package var hasPages: Bool { pageKeys != nil }

    /// Fetches the pages one after the other, from the one that the arguments name.
    ///
    /// - Parameters:
    ///   - connection: The server and the secrets.
    ///   - take: Takes a page, and returns `false` if no further one is wanted.
    package func forEachPage(
        on connection: Connection,
        _ take: (PageOutcome) throws -> Bool
    ) async throws {
        let transport = KeepingTransport()
        let client = client(for: connection, transport: transport)
        try await forEachPage(on: client, lastResponse: { transport.last }, take)
    }

    /// Fetches the pages by a client that other calls use, too.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - lastResponse: Returns the last response that the client's transport has received.
    ///   - take: Takes a page, and returns `false` if no further one is wanted.
    package func forEachPage(
        on client: RuntimeClient,
        lastResponse: () -> HTTPResponse?,
        _ take: (PageOutcome) throws -> Bool
    ) async throws {
        guard let keys = pageKeys else {
            throw CallProblem("the schema does not describe pages of \(method.name)")
        }
        let walk = PageWalk<DynamicPage>(call(on: client))
        try await PageKeys.$current.withValue(keys) {
            while let turn = try await next(of: walk) {
                guard let http = lastResponse() else { return }
                let page = outcome(of: turn, in: http, keys: keys, isFollowed: await walk.hasNext)
                guard try take(page) else { return }
            }
        }
    }

    private func outcome(
        of turn: PageWalk<DynamicPage>.Turn,
        in http: HTTPResponse,
        keys: PageKeys,
        isFollowed: Bool
    ) -> PageOutcome {
        let response = outcome(of: http)
        let items = Self.kept(turn.items, of: turn.page._items)
        let all = elements(of: response, under: keys.items ?? [])
        let facts = PageOutcome.Facts(
            total: turn.page.statedTotal,
            more: turn.page.statedMore,
            isFollowed: isFollowed)
        return PageOutcome(
            response: response,
            items: items.compactMap { all.indices.contains($0) ? all[$0] : nil },
            allItems: all,
            facts: facts)
    }

    private func next(of walk: PageWalk<DynamicPage>) async throws(CallFailure) -> PageWalk<DynamicPage>.Turn? {
        do throws(APIError) {
            return try await walk.turn()
        } catch {
            throw CallFailure(error)
        }
    }

    private func elements(of response: CallOutcome, under path: [String]) -> [Range<Int>] {
        guard let text = JSONText(response.body),
            let list = text.value(under: path, in: response.result)
        else { return [] }
        return text.elements(in: list) ?? []
    }

    /// Returns the indices of the items that are left of all items of a page.
    private static func kept(_ items: [DynamicItem], of all: [DynamicItem]) -> [Int] {
        var rest = items[...]
        return all.indices.filter { index in
            guard rest.first == all[index] else { return false }
            rest.removeFirst()
            return true
        }
    }
}

/// A transport that keeps the last response.
private final class KeepingTransport: Transport {
    private let base = URLSessionTransport()
    private let kept = Locked<HTTPResponse?>(nil)

    var last: HTTPResponse? { kept.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, observing: nil)
    }

    func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        let response = try await base.send(request, observing: observer)
        kept.withLock { $0 = response }
        return response
    }
}
