#if !canImport(FoundationNetworking)
    import Foundation
    import Methodical

    /// A WebSocket of `URLSession`. It ends when nothing refers to it.
    final class URLSessionSocket: Socket {
        private struct State {
            var opening: CheckedContinuation<Void, any Error>?
            var opened: Result<Void, any Error>?
            var closing: CheckedContinuation<Void, Never>?
            var pump: Task<Void, Never>?
            var hasEnded = false
        }

        /// The time that a server has for its close frame.
        private static var closingTime: Duration { .seconds(5) }

        private let state = Locked(State())
        private let room = Locked<CheckedContinuation<Void, Never>?>(nil)
        private let inbox: SocketInbox
        private let session: URLSession
        private let task: URLSessionWebSocketTask

        init(_ request: HTTPRequest, limits: SocketLimits, options: SessionOptions) {
            inbox = SocketInbox(limit: limits.largestBacklog) { [room] in
                let pump = room.withLock { room in
                    defer { room = nil }
                    return room
                }
                pump?.resume()
            }
            let events = SocketEvents(options)
            session = URLSession(
                configuration: options.apply(to: .ephemeral), delegate: events, delegateQueue: nil)
            task = session.webSocketTask(with: Self.urlRequest(request, options: options))
            task.maximumMessageSize = limits.largestMessage
            events.socket.withLock { $0.value = self }
        }

        deinit {
            state.withLock { $0.pump }?.cancel()
            task.cancel(with: .goingAway, reason: nil)
            session.invalidateAndCancel()
        }

        /// Returns the request for the session, with the scheme of WebSocket.
        private static func urlRequest(_ request: HTTPRequest, options: SessionOptions) -> URLRequest {
            let address = request.url.absoluteString
            let url = URL(string: "ws" + address.dropFirst("http".count)) ?? request.url
            var result = URLRequest(url: url)
            let usual = options.headers.fields.filter { request.headers[$0.name] == nil }
            for field in request.headers.fields + usual {
                result.addValue(field.value, forHTTPHeaderField: field.name)
            }
            return result
        }

        // MARK: Opening

        /// Opens the socket, or returns the response that refuses it.
        func open(within timeout: Duration?) async throws -> SocketOpening {
            let timer = timeout.map { timeout in
                Task {
                    try await Task.sleep(for: timeout)
                    self.finish(with: URLError(.timedOut))
                }
            }
            defer { timer?.cancel() }
            task.resume()
            do {
                try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { continuation in
                        let result = state.withLock { state in
                            if state.opened == nil {
                                state.opening = continuation
                            }
                            return state.opened
                        }
                        if let result {
                            continuation.resume(with: result)
                        }
                    }
                } onCancel: {
                    finish(with: CancellationError())
                }
            } catch {
                guard let response = task.response as? HTTPURLResponse, response.statusCode != 101 else {
                    throw error
                }
                return .refused(
                    HTTPResponse(status: response.statusCode, headers: Self.headers(of: response)))
            }
            let pump = Task { [task, inbox, room] in await Self.receive(from: task, into: inbox, room: room) }
            state.withLock { $0.pump = pump }
            return .open(self)
        }

        var headers: HTTPHeaders {
            (task.response as? HTTPURLResponse).map { Self.headers(of: $0) } ?? [:]
        }

        private static func headers(of response: HTTPURLResponse) -> HTTPHeaders {
            var headers = HTTPHeaders()
            for (name, value) in response.allHeaderFields {
                headers.add("\(name)", "\(value)")
            }
            return headers
        }

        // MARK: Messages

        func receive() async throws -> SocketMessage { try await inbox.take() }

        /// Receives messages while there is room for them.
        private static func receive(
            from task: URLSessionWebSocketTask,
            into inbox: SocketInbox,
            room: Locked<CheckedContinuation<Void, Never>?>
        ) async {
            while !Task.isCancelled {
                do {
                    let message = try await task.receive()
                    if !inbox.put(SocketMessage(message)) {
                        await untilRoom(in: inbox, room: room)
                    }
                } catch {
                    return inbox.finish(Self.end(of: task, after: error))
                }
            }
        }

        private static func untilRoom(in inbox: SocketInbox, room: Locked<CheckedContinuation<Void, Never>?>) async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    room.withLock { $0 = continuation }
                    // The reader may have made room before the continuation was set, or the task may be cancelled.
                    if !inbox.isFull || Task.isCancelled {
                        resume(room)
                    }
                }
            } onCancel: {
                resume(room)
            }
        }

        private static func resume(_ room: Locked<CheckedContinuation<Void, Never>?>) {
            let waiter = room.withLock { room in
                defer { room = nil }
                return room
            }
            waiter?.resume()
        }

        func send(_ message: SocketMessage) async throws {
            if let end = inbox.end {
                throw end
            }
            do {
                switch message.kind {
                case .text: try await task.send(.string(message.text))
                case .binary: try await task.send(.data(message.bytes))
                }
            } catch {
                throw Self.end(of: task, after: error)
            }
        }

        func ping() async throws {
            // The session may call the handler twice if the socket ends.
            let waiter = Locked<CheckedContinuation<Void, any Error>?>(nil)
            let complete: @Sendable (Result<Void, any Error>) -> Void = { result in
                let continuation = waiter.withLock { waiter in
                    defer { waiter = nil }
                    return waiter
                }
                continuation?.resume(with: result)
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    waiter.withLock { $0 = continuation }
                    if Task.isCancelled {
                        return complete(.failure(CancellationError()))
                    }
                    task.sendPing { [task] error in
                        complete(error.map { .failure(Self.end(of: task, after: $0)) } ?? .success(()))
                    }
                }
            } onCancel: {
                complete(.failure(CancellationError()))
            }
        }

        // MARK: The end

        func close(_ code: SocketCloseCode, reason: String) async {
            inbox.finish(SocketClosure(code, reason: reason, isByServer: false))
            let system = URLSessionWebSocketTask.CloseCode(rawValue: code.rawValue) ?? .normalClosure
            task.cancel(with: system, reason: Data(SocketClosure.sendable(reason).utf8))
            let timer = Task {
                try await Task.sleep(for: Self.closingTime)
                self.finish(with: URLError(.timedOut))
            }
            await withCheckedContinuation { continuation in
                let hasEnded = state.withLock { state in
                    if !state.hasEnded {
                        state.closing = continuation
                    }
                    return state.hasEnded
                }
                if hasEnded {
                    continuation.resume()
                }
            }
            timer.cancel()
        }

        func abort(_ error: any Error) {
            inbox.finish(error)
            task.cancel(with: .goingAway, reason: nil)
            finish(with: error)
        }

        /// Handles the end of the opening.
        fileprivate func opened(_ result: Result<Void, any Error>) {
            let opening = state.withLock { state in
                defer { state.opening = nil }
                if state.opened == nil {
                    state.opened = result
                }
                return state.opening
            }
            opening?.resume(with: result)
        }

        /// Handles the end of the task.
        fileprivate func finish(with error: any Error) {
            inbox.finish(Self.end(of: task, after: error))
            opened(.failure(error))
            let (closing, pump) = state.withLock { state in
                state.hasEnded = true
                defer { state.closing = nil }
                return (state.closing, state.pump)
            }
            closing?.resume()
            pump?.cancel()
            task.cancel()
        }

        /// Returns the server's close frame if there is one, or the error.
        private static func end(of task: URLSessionWebSocketTask, after error: any Error) -> any Error {
            let code = SocketCloseCode(rawValue: task.closeCode.rawValue)
            guard task.closeCode != .invalid, code != .abnormal else {
                return error
            }
            let reason = String(decoding: task.closeReason ?? Data(), as: UTF8.self)
            return SocketClosure(code, reason: reason)
        }
    }

    extension SocketMessage {
        fileprivate init(_ message: URLSessionWebSocketTask.Message) {
            switch message {
            case .string(let text): self.init(text)
            case .data(let bytes): self.init(.binary, bytes: bytes)
            @unknown default: self.init(.binary, bytes: Data())
            }
        }
    }

    /// The delegate of a socket's session. The session keeps it, so it does not keep the socket.
    private final class SocketEvents: NSObject, URLSessionWebSocketDelegate, Sendable {
        struct Weak { weak var value: URLSessionSocket? }

        let socket = Locked(Weak())
        private let options: SessionOptions

        init(_ options: SessionOptions) { self.options = options }

        func urlSession(
            _ session: URLSession,
            webSocketTask: URLSessionWebSocketTask,
            didOpenWithProtocol protocol: String?
        ) {
            socket.withLock { $0.value }?.opened(.success(()))
        }

        /// Does nothing, because the task knows the close frame of the server when it ends.
        func urlSession(
            _ session: URLSession,
            webSocketTask: URLSessionWebSocketTask,
            didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
            reason: Data?
        ) {}

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            socket.withLock { $0.value }?.finish(with: error ?? URLError(.networkConnectionLost))
        }

        /// Refuses each redirect, so that its status is the response.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        /// Responds to an authentication challenge by the function of the options.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let authentication = options.authentication,
                options.handlesChallenge(of: challenge.protectionSpace.authenticationMethod)
            else {
                return completionHandler(.performDefaultHandling, nil)
            }
            Task {
                let (disposition, credential) = await authentication(challenge)
                completionHandler(disposition, credential)
            }
        }
    }
#endif
