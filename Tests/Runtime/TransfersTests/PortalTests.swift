import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of transfers to which a captive portal or an expired session responds with a page and the status 200.
@Suite(.eachTransport) struct PortalTests {
    private static let page = LoopbackServer.Reply.http(
        200, ["Content-Type: text/html; charset=utf-8"], "<html>Sign in</html>")

    private func service(_ server: LoopbackServer) -> Service { Service(server, transport: TestedTransport.make()) }

    /// Returns a method whose schema names the type of its file.
    private func file(_ accept: String, _ server: LoopbackServer) -> Request<Data> {
        Request(Call(service(server).client, .init("files.get", .get, "file", accept: accept, reads: true)))
    }

    /// The page gets neither the name of the file nor that of its part.
    @Test(arguments: ["application/pdf", "image/*", "application/octet-stream"])
    func aPageIsNotStoredAsTheFile(accept: String) async throws {
        let folder = try Folder()
        let server = try LoopbackServer { _ in Self.page }
        let file = file(accept, server).download(to: folder["film"])
        let error = await failure { () throws(APIError) in try await file.send() }
        #expect(error?.code == .undecodable && error?.message?.contains("captive portal") == true)
        #expect(try folder.names.isEmpty)
        #expect(server.received.count == 1)
    }

    /// A download that was broken off continues after the page, and has no bytes of it.
    @Test(arguments: [200, 206]) func theFileComesAfterThePage(status: Int) async throws {
        let folder = try Folder()
        let served = ServedFile(data: pattern(300_000))
        let count = Locked(0)
        let server = try LoopbackServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 1: return served.reply(request, cut: 100_000)
            case 2:
                let range = status == 206 ? ["Content-Range: bytes 100000-299999/300000"] : []
                return .http(status, ["Content-Type: text/html"] + range, "<html>")
            default: return served.reply(request)
            }
        }
        let file = file("video/mp4", server).download(to: folder["film"])
        _ = await failure { () throws(APIError) in try await file.send() }
        #expect(try folder.names.contains("film") == false)
        #expect(try await file.send() == 300_000)
        #expect(try Data(contentsOf: folder["film"]) == served.data)
    }

    /// A download by address takes any type, unless its own `Accept` names one.
    @Test func aDownloadByAddressTakesAnyType() async throws {
        let folder = try Folder()
        let server = try LoopbackServer { _ in Self.page }
        let service = service(server)
        let address = try server.url()
        #expect(try await service.download(address, to: folder["page.html"]).send() == 20)
        let film = service.download(address, to: folder["film"], headers: ["Accept": "video/mp4"])
        #expect(await failure { () throws(APIError) in try await film.send() }?.code == .undecodable)
        #expect(try folder.names.contains("film") == false)
    }

    @Test func aMethodThatReturnsPagesStoresThem() async throws {
        let folder = try Folder()
        let server = try LoopbackServer { _ in Self.page }
        #expect(try await file("text/html", server).download(to: folder["page.html"]).send() == 20)
    }

    /// The file was not uploaded if the upload server's response is a page, also if the schema does not read it.
    @Test func aPageIsNotTheResponseOfAnUpload() async throws {
        let server = try LoopbackServer { request in
            if request.line.contains("server") {
                return .http(200, [], #"{"response":{"upload_url":"http://\#(request["Host"] ?? "")/up"}}"#)
            }
            return Self.page
        }
        let call = Call(service(server).client, .init("photos.server", .get))
        let upload = UploadRequest<JSON>(
            .data(Data("x".utf8)), field: "file", name: "photos.upload", call.client, server: call)
        #expect(await failure { () throws(APIError) in try await upload.send() }?.code == .undecodable)
        let method = Call(service(server).client, .init("photos.put"))
        let write = UploadRequest<NoContent>(.data(Data("x".utf8)), field: "file", method)
        #expect(await failure { () throws(APIError) in try await write.send() }?.code == .undecodable)
    }
}
