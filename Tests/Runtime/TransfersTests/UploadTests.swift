import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of an upload in several steps as one call, against a server in the roles of VK and its upload servers.
@Suite(.eachTransport) struct UploadTests {
    /// Returns a client of a server like VK. The test chooses the response of the file's server.
    private func vk(_ said: String = #"{"server":3,"photos_list":"[{\"a\":1}]","hash":"h"}"#, status: Int = 200) throws
        -> LoopbackServer
    {
        let port = Locked(UInt16(0))
        let server = try LoopbackServer { request in
            switch request.target {
            case "/photos.getUploadServer":
                .http(
                    200, [],
                    #"{"response":{"upload_url":"http://127.0.0.1:\#(port.withLock { $0 })/upload?act=secret-act","album_id":7}}"#
                )
            case "/upload?act=secret-act": .http(status, [], said)
            case "/photos.save": .http(200, [], #"{"response":[{"id":1}]}"#)
            default: .http(404)
            }
        }
        port.withLock { $0 = server.port }
        return server
    }

    private func upload(
        _ file: Upload, _ service: Service, saves: Bool = true,
        answers: [String] = ["server", "photos_list", "digest=hash", "all="]
    ) -> UploadRequest<JSON> {
        var server = Call(service.client, .init("photos.getUploadServer", reads: true))
        server.add("album_id", 7)
        var save = Call(service.client, .init("photos.save"))
        save.add("album_id", 7)
        save.add("caption", "nice")
        return UploadRequest(
            file, field: "file1", name: "photos.upload", service.client, server: server, save: saves ? save : nil,
            answers: answers)
    }

    private func error(_ file: Upload, _ server: LoopbackServer) async -> APIError? {
        let request = upload(file, Service(server))
        return await failure { () throws(APIError) in try await request.send() }
    }

    /// No step of a suspended upload is sent.
    @Test func suspendedBeforeEachStep() async throws {
        let server = try vk()
        let barrier = Barrier()
        let service = Service(server, middlewares: [barrier])
        let running = upload(.data(Data("JPEG".utf8), name: "a.jpg"), service).start()
        for step in 0..<3 {
            while barrier.waiting.withLock({ $0 }) == step { try await Task.sleep(for: .milliseconds(1)) }
            running.suspend()
            barrier.open(step + 1)
            try await Task.sleep(for: .milliseconds(50))
            #expect(server.received.count == step && running.state == .suspended)
            running.resume()
        }
        #expect(try await running.value[0]?["id"]?.intValue == 1)
    }

    @Test("An upload asks for an address, sends the file without the token, and saves the response")
    func threeSteps() async throws {
        let server = try vk()
        let photo = try await upload(.data(Data("JPEG".utf8), name: "a.jpg"), Service(server)).send()
        #expect(photo[0]?["id"]?.intValue == 1)
        let received = server.received
        #expect(received.map { $0.target } == ["/photos.getUploadServer", "/upload?act=secret-act", "/photos.save"])
        #expect(received[0].body == "album_id=7&access_token=secret-token")
        #expect(
            received[1].body.contains("name=\"file1\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\nJPEG\r\n"))
        #expect(!received[1].head.contains("secret-token") && !received[1].body.contains("secret-token"))
        #expect(
            received[2].body.hasPrefix(
                "album_id=7&caption=nice&server=3&photos_list=%5B%7B%22a%22%3A1%7D%5D&digest=h&all=%7B%22server"))
    }

