import Foundation
import Methodical

/// A request that downloads a file. Like other requests, it is a value, and nothing happens until it is sent.
///
/// The received bytes are stored next to the file, in a file with the extension `part`. A download that failed, was
/// paused, or whose process was killed continues from there when it is sent again (`Range` and `If-Range`, RFC 9110,
/// sections 13.1.5 and 14). This requires that the server's file has a strong `ETag` or a `Last-Modified` date, and has
/// not changed. Otherwise the download starts from the beginning. It also does so, once in a call, if the server sends
/// something else than the missing bytes (RFC 9110, section 15.3.7). The final name never refers to an incomplete file:
/// the length is checked first, and then a single rename replaces any existing file.
///
/// A failed download is retried according to the client's `RetryPolicy`. An attempt that received new bytes
/// does not count: the next attempt counts as the first and gets the full timeout.
public struct DownloadRequest: Sendable {
    private var request: Request<HTTPResponse>
    private var name: Call.Signature
    private let file: URL

    init(_ client: Client, url: URL, to file: URL, headers: HTTPHeaders) {
        self.file = file
        name = Call.Signature(file.lastPathComponent)
        request = Request(Call(client, verb: .get, url: url, headers: headers, refusal: "the server refused the file"))
    }

    fileprivate init(_ call: Call, to file: URL) {
        self.file = file
        name = Call.Signature(file.lastPathComponent)
        request = Request<HTTPResponse>(call).cached(for: .never)
    }

    /// Returns a copy of the request with the given tag, which events and errors repeat. The default tag is the
    /// file's name.
    public func signature(_ value: some Hashable & Sendable) -> DownloadRequest {
        var download = self
        download.name = Call.Signature(value)
        return download
    }

    /// Returns a copy of the request that fails with `.timedOut` if the given time passes and an attempt
    /// receives nothing. An attempt that receives new bytes starts the time anew.
    public func timeout(_ duration: Duration) -> DownloadRequest {
        var download = self
        download.request = request.timeout(duration)
        return download
    }

    /// Downloads the file and returns its length in bytes.
    @discardableResult
    public func send() async throws(APIError) -> Int {
        try await response(observing: TransferObserver()).value
    }

    /// Starts the download immediately.
    ///
    /// - Returns: A call that reports `progress`. Its `suspend()` closes the connection, and its `resume()`
    ///   continues the download where it stopped.
    public func start() -> RunningCall<Int> {
        RunningCall(name) { transfer throws(APIError) in try await response(observing: transfer) }
    }

    private func response(observing transfer: TransferObserver) async throws(APIError) -> Response<Int> {
        do throws(APIError) {
            return try await fetch(observing: transfer)
        } catch {
            throw error.named(request.method, signature: name)
        }
    }

    private func fetch(observing transfer: TransferObserver) async throws(APIError) -> Response<Int> {
        let part = try PartialFile(for: file, address: request.call.redactedAddress())
        defer { part.unlock() }
        // An offline client cannot check whether the server's file has changed, as with cached responses.
        if request.call.client.isOffline, try part.isWhole() {
            let length = try part.wholeLength()
            try part.finish()
            return Response(length, of: HTTPResponse(status: 200))
        }
        let download = Download(part, transfer: transfer, time: request.call.client.configuration.time)
        transfer.onPause { download.pauses.set($0) }
        defer { transfer.onPause(nil) }
        do throws(APIError) {
            let received = try await request.signature(name).response(observing: TransferObserver(pieces: download))
            return Response(download.length, of: received.value)
        } catch {
            part.removeIfEmpty()
            throw error
        }
    }
}

// The descriptions leave out the address, because it may contain secrets.
extension DownloadRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The verb, the host and the file's name: `GET cdn.example to film.mp4`.
    public var description: String { "\(request.method) to \(file.lastPathComponent)" }
    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: [:])
    }
}

/// A download in progress. Each attempt requests the bytes that are missing.
private final class Download: PiecewiseResponse {
    let pauses = Pauses()
    private let part: PartialFile
    let transfer: TransferObserver?
    private let time: TimeSource
    /// The size of the partial file when the last attempt began.
    private let start = Locked(0)
    /// The length of the complete file, or `nil` while bytes are missing.
    private let wholeLength = Locked<Int?>(nil)
    /// Indicates whether the server has sent something else than the missing bytes.
    private let hasBegunAnew = Locked(false)

