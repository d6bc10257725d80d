import Foundation
import Methodical
import MethodicalStreams

extension StubTransport {
    /// Adds a stub that sends the elements of a stream one by one:
    ///
    /// ```swift
    /// stub.on(shop.orders.stream()) { call, send in
    ///     send(try Shop.Order(json: #"{"id": 1}"#))
    ///     try await Task.sleep(for: .seconds(1))
    ///     send(try Shop.Order(json: #"{"id": 2}"#))
    /// }
    /// ```
    ///
    /// The stream ends when the closure returns, with the end mark if the schema has one. The closure may throw a
    /// ``ServerFailure`` before the first element to refuse the call, and an `APIError` or `URLError` at any time to
    /// break the connection.
    public func on<Element: APIValue>(
        _ request: StreamRequest<Element>,
        _ respond: @escaping @Sendable (_ call: StubCall, _ send: @Sendable (Element) -> Void) async throws -> Void
    ) {
        let api = request.call.client.api
        let head = HTTPResponse(status: 200, headers: request.responseHeaders)
        on(request.method) { call in
            let output = StubOutput(head, observer: call.observer)
            do {
                try await respond(call) { output.send(request.text(of: $0)) }
                output.send(request.endText)
                return output.response
            } catch let failure as ServerFailure where !output.hasBegun {
                return failure.response(of: api)
            } catch  where !(error is APIError || error is URLError || error is CancellationError) {
                throw APIError(.invalidRequest, "the stub of \(request.method) failed: \(error)")
            }
        }
    }
}

/// The response of a stubbed stream. It goes to the observer, or is collected without one.
private final class StubOutput: Sendable {
    private let state: Locked<HTTPResponse>
    private let begun = Locked(false)
    private let observer: TransferObserver?

    init(_ head: HTTPResponse, observer: TransferObserver?) {
        state = Locked(head)
        self.observer = observer
    }

    var hasBegun: Bool { begun.withLock { $0 } }
    var response: HTTPResponse { state.withLock { $0 } }

    func send(_ bytes: Data) {
        let isFirst = begun.withLock { begun in
            defer { begun = true }
            return !begun
        }
        guard let observer else {
            return state.withLock { $0.body += bytes }
        }
        // The observer of a stream rejects no head.
        if isFirst {
            try? observer.begin(response)
        }
        observer.receive(bytes)
    }
}
