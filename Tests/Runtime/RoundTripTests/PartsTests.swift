import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of forms with files.
@Suite struct PartsTests {
    /// Sends an upload, and returns the received request with `B` in place of the boundary.
    private func exchange<Value>(_ request: (PartsAPI) -> UploadRequest<Value>) async throws -> (Received, String) {
        let server = try LoopbackServer { _ in .http(200, [], "7") }
        _ = try await request(PartsAPI(server, token: "abc")).response()
        let received = try #require(server.received.first)
        let type = try #require(received["Content-Type"])
        let start = "multipart/form-data; boundary="
        #expect(type.hasPrefix(start))
        #expect(received["Content-Length"] == "\(received.bytes.count)")
        return (received, received.body.replacingOccurrences(of: String(type.dropFirst(start.count)), with: "B"))
    }

    /// Returns a form as it is expected, from the header fields and the content of each part.
    private func form(_ parts: (head: String, content: String)...) -> String {
        parts.map { "--B\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.content)\r\n" }.joined()
            + "--B--\r\n"
    }

    @Test func everyKindOfPart() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("ф \(UUID().uuidString).jpg")
        try Data("JPEG\r\n--B".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let pieces = AsyncStream<Data> { stream in
            for piece in ["a", "b", ""] { stream.yield(Data(piece.utf8)) }
            stream.finish()
        }
        let (received, body) = try await exchange {
            $0.albums.add(
                album: 7, caption: "a\r\nё \"b\"", place: .init(city: "Bern", at: 0.5), photo: .file(url),
                taken: Date(timeIntervalSince1970: 0),
                previews: [.data(Data("1".utf8), name: "1.gif"), .stream(pieces, name: "2")], tags: ["x", "y"],
                marks: [1, 2], isPublic: true, notify: true, ifMatch: "*")
        }
        #expect(received.line == "POST /albums/7/photos?notify=1 HTTP/1.1")
        #expect(received["If-Match"] == "*" && received["Authorization"] == "Bearer abc")
        #expect(
            body
                == form(
                    ("name=\"caption\"", "a\r\nё \"b\""),
                    ("name=\"place\"\r\nContent-Type: application/json", #"{"city":"Bern","at":0.5}"#),
                    (
                        "name=\"photo\"; filename=\"\(url.lastPathComponent)\"\r\nContent-Type: image/jpeg",
                        "JPEG\r\n--B"
                    ), ("name=\"taken\"", "1970-01-01T00:00:00Z"),
                    ("name=\"previews\"; filename=\"1.gif\"\r\nContent-Type: image/png", "1"),
                    ("name=\"previews\"; filename=\"2\"\r\nContent-Type: image/png", "ab"),
                    ("name=\"tags\"", "x,y"), ("name=\"marks\"", "1"), ("name=\"marks\"", "2"),
                    ("name=\"isPublic\"", "true")))
    }

    @Test func membersInBrackets() async throws {
        let (_, body) = try await exchange {
            $0.albums.brackets(
                place: .init(city: "Bern"), tags: ["a", "b"], file: .data(Data(), name: "n.txt"),
                more: [.data(Data("1".utf8), name: "1"), .data(Data("2".utf8), name: "2")])
        }
        #expect(
            body
                == form(
                    ("name=\"place[city]\"", "Bern"), ("name=\"tags[]\"", "a"), ("name=\"tags[]\"", "b"),
                    ("name=\"file\"; filename=\"n.txt\"\r\nContent-Type: text/plain", ""),
                    ("name=\"more[]\"; filename=\"1\"\r\nContent-Type: image/png", "1"),
                    ("name=\"more[]\"; filename=\"2\"\r\nContent-Type: image/png", "2")))
    }

    @Test("A form without files is sent in parts, with the media types of its fields")
    func withoutFiles() async throws {
        let (_, body) = try await exchange { $0.messages.send(payloadJSON: .init(city: "ё"), html: "<p>") }
        #expect(
            body
                == form(
                    ("name=\"payload_json\"\r\nContent-Type: application/json", #"{"city":"ё"}"#),
                    ("name=\"html\"\r\nContent-Type: text/html", "<p>"), ("name=\"kind\"", "plain")))
    }

    @Test("Each element of a repeated list is a part of its own, with its media type")
    func listsOfObjects() async throws {
        let (a, b) = (PartsAPI.Place(city: "Bern"), PartsAPI.Place(city: "ё"))
        let (_, body) = try await exchange {
            $0.places.add(each: [a, b], typed: [a], words: ["x", "\""], whole: [a, b])
        }
        let json = "Content-Type: application/json"
        #expect(
            body
                == form(
                    ("name=\"each\"\r\n\(json)", #"{"city":"Bern"}"#), ("name=\"each\"\r\n\(json)", #"{"city":"ё"}"#),
                    ("name=\"typed\"\r\nContent-Type: application/vnd.place+json", #"{"city":"Bern"}"#),
                    ("name=\"words\"\r\n\(json)", #""x""#), ("name=\"words\"\r\n\(json)", #""\"""#),
                    ("name=\"whole\"\r\n\(json)", #"[{"city":"Bern"},{"city":"ё"}]"#)))
    }

    @Test("A form of parts has the media type of its method, with a boundary")
    func mediaTypeOfAForm() async throws {
        let server = try LoopbackServer { _ in .http(200, [], "7") }
        try await PartsAPI(server).notes.add(text: "a").send()
        let received = try #require(server.received.first)
        let type = try #require(received["Content-Type"])
        let start = "multipart/form-data; charset=utf-8; boundary="
        #expect(type.hasPrefix(start))
        #expect(received.body.hasPrefix("--\(type.dropFirst(start.count))\r\n"))
    }

    /// The names that the Web Platform Tests give files, `form-submission-0/multipart-formdata`.
    @Test(
        "Quotes and line breaks are escaped in the name of a file, and all else is unchanged",
        arguments: [
            ("b\u{0}c", "b\u{0}c"), ("b\nc", "b%0Ac"), ("b\rc", "b%0Dc"), ("b\r\nc", "b%0D%0Ac"),
            ("b\n\rc", "b%0A%0Dc"),
            ("b\"c", "b%22c"), ("b'c", "b'c"), ("b\\c", "b\\c"), ("ə.txt", "ə.txt"), ("💩", "💩"),
        ])
    func fileNames(_ name: String, _ sent: String) async throws {
        let (_, body) = try await exchange { $0.photos.search(photo: .data(Data(), name: name, type: "text/plain")) }
        #expect(body == form(("name=\"photo\"; filename=\"\(sent)\"\r\nContent-Type: text/plain", "")))
    }

    /// The response to one file must not be taken for the response to another one of the same name.
    @Test func searchesByFilesAreNotCached() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            .http(
                200, ["Cache-Control: max-age=60"],
                "\(count.withLock { $0 += 1; return $0 })")
        }
        let api = PartsAPI(server)
        #expect(try await api.photos.search(photo: .data(Data("a".utf8))).send() == 1)
        #expect(try await api.photos.search(photo: .data(Data("b".utf8))).send() == 2)
    }

    @Test("The description of an upload shows its arguments, with files by their names")
    func descriptions() {
        let request = PartsAPI(account: .anonymous).albums.add(
            album: 7, caption: "x", photo: .data(Data(), name: "a.jpg"), previews: [])
        #expect("\(request)" == "albums.add(album: 7, caption: \"x\", photo: a.jpg, previews: )")
    }
}
