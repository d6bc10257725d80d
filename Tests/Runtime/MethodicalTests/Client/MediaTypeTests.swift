import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of responses whose media type is not what the call asks for, such as the page of a captive portal.
@Suite(.eachTransport) struct MediaTypeTests {
    private static let page = "<!DOCTYPE html>\n<html><body>Sign in to this network</body></html>"

    private func service(_ server: LoopbackServer, observers: [any ClientObserver] = []) -> Service {
        Service(
            client: Client(
                Service.api, account: Account(id: 1), transport: TestedTransport.make(),
                configuration: .init(baseURL: server.baseURL, observers: observers, cache: MemoryStore())))
    }

    private func server(_ type: String?, _ body: String, status: Int = 200) throws -> LoopbackServer {
        try LoopbackServer { _ in .http(status, type.map { ["Content-Type: \($0)"] } ?? [], body) }
    }

    // MARK: Writes without a result

    /// A captive portal has not performed the write.
    @Test(arguments: [
        "text/html", "text/html; charset=utf-8", "TEXT/HTML;charset=UTF-8", "application/xhtml+xml", " text/html ",
    ])
    func aPageIsNotTheResultOfAWrite(type: String) async throws {
        for body in [Self.page, "\u{FEFF}\r\n\t <html>", "<?xml version=\"1.0\"?><html/>", "<!-- -->"] {
            let server = try server(type, body)
            let error = try await failure(service(server).write(Method("notes.delete")))
            #expect(error.code == .undecodable && error.status == 200)
            #expect(error.message?.contains("captive portal") == true, "\(error)")
            #expect(error.headers["Content-Type"] != nil)
            #expect(server.received.count == 1, "the write is not sent again")
        }
    }

