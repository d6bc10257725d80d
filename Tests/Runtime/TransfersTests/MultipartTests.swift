import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of the bytes of a form with files.
@Suite struct MultipartTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: $0 + "/python3") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }

    private func body(_ form: Multipart) async throws -> Data {
        try await form.write(to: folder["body"])
        return try Data(contentsOf: folder["body"])
    }

    @Test func aFormByteForByte() async throws {
        var form = Multipart()
        form.add("album", "7")
        form.add("file1", .data(Data("JPEG".utf8), name: "a.jpg"))
        let text = """
            --B\r
            Content-Disposition: form-data; name="album"\r
            \r
            7\r
            --B\r
            Content-Disposition: form-data; name="file1"; filename="a.jpg"\r
            Content-Type: image/jpeg\r
            \r
            JPEG\r
            --B--\r

            """
        #expect(try await body(form) == Data(text.replacingOccurrences(of: "B", with: form.boundary).utf8))
        #expect(form.contentType == "multipart/form-data; boundary=\(form.boundary)")
        #expect(form.boundary.utf8.count <= 70 && form.boundary != Multipart().boundary)
    }

    /// The encoding of browsers: HTML, "multipart/form-data encoding algorithm".
    @Test(
        "Names of fields and files in a form are escaped as browsers escape them",
        arguments: [
            ("a\"b", "a%22b", "a%22b"), ("a\nb", "a%0D%0Ab", "a%0Ab"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
            ("a\rb", "a%0D%0Ab", "a%0Db"),
            ("ф%;\\", "ф%;\\", "ф%;\\"), ("a\u{0}b", "a\u{0}b", "a\u{0}b"),
        ])
    func names(_ name: String, field: String, file: String) async throws {
        var form = Multipart()
        form.add(name, .data(Data(), name: name, type: "text/plain"))
        let text = String(decoding: try await body(form), as: UTF8.self)
        #expect(text.contains("; name=\"\(field)\"; filename=\"\(file)\"\r\nContent-Type: text/plain\r\n\r\n"))
    }

    /// A media type could otherwise begin another line of a part's head, or a part of its own.
    @Test(arguments: ["text/plain\r\nX-Evil: 1", "text/plain\n", "a\rb", "a\u{0}b", "a\u{85}b", "a\u{2028}b"])
    func aMediaTypeWithALineBreakIsRefused(_ type: String) async throws {
        let server = try LoopbackServer("{}")
        var fields = Multipart()
        fields.add("f", "v", type: type)
        var files = Multipart()
        files.add("f", .data(Data(), type: type))
        for form in [fields, files] {
            #expect(throws: APIError.self) { try form.length() }
            let upload = try Service(server).upload(form, to: server.url())
            let error = await failure { () throws(APIError) in try await upload.send() }
            #expect(error?.code == .invalidRequest && error?.message?.contains(#"the part "f""#) == true)
        }
        #expect(server.received.isEmpty)
    }

    /// A defect of the old SDK.
    @Test func theLengthIsRight() async throws {
        let server = try LoopbackServer(#"{"ok":1}"#)
        var form = Multipart()
        form.add("имя", "значение\nна двух строках")
        form.add("empty", .data(Data()))
        form.add("file", .file(try folder.file("ф.txt", pattern(70_000))))
        let length = try #require(try form.length())
        #expect(try await body(form).count == length)
        try await Service(server).upload(form, to: server.url()).send()
        let received = try #require(server.received.first)
        #expect(received["Content-Length"] == "\(length)" && received["Transfer-Encoding"] == nil)
        #expect(received["Content-Type"] == form.contentType)
        #expect(try await received.bytes == body(form))
    }

    @Test func aStreamsLengthIsKnownWhenItIsSent() async throws {
        let server = try LoopbackServer("{}")
        var form = Multipart()
        let pieces = AsyncStream<Data> { stream in
            for index in 0..<10 { stream.yield(pattern(1000, seed: index)) }
            stream.finish()
        }
        form.add("file", .stream(pieces))
        #expect(try form.length() == nil)
        try await Service(server).upload(form, to: server.url()).send()
        let received = try #require(server.received.first)
        #expect(received["Content-Length"] == "\(received.bytes.count)")
        #expect(received.bytes.range(of: (0..<10).reduce(Data()) { $0 + pattern(1000, seed: $1) }) != nil)
    }

    @Test("A form fails if a part cannot be read or if the body cannot be written")
    func brokenParts() async throws {
        struct Broken: Error {}
        var missing = Multipart()
        missing.add("file", .file(folder["nothing"]))
        #expect(await failure { () throws(APIError) in try await missing.write(to: folder["body"]) }?.code == .storage)
        var broken = Multipart()
        broken.add("file", .stream(AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Broken()) }))
        #expect(
            await failure { () throws(APIError) in try await broken.write(to: folder["body"]) }?.cause?.domain
                == "Broken")
        #if os(Linux)
            var form = Multipart()
            form.add("a", "b")
            let error = await failure { () throws(APIError) in
                try await form.write(to: URL(fileURLWithPath: "/dev/full"))
            }
            #expect(error?.code == .storage && error?.cause?.code == 28)
        #endif
    }

    @Test(
        "Python's parser reads back what was written",
        .enabled(if: python != nil, "there is no python3 to read it"))
    func readBack() async throws {
        let parts = [
            ("plain", "text", Data("a value".utf8)), ("quote\"d", "a \"file\".jpg", Data([0, 1, 13, 10, 255, 45, 45])),
            ("line\nbreak", "ф 猫.bin", pattern(100_000)), ("empty", "none", Data()),
            ("lines", "l.txt", Data("\r\n--\r\n\r\n".utf8)),
        ]
        var form = Multipart()
        for (name, file, data) in parts { form.add(name, .data(data, name: file)) }
        _ = try await body(form)
        let script = """
            import email, email.policy, json, sys, hashlib
            with open(sys.argv[1], "rb") as file: body = file.read()
            head = ("Content-Type: " + sys.argv[2] + "\\r\\n\\r\\n").encode()
            message = email.message_from_bytes(head + body, policy=email.policy.HTTP)
            assert message.is_multipart() and not message.defects, message.defects
            for part in message.iter_parts():
                raw = dict(part.raw_items())["Content-Disposition"].encode("utf-8", "surrogateescape").decode()
                data = part.get_payload(decode=True)
                print(json.dumps([raw, len(data), data[:8].hex(), data[-8:].hex()], ensure_ascii=False))
            """
        let process = Process()
        process.executableURL = Self.python
        process.arguments = ["-c", script, folder["body"].path, form.contentType]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
            separator: "\n")
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        func hex(_ data: Data) -> String {
            data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        func escaped(_ name: String, _ lineBreak: String) -> String {
            name.replacingOccurrences(of: "\"", with: "%22").replacingOccurrences(of: "\n", with: lineBreak)
        }
        try #require(lines.count == parts.count)
        for (line, (name, file, data)) in zip(lines, parts) {
            let read = try JSON(json: Array(line.utf8))
            #expect(
                read[0]?.stringValue
                    == "form-data; name=\"\(escaped(name, "%0D%0A"))\"; filename=\"\(escaped(file, "%0A"))\"")
            #expect(read[1]?.intValue == data.count)
            #expect(read[2]?.stringValue == hex(data.prefix(8)) && read[3]?.stringValue == hex(data.suffix(8)))
        }
    }
}
