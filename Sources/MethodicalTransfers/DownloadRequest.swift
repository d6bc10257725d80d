import Foundation
import Methodical

/// A file to be fetched: a call like any other, and a value until it is sent.
///
/// What has come lies beside the file under its name with `.part`, so that a download that breaks, is paused, or whose process is killed goes on where
/// it was, whenever it is sent again (`Range` and `If-Range`, RFC 9110, sections 13.1.5 and 14): if the server's file has a strong `ETag` or a date of its
/// last change, and is still the same; else it begins anew. Under the final name there is never less than the whole: the length is checked, then the
/// file takes its name in one step, in place of what was there.
///
/// A download that breaks is repeated as the client's `RetryPolicy` says. An attempt that has brought something is none: the next one counts as the
/// first, and has the call's whole time.
public struct DownloadRequest: Sendable {
    private var request: Request<HTTPResponse>
    private var name: Signature
    private let url: URL
    private let file: URL

    init(_ client: Client, _ url: URL, _ file: URL, _ headers: HTTPHeaders) {
        (self.url, self.file, name) = (url, file, Signature(file.lastPathComponent))
        request = Request(Call(client, .get, url, headers: headers, refusal: "the server does not give the file"))
    }

    /// The same download under a name of the caller's, as for calls: the file's name if nothing is said.
    public func signature(_ value: some Hashable & Sendable) -> DownloadRequest {
        var download = self
        download.name = Signature(value)
        return download
    }

    /// The same download, given up with `.timedOut` when that much time has passed and an attempt has brought nothing.
    public func timeout(_ duration: Duration) -> DownloadRequest {
        var download = self
        download.request = request.timeout(duration)
        return download
    }

    /// The file's length in bytes.
    @discardableResult
    public func send() async throws(APIError) -> Int { try await response(TransferObserver()).value }

    /// Begins now. Of what it returns, `progress` tells how far it is, `suspend()` ends the connection, and `resume()` goes on where it was.
    public func start() -> RunningCall<Int> {
        RunningCall(name) { transfer throws(APIError) in try await response(transfer) }
    }

    private func response(_ transfer: TransferObserver) async throws(APIError) -> Response<Int> {
        do throws(APIError) { return try await answer(transfer) } catch { throw error.named(request.method, name) }
    }

    private func answer(_ transfer: TransferObserver) async throws(APIError) -> Response<Int> {
        let part = try PartialFile(for: file, url)
        defer { part.unlock() }
        // Whether it is still the server's nobody can say then, as with all that is kept.
        if request.call.client.isOffline, try part.isWhole() { return Response(try part.finish(), of: HTTPResponse(status: 200)) }
        let download = Download(part, transfer)
        transfer.onPause { download.pauses.set($0) }
        defer { transfer.onPause(nil) }
        let answer = try await request.signature(name).response(observing: TransferObserver(of: download))
        return Response(download.length, of: answer.value)
    }
}

/// The address may hold secrets.
extension DownloadRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Verb, host and the file's name: `GET cdn.example to film.mp4`.
    public var description: String { "\(request.method) to \(file.lastPathComponent)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A download under way: each attempt asks for what is missing.
private final class Download: PiecewiseAnswer {
    let pauses = Pauses()
    private let part: PartialFile
    private let transfer: TransferObserver
    /// Where the last attempt began.
    private let start = Locked(0)
    private let whole = Locked(0)

    init(_ part: PartialFile, _ transfer: TransferObserver) { (self.part, self.transfer) = (part, transfer) }

    var length: Int { whole.withLock { $0 } }

    func hasGained() throws(APIError) -> Bool { try part.size() > start.withLock { $0 } }

    func exchange(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse {
        let size = try part.size()
        start.withLock { $0 = size }
        while true {
            try await pauses.waiting()
            do {
                return try await pauses.attempt { [self] in try await fetch(request, by: transport) }
            } catch is Pauses.Paused {
                continue
            }
        }
    }

    private func fetch(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse {
        var request = request
        // What is packed has another length than the file, and other parts.
        request.headers["Accept-Encoding"] = "identity"
        request.destination = part.url
        let offset = try part.resume(&request.headers)
        let observer = TransferObserver { [part] head in
            try part.begin(head, at: offset)
        } listener: { [part, transfer] progress in
            var progress = progress
            progress.received.bytes += part.start
            progress.received.total = part.total
            transfer.report(progress)
        }
        let answer = try await transport.send(request, observing: observer)
        switch answer.status {
        case 200, 206:
            let size = try part.finish()
            whole.withLock { $0 = size }
        case 416:
            try part.discard()
            throw APIError(.connection, "the server's file has become shorter than what is here of it")
        // Something else than the file: "in preparation", "nothing there".
        case ..<300: throw APIError.refused(answer.status, "the server does not give the file", answer.headers)
        default: break
        }
        return answer
    }
}

extension APIClient {
    /// Fetches any address to a file. The token goes where `headers` say it goes, and nowhere else.
    public func download(_ url: URL, to file: URL, headers: HTTPHeaders = [:]) -> DownloadRequest { DownloadRequest(client, url, file, headers) }
}
