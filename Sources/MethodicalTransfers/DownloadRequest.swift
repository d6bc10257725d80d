import Foundation
import Methodical

/// A file to be fetched: a value until it is sent.
///
/// What has come lies beside the file under its name with `.part`, so that a download that breaks, is paused, or whose process is killed goes on where
/// it was, whenever it is sent again (`Range` and `If-Range`, RFC 9110, sections 13.1.5 and 14): if the server's file has a strong `ETag` or a date of its
/// last change, and is still the same; else it begins anew. Under the final name there is never less than the whole: the length is checked, then the
/// file takes its name in one step, in place of what was there.
public struct DownloadRequest: Sendable {
    let client: Client
    let url: URL
    let file: URL
    let headers: HTTPHeaders
    /// How often in a row it may break off without having brought anything.
    private var patience = 3

    init(_ client: Client, _ url: URL, _ file: URL, _ headers: HTTPHeaders) {
        (self.client, self.url, self.file, self.headers) = (client, url, file, headers)
    }

    /// How often in a row the connection may break, or the server fail, without a byte gained, before the download fails: 3 times unless said. Between
    /// two attempts it waits a quarter of a second, half a second, and so on.
    public func patience(_ attempts: Int) -> DownloadRequest {
        var request = self
        request.patience = attempts
        return request
    }

    /// The file's length in bytes.
    @discardableResult
    public func send() async throws(APIError) -> Int { try await response(TransferObserver()).value }

    /// Begins now. Of what it returns, `progress` tells how far it is, `suspend()` ends the connection, and `resume()` goes on where it was.
    public func start() -> RunningCall<Int> {
        RunningCall(Signature(file.lastPathComponent)) { transfer throws(APIError) in try await response(transfer) }
    }

    private func response(_ transfer: TransferObserver) async throws(APIError) -> Response<Int> {
        let pauses = Pauses()
        transfer.onPause { pauses.set($0) }
        defer { transfer.onPause(nil) }
        do {
            let part = try PartialFile(for: file, url)
            var failures = 0
            while true {
                try await pauses.waiting()
                let size = try part.size()
                do {
                    let answer = try await pauses.attempt { try await fetch(part, transfer) }
                    return Response(try part.finish(), of: answer)
                } catch is Pauses.Paused {
                    continue
                } catch {
                    let error = APIError(transport: error, hiding: [])
                    failures = try part.size() > size ? 1 : failures + 1
                    guard error.mayPass, failures < patience else { throw error }
                    try await client.configuration.time.sleep(.milliseconds(250 << min(failures - 1, 6)))
                }
            }
        } catch {
            throw APIError(transport: error, hiding: [url.absoluteString, url.query ?? ""])
        }
    }

    private func fetch(_ part: PartialFile, _ transfer: TransferObserver) async throws -> HTTPResponse {
        if try part.isWhole() { return HTTPResponse(status: 200) }
        var request = HTTPRequest(verb: .get, url: url, headers: headers, timeout: client.configuration.timeout)
        // What is packed has another length than the file, and other parts.
        request.headers["Accept-Encoding"] = "identity"
        request.destination = part.url
        request.isRepeatable = true
        let offset = try part.resume(&request.headers)
        let observer = TransferObserver { head in
            try part.begin(head, at: offset)
        } listener: { progress in
            var progress = progress
            progress.received.bytes += part.start
            progress.received.total = part.total
            transfer.report(progress)
        }
        let answer = try await client.transport.send(request, observing: observer)
        switch answer.status {
        case 200, 206: return answer
        case 416:
            try part.discard()
            throw APIError(.connection, "the server's file has become shorter than what is here of it")
        default: throw APIError.refused(answer.status, "the server does not give the file")
        }
    }
}

extension APIError {
    /// A connection that broke, a server that is overloaded: another attempt may succeed.
    fileprivate var mayPass: Bool { [.connection, .timedOut, .offline, .rateLimited].contains(code) || (status ?? 0) >= 500 }
}

extension APIClient {
    /// Fetches any address to a file. The token goes where `headers` say it goes, and nowhere else.
    public func download(_ url: URL, to file: URL, headers: HTTPHeaders = [:]) -> DownloadRequest { DownloadRequest(client, url, file, headers) }
}