    init(_ part: PartialFile, transfer: TransferObserver, time: TimeSource) {
        self.part = part
        self.transfer = transfer
        self.time = time
    }

    var length: Int { wholeLength.withLock { $0 } ?? 0 }

    /// Indicates whether the last attempt has received new bytes. They do not count after the download has begun anew:
    /// it would never end with a server that breaks off each time and does not send the rest.
    func hasGained() throws(APIError) -> Bool {
        if hasBegunAnew.withLock({ $0 }) {
            return false
        }
        return try part.size() > start.withLock { $0 }
    }

    func finish() throws(APIError) {
        // A middleware may return the response of an attempt after a later one has failed in the middle of the file.
        guard wholeLength.withLock({ $0 }) != nil else {
            throw APIError(.connection, "the file is not complete")
        }
        try part.finish()
    }

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

    /// Requests the missing bytes, and the whole file if the server sends something else.
    private func fetch(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse {
        let began = time.instant()
        var rest = request
        let offset = try part.resume(with: &rest.headers)
        do {
            return try await fetch(rest, from: offset, by: transport)
        } catch let error as UnusableRange {
            wholeLength.withLock { $0 = nil }
            try part.discard()
            // Without an offset, the whole file was requested already.
            guard offset > 0, beginAnew() else {
                throw error
            }
        }
        var whole = request
        whole.timeout = request.timeout.map {
            max(.zero, $0 - (time.instant() - began))
        }
        return try await fetch(whole, from: 0, by: transport)
    }

    /// Records that the download begins anew. Returns `false` if it has done so before.
    private func beginAnew() -> Bool {
        hasBegunAnew.withLock { hasBegunAnew in
            if hasBegunAnew {
                return false
            }
            hasBegunAnew = true
            return true
        }
    }

    /// Requests the bytes from an offset. Throws `UnusableRange` if the server sends others.
    private func fetch(
        _ request: HTTPRequest,
        from offset: Int,
        by transport: any Transport
    ) async throws -> HTTPResponse {
        var request = request
        // A compressed body has another length than the file, and its byte ranges differ.
        request.headers["Accept-Encoding"] = "identity"
        request.destination = part.url
        let expectation = MediaExpectation(accept: request.headers["Accept"])
        let observer = TransferObserver { [part, wholeLength] head in
            let isFile = head.status == 200 || head.status == 206
            if isFile {
                wholeLength.withLock { $0 = nil }
            }
            try expectation.check(head)
            try part.begin(head, at: offset)
        } listener: { [part, transfer] progress in
            var progress = progress
            progress.received.bytes += part.start
            progress.received.total = part.total
            transfer?.report(progress)
        }
        let response = try await transport.send(request, observing: observer)
        switch response.status {
        case 200, 206:
            try part.checkEnd()
            let length = try part.wholeLength()
            wholeLength.withLock { $0 = length }
        case 416 where offset > 0:
            throw UnusableRange("the server's file is now shorter than the part that was downloaded")
        // A success without the file, such as 202 (accepted) or 204 (no content).
        case ..<300:
            throw APIError.refused(
                status: response.status,
                message: "the server refused the file",
                headers: response.headers)
        default:
            break
        }
        return response
    }
}

extension Request where Value == Data {
    /// Returns a request that downloads the response to a file instead of memory:
    /// `store.objects.get(id: 7).download(to: file)`.
    ///
    /// - Parameter file: The final name of the file. Its folder must exist.
    public func download(to file: URL) -> DownloadRequest { DownloadRequest(call, to: file) }
}

extension APIClient {
    /// Returns a request that downloads the given address to a file.
    ///
    /// The account's token is not sent to this address, unless `headers` contains it.
    ///
    /// - Parameters:
    ///   - url: The address of the file.
    ///   - file: The final name of the file. Its folder must exist.
    ///   - headers: Additional header fields.
    public func download(
        _ url: URL,
        to file: URL,
        headers: HTTPHeaders = [:]
    ) -> DownloadRequest {
        DownloadRequest(client, url: url, to: file, headers: headers)
    }
}
