import Foundation
import Methodical

/// A walk through the pages of a long list.
enum Pages {
    static let length = 100

    static func walk(items: Int) async throws {
        let service = Service(
            transport: Shelf(count: items), configuration: Client.Configuration(cache: nil, limits: [:]))
        let start = cpu()
        var count = 0
        for try await item in service.list().items {
            guard item.id == count else { throw Problem("item \(count) has the number \(item.id)") }
            count += 1
        }
        guard count == items else { throw Problem("of \(items) items \(count) arrived") }
        print("item", (cpu() - start) / Double(items) * 1e6)
    }
}

/// A transport that answers with a page of a list from memory.
private struct Shelf: Transport {
    let count: Int

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let offset = query.first { $0.name == "offset" }?.value.flatMap { Int($0) } ?? 0
        let end = min(offset + Pages.length, count)
        // Short items, because the time of making them counts, too.
        let items = (min(offset, end)..<end).map { #"{"id":\#($0),"name":"Item"}"# }.joined(separator: ",")
        return HTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Data("[\(items)]".utf8))
    }
}
