import FlyingFox
import FlyingSocks
import Foundation

import enum Methodical.JSON

extension LocalServer {
    /// The file that the demo uploads and downloads.
    static let film = (1...12).reduce(into: Data()) { $0 += Data(repeating: $1, count: 1_000_000) }
}

extension HTTPServer {
    /// Adds VK's three steps of an upload, and the download of the file in slow pieces, as over a network.
    func appendTransfers() {
        appendRoute("POST /method/docs.getUploadServer") {
            LocalServer.json(["response": ["upload_url": .string($0.address("upload"))]])
        }
        appendRoute("POST /upload") { request in
            var bytes = 0
            for try await piece in request.bodySequence {
                if bytes >> 18 != (bytes + piece.count) >> 18 { try await Task.sleep(for: .milliseconds(20)) }
                bytes += piece.count
            }
            return LocalServer.json(["file": .string("film-\(bytes)")])
        }
        appendRoute("POST /method/docs.save") { request in
            let title = LocalServer.form(try await request.bodyData)["title"] ?? ""
            return LocalServer.json([
                "response": [
                    "type": "doc",
                    "doc": [
                        "id": 7, "owner_id": 1, "title": .string(title), "size": .integer(LocalServer.film.count),
                        "ext": "mp4",
                        "url": .string(request.address("film")),
                    ],
                ]
            ])
        }
        appendRoute("GET /film") { _ in
            let body = HTTPBodySequence(
                from: Slow(bytes: LocalServer.film), count: LocalServer.film.count, suggestedBufferSize: 1 << 18)
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "video/mp4"], body: body)
        }
    }

    /// Adds a method that accepts a post after its captcha: a picture in the morning, a page in the evening.
    func appendCaptcha() {
        appendRoute("POST /method/wall.post") { request in
            let form = LocalServer.form(try await request.bodyData)
            if form["captcha_key"]?.lowercased() == "swift" {
                return LocalServer.json(["response": ["post_id": 43]])
            }
            if form["success_token"] == "harbour-seal" {
                return LocalServer.json(["response": ["post_id": 44]])
            }
            var error: JSON = ["error_code": 14, "error_msg": "Captcha needed"]
            if form["message"]?.contains("evening") == true {
                error["redirect_uri"] = .string(request.address("captcha-page"))
            } else {
                error["captcha_sid"] = "239"
                error["captcha_img"] = .string(request.address("captcha"))
            }
            return LocalServer.json(["error": error])
        }
        appendRoute("GET /captcha-page") { _ in
            let page = "  A page that yields the token harbour-seal"
            return HTTPResponse(statusCode: .ok, headers: [.contentType: "text/plain"], body: Data(page.utf8))
        }
        appendRoute("GET /captcha") { _ in
            HTTPResponse(statusCode: .ok, headers: [.contentType: "text/plain"], body: Data(Self.captcha.utf8))
        }
    }

    private static let captcha = #"""
                           _    __  _
             ___ __      _(_)  / _|| |_
            / __|\ \ /\ / /| | | |_ | __|
            \__ \ \ V  V / | | |  _|| |_
            |___/  \_/\_/  |_| |_|   \__|
        """#
}

extension HTTPRequest {
    /// Returns the address of another path on the same server.
    fileprivate func address(_ path: String) -> String { "http://\(headers[.host] ?? "127.0.0.1")/\(path)" }
}

/// A sequence that delivers its bytes slowly.
private struct Slow: AsyncBufferedSequence {
    typealias Element = UInt8
    let bytes: Data

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...]) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var rest: Data

        mutating func next() async throws -> UInt8? { rest.popFirst() }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            if rest.isEmpty { return nil }
            try await Task.sleep(for: .milliseconds(20))
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }
}