    /// The server for VK's stories puts its response into an envelope.
    @Test func answersInsideAnObject() async throws {
        let server = try vk(#"{"response":{"upload_result":"r","sizes":[1]},"a.b":"c"}"#)
        let answers = ["upload_results=response.upload_result", "sizes=response.sizes", "dotted=a.b"]
        _ = try await upload(.data(Data()), Service(server), answers: answers).send()
        #expect(server.received[2].body.contains("&upload_results=r&sizes=%5B1%5D&dotted=c&"))

        let absent = try vk(#"{"response":{"upload_result":"r"}}"#)
        let error = await failure { () throws(APIError) in
            try await upload(.data(Data()), Service(absent), answers: ["sizes=response.sizes"]).send()
        }
        #expect(error?.code == .undecodable && error?.message?.contains(#"has no "response.sizes""#) == true)
    }

    @Test("An upload without a saving step returns the response of its first step")
    func withoutSaving() async throws {
        let server = try vk("anything")
        let answer = try await upload(.data(Data()), Service(server), saves: false).send()
        #expect(answer["album_id"]?.intValue == 7 && server.received.count == 2)
    }

    /// Yandex Disk takes files by PUT, without a form.
    @Test func asItIs() async throws {
        let port = Locked(UInt16(0))
        let server = try LoopbackServer { request in
            switch request.line {
            case "GET /upload?path=a&access_token=secret-token HTTP/1.1":
                .http(
                    200, [],
                    #"{"response":{"href":"http://127.0.0.1:\#(port.withLock { $0 })/put?x=1","method":"PUT"}}"#)
            case "PUT /put?x=1 HTTP/1.1": .http(201)
            case "POST /self?path=a&access_token=secret-token HTTP/1.1": .http(201, [], #"{"response":4}"#)
            default: .http(405)
            }
        }
        port.withLock { $0 = server.port }
        let service = Service(server)
        let folder = try Folder()
        let stream = AsyncStream<Data> { stream in
            for piece in ["JP", "EG"] { stream.yield(Data(piece.utf8)) }
            stream.finish()
        }
        for file in [
            Upload.data(Data("JPEG".utf8), name: "a.jpg"), .file(try folder.file("a.jpg", Data("JPEG".utf8))),
            .stream(stream, name: "a.jpg"),
        ] {
            var link = Call(service.client, .init("link", .get, "upload", parameters: .query, reads: true))
            link.add("path", "a")
            let request = UploadRequest<JSON>(
                raw: file, verb: .put, name: "files.upload", service.client, server: link, url: "href")
            #expect(try await request.send()["method"] == "PUT")
            let sent = try #require(server.received.last)
            #expect(
                sent.body == "JPEG" && sent["Content-Type"] == "image/jpeg" && sent["Content-Length"] == "4"
                    && !sent.head.contains("secret"))
        }
        var call = Call(service.client, .init("files.put", .post, "self", parameters: .query))
        call.add("path", "a")
        #expect(try await UploadRequest<JSON>(raw: .data(Data("JPEG".utf8)), call).send() == 4)
        let missing = UploadRequest<JSON>(raw: .file(URL(filePath: "/nowhere/a.jpg")), call)
        let error = await failure { () throws(APIError) in try await missing.send() }
        #expect(
            error?.code == .storage && error?.message?.contains("a.jpg cannot be opened") == true
                && server.received.count == 7)
    }

    /// The session once sent as many bytes of the file as the link's path has.
    @Test func aLinkToAFile() async throws {
        let server = try LoopbackServer(#"{"response":4}"#)
        let folder = try Folder()
        let (file, link) = (try folder.file("a rather long name.jpg", pattern(100_000)), folder["link"])
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let call = Call(Service(server).client, .init("files.put", .post, "self", parameters: .query))
        #expect(try await UploadRequest<JSON>(raw: .file(link), call).send() == 4)
        let sent = try #require(server.received.last)
        #expect(try sent.bytes.count == 100_000 && Data(sent.bytes) == Data(contentsOf: file))
        var form = Multipart()
        form.add("file", .file(link))
        #expect(try form.length() ?? 0 > 100_000)
    }

    @Test("The progress of an upload rises to the size of the form, and the call keeps its signature")
    func progress() async throws {
        let server = try vk()
        let folder = try Folder()
        let running = upload(.file(try folder.file("a.jpg", pattern(2_000_000))), Service(server)).signature("my photo")
            .start()
        var steps: [TransferProgress] = []
        for await step in running.progress { steps.append(step) }
        #expect(steps.map(\.sent.bytes) == steps.map(\.sent.bytes).sorted())
        #expect(
            steps.last?.sent.bytes == server.received[1].bytes.count
                && steps.last?.sent.total == server.received[1].bytes.count)
        #expect(running.signature == "my photo")
        #expect(try await running.value[0]?["id"]?.intValue == 1)
    }

    @Test("A refusal of the upload server is an error with its message")
    func refused() async throws {
        let error = try await error(
            .data(Data()), vk(#"{"error":"ERR_UPLOAD_BAD_IMAGE_SIZE: market photo min size 400x400"}"#))
        #expect(error?.code == .server && error?.message?.contains("ERR_UPLOAD_BAD_IMAGE_SIZE") == true)
    }

    @Test func answersThatAreNone() async throws {
        #expect(try await error(.data(Data()), vk("<html>"))?.code == .undecodable)
        let incomplete = try await error(.data(Data()), vk(#"{"server":1,"hash":"h"}"#))
        #expect(incomplete?.message?.contains("photos_list") == true)
        #expect(try await error(.data(Data()), vk("", status: 413))?.status == 413)
    }

    /// The upload is not retried, because the server may have the file.
    @Test func aServerThatBreaksOff() async throws {
        let port = Locked(UInt16(0))
        let server = try LoopbackServer { request in
            request.target == "/photos.getUploadServer"
                ? .http(
                    200, [],
                    #"{"response":{"upload_url":"http://127.0.0.1:\#(port.withLock { $0 })/upload?act=secret-act"}}"#)
                : .reset
        }
        port.withLock { $0 = server.port }
        let error = await error(.data(pattern(1000)), server)
        #expect(error?.code == .connection && server.received.count == 2)
        #expect(error.map { !"\($0)".contains("secret-act") } == true)
    }

    @Test func nothingIsLeft() async throws {
        let before = try names()
        let server = try vk()
        _ = try await upload(.data(pattern(1000)), Service(server)).send()
        _ = await error(.file(URL(fileURLWithPath: "/nothing")), server)
        // Other tests have files there too for a while.
        var left = try names().subtracting(before)
        for _ in 0..<6000 where !left.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
            left.formIntersection(try names())
        }
        #expect(left.isEmpty)
    }

    private func names() throws -> Set<String> {
        Set(
            try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path).filter {
                $0.hasPrefix("methodical-upload-")
            })
    }

    @Test("An upload that is cancelled during its first step fails as cancelled")
    func cancelled() async throws {
        let server = try LoopbackServer { _ in .late(60) }
        let running = upload(.data(Data()), Service(server)).start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        running.cancel()
        #expect(await failure { () throws(APIError) in try await running.value }?.code == .cancelled)
    }

    /// The file is larger than memory would hold twice. `Benchmarks/run transfers` measures the memory.
    @Test func largeFilesBothWays() async throws {
        let folder = try Folder()
        let served = ServedFile(data: Data(repeating: 7, count: 30_000_000))
        let server = try LoopbackServer {
            $0.verb == "GET" ? served.reply($0, piece: 1 << 18) : .http(200, [], "\($0.bytes.count)")
        }
        let service = Service(server)
        #expect(try await service.download(server.url(), to: folder["film"]).send() == served.data.count)
        var form = Multipart()
        form.add("file", .file(folder["film"]))
        let length = try #require(try form.length())
        #expect(try await service.upload(form, to: server.url(), as: Int.self).send() == length)
    }
}
