import Foundation
import Methodical

/// An API in the form that the generator prints.
struct Lists: APIClient {
    let client: Client
    static let api = APIDescription(name: "Lists", baseURL: "https://lists.example/")

    func get(_ list: Int) -> Request<[Int]> {
        var call = Call(client, .init("lists.get", reads: true, cache: 3600))
        call.add("list", list)
        return Request(call)
    }

    func touch() -> Request<Bool> { Request(Call(client, .init("lists.touch"))) }
}

/// A service in memory. Each write changes all lists: their first item is the number of writes.
final class Service: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var readCount = 0
    private var writeCount = 0

    var reads: Int { lock.withLock { readCount } }
    var writes: Int { lock.withLock { writeCount } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let isWrite = request.url.path.hasSuffix("touch")
        let version = lock.withLock {
            if isWrite { writeCount += 1 } else { readCount += 1 }
            return writeCount
        }
        let body = isWrite ? "true" : "[\(version), 2, 3, 5, 8, 13, 21, 34, 55, 89]"
        return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
}
