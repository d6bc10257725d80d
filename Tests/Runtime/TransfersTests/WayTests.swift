import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests that a transfer takes the path of every call: it reports events, the client retries it, and an offline client
/// opens no connection for it.
@Suite(.eachTransport) struct WayTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    // MARK: Uploads

    /// Requests the upload server, posts the file and saves it. `reply` is the file server's.
    private func upload(_ log: Log = Log(), _ reply: @escaping @Sendable (Int) -> LoopbackServer.Reply) throws -> (
        LoopbackServer, UploadRequest<JSON>
    ) {
        let (port, posts) = (Locked(UInt16(0)), Locked(0))
        let server = try LoopbackServer { request in
            switch request.target {
            case "/place":
                .http(
                    200, [],
                    #"{"response":{"upload_url":"http://127.0.0.1:\#(port.withLock { $0 })/upload?act=secret-act"}}"#)
            case "/save": .http(200, [], #"{"response":1}"#)
            default:
                reply(
                    posts.withLock {
                        $0 += 1; return $0
                    })
            }
        }
        port.withLock { $0 = server.port }
        let client = Service(server, observers: [log]).client
        let steps = (server: Call(client, APIEngine.Method("place", reads: true)), save: Call(client, .init("save")))
        let file = Upload.data(pattern(1000), name: "a.jpg")
        return (
            server,
            UploadRequest(
                file, field: "f", name: "photos.upload", client, server: steps.server, save: steps.save,
                answers: ["hash"])
        )
    }

    private static let taken = LoopbackServer.Reply.http(200, [], #"{"hash":"h"}"#)

    @Test func everyStepOfAnUploadIsTold() async throws {
        let log = Log()
        let (server, upload) = try upload(log) { _ in Self.taken }
        #expect(try await upload.signature("my photo").send() == 1)
        #expect(
            log.steps == [
                "place: started", "place: sent", "place: finished, HTTP 200", "POST 127.0.0.1:\(server.port): started",
                "POST 127.0.0.1:\(server.port): sent", "POST 127.0.0.1:\(server.port): finished, HTTP 200",
                "save: started", "save: sent",
                "save: finished, HTTP 200",
            ])
        #expect(log.events.allSatisfy { $0.signature == "my photo" })
        #expect(!log.events.map(\.description).joined().contains("secret"))
    }

    @Test func whatIsNotSentYetShowsNoSecret() {
        let client = Service(account: .anonymous).client
        var form = Multipart()
        form.add("token", "secret-field")
        let address = URL(string: "http://127.0.0.1:9/a?key=secret-key") ?? folder.url
        let upload = Service(client: client).upload(
            form, to: address, headers: ["Authorization": "Bearer secret-token"])
        var album = Call(client, .init("photos.add"))
        album.add("album_id", 7)
        album.add("token", "secret-argument", .secret)
        let whole = UploadRequest<JSON>(.data(Data(), name: "a.jpg"), field: "f", album)
        let download = Service(client: client).download(address, to: folder["film.mp4"])
        #expect("\(upload), \(whole), \(form)" == "upload, photos.add(album_id: 7, token: <secret>), form of 1 part")
        #expect("\(download)".hasSuffix(" to film.mp4"))
        var shown = "\(upload) \(whole) \(form) \(download)"
        for value in [upload, whole, form, download] as [Any] { dump(value, to: &shown) }
        #expect(!shown.contains("secret-"))
    }

    /// The server states that it has not taken the file, so it gets the whole file again.
    @Test func anUploadServerThatWantsItLater() async throws {
        let log = Log()
        let (server, upload) = try upload(log) { $0 < 3 ? .http(429, ["Retry-After: 1"]) : Self.taken }
        #expect(try await upload.send() == 1)
        let posts = server.received.filter { $0.target.hasPrefix("/upload") }
        #expect(posts.count == 3 && Set(posts.map(\.bytes)).count == 1 && posts[0].bytes.count > 1000)
        #expect(log.steps.filter { $0.hasSuffix("again after rateLimited") }.count == 2)
        let pauses = log.events.compactMap { if case .retrying(let pause, _) = $0.kind { pause } else { nil } }
        #expect(pauses.allSatisfy { $0 >= .seconds(1) })
    }

    /// After any other failure, the server may have the file.
    @Test(arguments: [LoopbackServer.Reply.http(503), .reset, .http(413)]) func whatIsNotSentAgain(
        reply: LoopbackServer.Reply
    ) async throws {
        let (server, upload) = try upload { _ in reply }
        let error = await failure { () throws(APIError) in try await upload.signature("my photo").send() }
        #expect(error?.signature == "my photo" && error.map { "\($0)".contains("secret-act") } == false)
        #expect(server.received.map(\.target).filter { $0 != "/place" } == ["/upload?act=secret-act"])
    }

    @Test func aServerThatAsksForTooMuchPatience() async throws {
        let (server, upload) = try upload { _ in .http(429, ["Retry-After: 3600"]) }
        let error = await failure { () throws(APIError) in try await upload.send() }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(3600) && server.received.count == 2)
    }

    /// An error between the steps belongs to the upload.
    @Test func everyErrorSaysWhoseItIs() async throws {
        let (server, upload) = try upload { _ in .http(200, [], #"{"error":"ERR_UPLOAD_BAD_IMAGE_SIZE"}"#) }
        let error = await failure { () throws(APIError) in try await upload.signature("my photo").send() }
        #expect(
            error?.description
                == "photos.upload [my photo]: server: the upload server refused the file: ERR_UPLOAD_BAD_IMAGE_SIZE")
        let url = try server.url()
        let form = await failure { () throws(APIError) in
            try await Service(server).upload(Multipart(), to: url, as: Int.self).send()
        }
        #expect(form?.method == "upload" && form?.code == .undecodable)
        let nowhere = Service(server).download(url, to: folder["no/such/folder"]).signature("film")
        let down = await failure { () throws(APIError) in try await nowhere.send() }
        #expect(down?.code == .storage && down?.method == "GET 127.0.0.1:\(server.port)" && down?.signature == "film")
    }

    // MARK: Downloads

    @Test func aDownloadIsTold() async throws {
        let log = Log()
        let served = ServedFile(data: pattern(100_000))
        let count = Locked(0)
        let server = try LoopbackServer { request in
            served.reply(
                request,
                cut: count.withLock {
                    $0 += 1; return $0
                } == 1 ? 60_000 : nil)
        }
        let service = Service(server, observers: [log])
        #expect(try await service.download(server.url("/film?key=secret-key"), to: folder["film"]).send() == 100_000)
        let name = "GET 127.0.0.1:\(server.port)"
        #expect(
            log.steps == [
                "\(name): started", "\(name): sent", "\(name): again after connection", "\(name): sent, attempt 2",
                "\(name): finished, HTTP 206",
            ])
        #expect(
            log.events.allSatisfy { $0.signature == "film" }
                && !log.events.map(\.description).joined().contains("secret"))
        guard case .finished(let finish) = log.events.last?.kind else { return _ = Issue.record("it has not finished") }
        #expect(finish.bytes == 100_000)
    }

    /// Far more interruptions than the retry budget or the policy allow: each attempt has made progress.
    @Test func breaksThatBringSomethingCostNothing() async throws {
        let served = ServedFile(data: pattern(900_000))
        let server = try LoopbackServer { served.reply($0, cut: 6000) }
        let service = Service(server, retries: RetryPolicy(attempts: 2))
        #expect(try await service.download(server.url(), to: folder["film"]).send() == 900_000)
        #expect(server.received.count >= 150)
        #expect(try Data(contentsOf: folder["film"]) == served.data)
        let gone = try LoopbackServer { _ in .http(503) }
        let download = try Service(gone, retries: RetryPolicy(attempts: 5)).download(gone.url(), to: folder["other"])
        let error = await failure { () throws(APIError) in try await download.send() }
        #expect(error?.status == 503 && gone.received.count == 5)
    }

    /// The timeout is that of one attempt, as long as attempts make progress.
    @Test func aDownloadsTime() async throws {
        let served = ServedFile(data: pattern(300_000))
        var isInTime = false
        // On a busy machine, a piece may arrive after a timeout. Then the next one counts.
        for timeout in [Duration.seconds(1), .seconds(8), .seconds(60)] where !isInTime {
            let count = Locked(0)
            let server = try LoopbackServer { request in
                served.reply(
                    request,
                    cut: count.withLock {
                        $0 += 1; return $0
                    } < 3 ? 100_000 : nil, stalls: true)
            }
            let file = folder["film\(server.port)"]
            let bytes = try? await Service(server).download(server.url(), to: file).timeout(timeout).send()
            isInTime = bytes == 300_000 && server.received.count == 3
        }
        #expect(isInTime)
        let silent = try LoopbackServer { _ in .silence }
        let waiting = try Service(silent).download(silent.url(), to: folder["other"]).timeout(.milliseconds(300))
            .signature("another")
        let error = await failure { () throws(APIError) in try await waiting.send() }
        // On a busy machine, the time may be over before the server has the request.
        #expect(error?.code == .timedOut && error?.signature == "another" && silent.received.count <= 1)
    }

    // MARK: Both

    @Test func anOfflineClientOpensNoConnection() async throws {
        let served = ServedFile(data: pattern(1000))
        let server = try LoopbackServer { served.reply($0) }
        let service = Service(server)
        service.client.isOffline = true
        let url = try server.url()
        let down = await failure { () throws(APIError) in try await service.download(url, to: folder["film"]).send() }
        let up = await failure { () throws(APIError) in try await service.upload(Multipart(), to: url).send() }
        #expect(down?.code == .offline && up?.code == .offline && server.connections == 0)
        // A complete partial file is only renamed.
        try pattern(1000).write(to: folder["film.part"])
        try Data(#"{"address":"127.0.0.1/file","validator":"\"1\"","total":1000}"#.utf8).write(
            to: folder["film.part.from"])
        #expect(try await service.download(url, to: folder["film"]).send() == 1000)
        #expect(try folder.names == ["film"] && server.connections == 0)
    }

    /// Rate limits belong to the API. A file's server has none.
    @Test func transfersTakeNoTurn() async throws {
        let server = try LoopbackServer { _ in .http(200, [], "1") }
        let limits: [Token.Kinds: APIDescription.Limit] = [[]: .init(1, per: .seconds(3600))]
        let service = Service(over: Client.Configuration(baseURL: server.baseURL, limits: limits))
        for _ in 0..<3 {
            #expect(try await service.upload(Multipart(), to: server.url(), as: Int.self).send() == 1)
            #expect(try await service.download(server.url(), to: folder["film"]).send() == 1)
        }
    }
}
