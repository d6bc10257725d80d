import Methodical

/// A transport that passes requests on and has the default treatment of files and progress.
struct WholeTransport: Transport {
    let exchange: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await exchange(request)
    }
}
