import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension SessionExchange {
    /// Handles the head of a response.
    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        change { state in
            state.body = Data()
            state.isHeadAwaited = false
            // The request has not asked for another protocol. FoundationNetworking would keep a core busy until the
            // server closes the connection.
            guard response.statusCode != 101 else {
                throw APIError(.connection, "the server has switched to another protocol (HTTP 101)")
            }
            state.redirect = redirects.next(
                after: request,
                status: response.statusCode,
                location: response.value(forHTTPHeaderField: "Location"))
            if state.redirect == nil {
                try begin(response, in: &state)
            }
        }
    }

    /// Prepares for the body of a response that is the result.
    private func begin(_ response: HTTPURLResponse, in state: inout State) throws {
        let encoding = response.value(forHTTPHeaderField: "Content-Encoding")
        let isPacked = encoding != nil && encoding != "identity"
        let length = response.expectedContentLength
        let hasKnownLength = !isPacked && length >= 0
        state.progress.received = TransferProgress.Part(total: hasKnownLength ? Int(length) : nil)
        if let destination = request.destination {
            let largest = isPacked ? largest : .max
            state.file = try ResponseFile(
                destination,
                for: HTTPResponse(response),
                largest: largest)
        }
        state.isStreamed = observer?.isStreaming == true && 200..<300 ~= response.statusCode
        let isInMemory = state.file == nil && !state.isStreamed
        let hasBody = request.verb != .head && response.statusCode != 304
        if isInMemory, hasBody, !isPacked, length > largest {
            throw APIError.tooLarge(limit: largest)
        }
        try observer?.begin(HTTPResponse(response))
    }

    func receive(_ data: Data) {
        var isStreamed = false
        change { state in
            // The content of a redirect that is followed is not that of the response.
            if state.redirect != nil {
                return
            }
            state.progress.received.bytes += data.count
            isStreamed = state.isStreamed
            if isStreamed {
                return
            }
            if let file = state.file {
                return try file.write(data)
            }
            guard state.body.count + data.count <= largest else {
                throw APIError.tooLarge(limit: largest)
            }
            if state.body.isEmpty {
                state.body = data
            } else {
                state.body.append(data)
            }
        }
        // Outside of the lock, because the observer may suspend the transfer.
        if isStreamed {
            observer?.receive(data)
        }
    }

    func sent(_ count: Int) {
        change { state in
            let bytes = state.progress.sent.bytes + count
            state.progress.sent.bytes = min(bytes, state.progress.sent.total ?? .max)
        }
    }

    /// Changes the state unless the exchange has ended, and reports the progress. An error ends the exchange.
    private func change(_ body: (inout State) throws -> Void) {
        do {
            let progress = try state.withLock { state -> TransferProgress? in
                guard state.outcome == nil else { return nil }
                state.lastActivity = .now
                try body(&state)
                return state.progress
            }
            if let progress {
                observer?.report(progress)
            }
        } catch {
            end(with: error)
        }
    }

    /// Records that the session gives no credentials, so that the cancelled task counts as a response.
    func refuseChallenge() {
        state.withLock { $0.hasRefusedChallenge = true }
    }

    /// Handles the end of the task.
    ///
    /// FoundationNetworking reports a refused challenge as a cancelled task. The response that contained the challenge
    /// is still available.
    func complete(with error: (any Error)?) {
        let (isRefusal, isHeadAwaited) = state.withLock {
            ($0.hasRefusedChallenge, $0.isHeadAwaited)
        }
        if let error, !isRefusal {
            settle(with: .failure(failure(for: error)))
            return
        }
        guard let response = task.response as? HTTPURLResponse else {
            settle(with: .failure(error ?? URLError(.badServerResponse)))
            return
        }
        // FoundationNetworking does not report the head of a redirect without an address that it can resolve.
        if isHeadAwaited {
            receive(response)
        }
        settle(with: .success(Arrived(head: response, body: state.withLock { $0.body })))
    }

    /// Returns the error of the request's file, if that ended the task.
    private func failure(for error: any Error) -> any Error {
        #if canImport(FoundationNetworking)
            stream?.failure ?? error
        #else
            error
        #endif
    }
}

extension HTTPResponse {
    /// Creates a response with the header fields sorted by name, because the session forgets their order.
    init(_ response: HTTPURLResponse, body: Data = Data()) {
        self.init(status: response.statusCode, body: body)
        let fields = response.allHeaderFields.compactMap { name, value in
            // Casting the value inside the key takes half the time of casting the key.
            (name.base as? String).map {
                HTTPHeaders.Field(name: $0, value: value as? String ?? "\(value)")
            }
        }
        headers = HTTPHeaders(fields.sorted { $0.name < $1.name })
    }
}