    /// Real services answer writes in all these ways.
    @Test(
        arguments: [
            ("application/json", "{}"), ("application/json; charset=utf-8", #"{"ok":true}"#), ("text/plain", "ok"),
            ("text/plain", ""), (nil, ""), (nil, "ok"), (nil, "{}"), ("application/xml", "<ok/>"),
            ("text/xml", "<ok/>"),
            ("application/octet-stream", "1"), ("text/html", ""), ("text/html; charset=utf-8", ""), ("x", "y"),
            ("", "y"),
            ("application/problem+json", "{}"), ("text/css", "ok"),
        ] as [(String?, String)])
    func otherResponsesToAWriteAreResults(type: String?, body: String) async throws {
        let server = try server(type, body)
        let response = try await service(server).write(Method("notes.delete")).response()
        #expect(response.mismatches.isEmpty && response.status == 200)
    }

    @Test(arguments: [201, 202, 204]) func otherSuccessesWithoutABody(status: Int) async throws {
        let server = try server("text/html", "", status: status)
        #expect(try await service(server).write(Method("notes.delete")).response().status == status)
    }

    /// Some servers label every response as HTML. That is a mismatch, which observers see.
    @Test(arguments: ["ok", "1", #"{"ok":true}"#]) func aWrongLabelIsAMismatch(body: String) async throws {
        let server = try server("text/html; charset=utf-8", body)
        let log = Mismatches()
        let request = service(server, observers: [log]).write(Method("notes.delete"))
        try await request.send()
        #expect(
            log.all == [
                "Content-Type: expected application/json, application/octet-stream, found text/html; charset=utf-8"
            ])
        #expect(try await failure(request.reading(.strict)).code == .undecodable)
    }

    /// A method that asks for HTML gets it, however it does so.
    @Test func whoAsksForHTMLGetsIt() async throws {
        let server = try server("text/html", Self.page)
        let service = service(server)
        try await service.write(Method("m", accept: "text/html")).send()
        try await service.write(Method("m", accept: "application/json, text/*;q=0.5")).send()
        try await service.write(Method("m", accept: "*/*")).send()
        try await service.write(Method("m")).header("accept", "application/xhtml+xml").send()
        #expect(try await service.text(accept: "text/html").send() == Self.page)
        #expect(try await service.bytes(accept: "text/html, image/png").send() == Data(Self.page.utf8))
        #expect(try await service.request(.get, server.baseURL).send().body == Data(Self.page.utf8))
    }

    @Test func aMiddlewareMayAskForHTML() async throws {
        struct AskingForHTML: Middleware {
            func handleCall(
                _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
            ) async throws -> HTTPResponse {
                var settings = settings
                settings.headers["Accept"] = "text/html"
                return try await next(settings)
            }
        }
        let server = try server("text/html", Self.page)
        let client = Client(
            Service.api, transport: TestedTransport.make(),
            configuration: .init(baseURL: server.baseURL, middlewares: [AskingForHTML()]))
        try await Service(client: client).write(Method("m")).send()
    }

    // MARK: Results that are not parsed

    @Test func aPageIsNoFileAndNoText() async throws {
        let server = try server("text/html", Self.page)
        let service = service(server)
        for accept in ["application/pdf", "image/*", "application/octet-stream", "audio/mpeg, audio/ogg"] {
            let error = try await failure(service.bytes(accept: accept))
            #expect(error.code == .undecodable && error.message?.contains(accept) == true, "\(error)")
        }
        for accept in ["text/csv", "text/plain"] {
            #expect(try await failure(service.text(accept: accept)).code == .undecodable)
        }
        #expect(try await failure(service.string()).code == .undecodable)
        #expect(try await failure(service.text(accept: "text/plain", statuses: "200=true")).code == .undecodable)
    }

    /// A message in JSON or XML with the status 200 is no picture.
    @Test func aMessageIsNoPicture() async throws {
        for type in ["application/json", "application/problem+json", "application/xml", "text/xml"] {
            let server = try server(type, "{}")
            #expect(try await failure(service(server).bytes(accept: "image/png")).code == .undecodable, "\(type)")
        }
    }

    /// Servers label files in many ways, so other types contradict nothing.
    @Test(arguments: [
        ("application/pdf", "application/x-pdf"), ("image/png", "image/jpeg"), ("text/csv", "application/vnd.ms-excel"),
        ("application/zip", "application/octet-stream"), ("audio/mpeg", "binary/octet-stream"),
        ("video/mp4", "text/plain"), ("application/octet-stream", "application/json"),
        ("image/svg+xml", "image/svg+xml"), ("application/vnd.apple.mpegurl", "audio/mpegurl"),
        ("application/geo+json", "application/json"), ("application/rss+xml", "text/xml"),
    ])
    func otherLabelsAreAccepted(accept: String, type: String) async throws {
        let server = try server(type, "abc")
        #expect(try await service(server).bytes(accept: accept).send() == Data("abc".utf8))
    }

    /// A page instead of the response does not replace the cached one, also if the server is asked for changes.
    @Test func aPageDoesNotReplaceACachedResponse() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 2
                ? .http(200, ["Content-Type: text/html"], Self.page)
                : .http(200, ["Content-Type: application/pdf", "ETag: \"1\"", "Cache-Control: max-age=0"], "PDF")
        }
        let request = service(server).bytes(accept: "application/pdf")
        #expect(try await request.send() == Data("PDF".utf8))
        #expect(try await failure(request).code == .undecodable)
        #expect(server.received.last?["If-None-Match"] == "\"1\"")
        #expect(try await request.offline().send() == Data("PDF".utf8))
    }
}

private final class Mismatches: ClientObserver {
    private let texts = Locked([String]())
    var all: [String] { texts.withLock { $0 } }

    func observe(_ event: ClientEvent) {
        guard case .mismatches(let mismatches) = event.kind else { return }
        texts.withLock { $0 += mismatches.map(\.description) }
    }
}

private struct Service: APIClient {
    let client: Client
    static let api = plainAPI { _ in }

    func write(_ method: APIEngine.Method) -> Request<NoContent> { Request(Call(client, method)) }
    func string() -> Request<String> { Request(Call(client, Method("m", .get, reads: true))) }

    func bytes(accept: String) -> Request<Data> {
        Request(Call(client, Method("file", .get, accept: accept, reads: true)))
    }

    func text(accept: String, statuses: String? = nil) -> Request<String> {
        Request(Call(client, Method("text", .get, accept: accept, statuses: statuses, reads: true)))
    }
}
