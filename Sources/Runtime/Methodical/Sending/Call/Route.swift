extension Client {
    /// Returns the transport for an attempt: the pieces of a download, or the client's transport.
    func route(for run: Run) -> any Transport {
        if let pieces = run.transfer?.pieces {
            return Route { [transport] in try await pieces.exchange($0, by: transport) }
        }
        return transport
    }
}

/// A transport for a call whose response comes in several pieces.
private struct Route: Transport {
    let exchange: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await exchange(request)
    }

    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        try await exchange(request)
    }
}
