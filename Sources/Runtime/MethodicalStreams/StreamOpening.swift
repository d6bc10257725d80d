import Foundation
import Methodical

/// The opening of a stream. The call counts as complete when the head of its response has arrived, so tokens, limits,
/// retries and refusals work as for any other call.
final class StreamOpening: PiecewiseResponse {
    /// The response of a successful opening.
    struct Opened: Sendable {
        /// The body, or `nil` if the server ends the stream with the status 204 or 205.
        let body: StreamBuffer?
        /// The content type, if it shows that the response is not a stream.
        let otherType: String?
        let isGET: Bool
    }

    private let format: StreamFormat
    /// The id after which the stream continues, or `nil` if it begins where the server wants.
    private let lastID: String?
    /// The event to report: the stream cannot continue after its last event.
    let event: ClientEvent.Kind?
    private let result = Locked<Opened?>(nil)

    /// Prepares an opening.
    ///
    /// - Parameters:
    ///   - format: The format of the stream.
    ///   - lastID: The id of the last event, or an empty text without one.
    ///   - isChecked: Indicates whether an id that cannot be a header field fails the call. Otherwise it is left out.
    init(_ format: StreamFormat, after lastID: String, isChecked: Bool) {
        self.format = format
        let canBeSent = (try? HTTPHeaders.checked("Last-Event-ID", value: lastID)) != nil
        if canBeSent || isChecked {
            self.lastID = lastID.isEmpty ? nil : lastID
            event = nil
        } else {
            self.lastID = nil
            event = .streamRestarted
        }
    }

    var opened: Opened? { result.withLock { $0 } }
    var length: Int { 0 }
    var transfer: TransferObserver? { nil }
    func hasGained() -> Bool { false }

    func exchange(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse {
        var request = request
        if format == .events, request.verb == .get {
            request.headers["Cache-Control"] = "no-store"
        }
        if let lastID {
            request.headers["Last-Event-ID"] = try HTTPHeaders.checked("Last-Event-ID", value: lastID)
        }
        let body = StreamBuffer(request, by: transport)
        var response = try await body.head()
        let type = response.headers["Content-Type"]
        let hasBody = 200..<300 ~= response.status && response.status != 204 && response.status != 205
        let isExpected = !format.expectation(of: request).isContradicted(by: type)
        if hasBody, isExpected, format.accepts(type) {
            response.body = Data()
            result.withLock { $0 = Opened(body: body, otherType: nil, isGET: request.verb == .get) }
            return response
        }
        // An error of the API with the status 200, or a refusal.
        response.body = try await Self.whole(of: body)
        let otherType: String?
        if hasBody {
            otherType = type ?? "unknown"
        } else {
            otherType = nil
        }
        result.withLock { $0 = Opened(body: nil, otherType: otherType, isGET: request.verb == .get) }
        return response
    }

    /// Returns the whole body, which may have at most 1 MiB.
    private static func whole(of body: StreamBuffer) async throws -> Data {
        var whole = Data()
        while let piece = try await body.next() {
            whole += piece
            guard whole.count <= 1 << 20 else {
                throw APIError(.tooLarge, "the response that is not a stream")
            }
        }
        return whole
    }
}
