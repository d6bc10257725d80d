#if os(macOS) || os(Linux)
    import Foundation
    import Methodical

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A presenter for desktops and programs in a terminal. It shows the page in the system's browser and catches the
    /// redirect on the loopback address (RFC 8252, section 7.3).
    ///
    /// The service must allow `http://127.0.0.1` with any port, or with the given one.
    public struct LoopbackPresenter: AuthorizationPresenter {
        /// The port to listen on. 0 lets the system choose a free one.
        public var port: UInt16
        /// The path of the redirect address.
        public var path: String
        /// The time that the user has to sign in. After it, the sign-in fails with `.timedOut`.
        public var patience: Duration
        /// Opens the page. The default is the system's browser.
        public var open: @Sendable (URL) throws -> Void

        /// Creates a presenter. Port 0 lets the system choose a free one.
        public init(
            port: UInt16 = 0,
            path: String = "/",
            patience: Duration = .seconds(600),
            open: @escaping @Sendable (URL) throws -> Void = LoopbackPresenter.browser
        ) {
            self.port = port
            self.path = path
            self.patience = patience
            self.open = open
        }

        /// Opens the page and waits on a thread of its own for the redirect.
        public func present(_ pageURL: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL {
            let listener = try Listener(port: port, path: path)
            guard let redirect = listener.redirect else {
                throw APIError(.invalidRequest, "\(path) is not a valid path")
            }
            let address = try pageURL(redirect)
            try open(address)
            let state = Listener.state(in: address)
            let deadline = Date().addingTimeInterval(patience / .seconds(1))
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    Thread.detachNewThread {
                        continuation.resume(with: Result { try listener.wait(until: deadline, for: state) })
                    }
                }
            } onCancel: {
                listener.stop()
            }
        }

        /// Opens a page in the system's browser, by `open` on macOS and `xdg-open` on Linux.
        public static let browser: @Sendable (URL) throws -> Void = { page in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            #if os(macOS)
                process.arguments = ["open", page.absoluteString]
            #else
                process.arguments = ["xdg-open", page.absoluteString]
            #endif
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        }
    }

    /// A server on the loopback address that waits for the redirect.
    ///
    /// Other requests change nothing, for example those of browsers for an icon. They all get a response.
    private final class Listener: @unchecked Sendable {
        private let socket: Int32
        private let port: UInt16
        private let path: String
        /// All other properties are constants, which makes the class `Sendable`.
        private let isStopped = Locked(false)

        init(port: UInt16, path: String) throws(APIError) {
            if path.hasPrefix("/") {
                self.path = path
            } else {
                self.path = "/" + path
            }
            #if canImport(Darwin)
                let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
            #elseif canImport(Musl)
                let socket = Musl.socket(AF_INET, SOCK_STREAM, 0)
            #else
                let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            self.socket = socket
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            var yes: Int32 = 1
            _ = setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            let isListening = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(socket, address, size) == 0 && listen(socket, 8) == 0
                        && getsockname(socket, address, &size) == 0
                }
            }
            self.port = UInt16(bigEndian: address.sin_port)
            if !isListening {
                throw APIError(
                    .connection, "port \(port) of 127.0.0.1 cannot be opened: \(String(cString: strerror(errno)))")
            }
        }

        deinit { close(socket) }

        var redirect: URL? { URL(string: "http://127.0.0.1:\(port)\(path)") }

        func stop() { isStopped.withLock { $0 = true } }

        static func state(in url: URL) -> String? {
            URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "state" }?.value
        }

        /// Waits for a redirect with the given state. Throws if the deadline passes or `stop()` is called.
        func wait(until deadline: Date, for state: String?) throws -> URL {
            var strangers = 0
            // Browsers open connections in advance and leave them idle, so all connections are read at the same time.
            var visitors: [Visitor] = []
            while Date() < deadline {
                if isStopped.withLock({ $0 }) {
                    throw CancellationError()
                }
                let ready = readable([socket] + visitors.map(\.socket))
                for visitor in visitors where ready.contains(visitor.socket) {
                    visitor.read()
                    guard let found = visitor.head.flatMap({ serve($0, on: visitor.socket) }) else {
                        continue
                    }
                    if state == nil || Self.state(in: found) == state {
                        respond(
                            to: visitor.socket,
                            status: "200 OK",
                            text: "You are signed in, or were refused: the program says which. You may close this page."
                        )
                        return found
                    }
                    // Any page that the user has open can request this address. Only the service's page knows the state
                    // (RFC 6749, section 10.12).
                    respond(
                        to: visitor.socket,
                        status: "400 Bad Request",
                        text: "This page belongs to another sign-in: its state is missing or differs.")
                    strangers += 1
                }
                visitors.removeAll { $0.isDone }
                if ready.contains(socket), let visitor = Visitor(accept(socket, nil, nil)) {
                    visitors.append(visitor)
                }
                if visitors.count > 32 {
                    visitors.removeFirst()
                }
            }
            let also =
                if strangers == 0 {
                    ""
                } else {
                    "; \(strangers) redirects had another state"
                }
            throw APIError(.timedOut, "the user did not sign in in time" + also)
        }

        /// Returns the sockets that can be read. Waits at most a tenth of a second for one.
        private func readable(_ sockets: [Int32]) -> Set<Int32> {
            var polls = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            #if canImport(Darwin)
                let count = Darwin.poll(&polls, nfds_t(polls.count), 100)
            #elseif canImport(Musl)
                let count = Musl.poll(&polls, nfds_t(polls.count), 100)
            #else
                let count = Glibc.poll(&polls, nfds_t(polls.count), 100)
            #endif
            guard count > 0 else { return [] }
            let ready = polls.filter { $0.revents != 0 }
            return Set(ready.map(\.fd))
        }

        /// Returns the requested address if it is a redirect, to which the caller responds. Responds to all other
        /// requests and returns `nil`.
        private func serve(_ head: String, on connection: Int32) -> URL? {
            let lines = head.split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            // Another site can make its own name lead to this server (DNS rebinding), so requests to other names than
            // this address's are refused.
            let hostField = lines.first { $0.lowercased().hasPrefix("host:") }
            let host = hostField?.dropFirst(5).trimmingCharacters(in: .whitespaces)
            let isOwnName = host == "127.0.0.1:\(port)" || host == "localhost:\(port)"
            guard words.count == 3, words[0] == "GET", isOwnName else {
                respond(to: connection, status: "400 Bad Request", text: "This request is not for this server.")
                return nil
            }
            let target = words[1].split(separator: "?", maxSplits: 1)
            guard target.first.map({ $0 == path }) == true else {
                respond(to: connection, status: "404 Not Found", text: "There is no such page.")
                return nil
            }
            guard target.count == 2, !target[1].isEmpty else {
                // A token in the fragment does not leave the browser, so a script sends it as a query.
                respond(
                    to: connection,
                    status: "200 OK",
                    text: "One moment…",
                    script: "if(location.hash)location.replace(location.pathname+'?'+location.hash.slice(1))")
                return nil
            }
            return URL(string: "http://127.0.0.1:\(port)\(words[1])")
        }

        private func respond(
            to connection: Int32,
            status: String,
            text: String,
            script: String? = nil
        ) {
            var page = "<!doctype html><meta charset=utf-8><title>Sign in</title><p>\(text)</p>"
            if let script {
                page += "<script>\(script)</script>"
            }
            let head = [
                "HTTP/1.1 \(status)",
                "Content-Type: text/html; charset=utf-8",
                "Content-Length: \(page.utf8.count)",
                "Cache-Control: no-store",
                "Referrer-Policy: no-referrer",
                "Connection: close",
            ]
            let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + page).utf8)
            var sent = 0
            while sent < bytes.count {
                #if canImport(Darwin)
                    let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
                #else
                    let count = bytes[sent...].withUnsafeBytes {
                        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                #endif
                if count <= 0 {
                    return
                }
                sent += count
            }
        }
    }

    /// A connection and the part of its request that has arrived.
    private final class Visitor {
        let socket: Int32
        /// The request up to the empty line, or `nil` if it has not arrived yet.
        private(set) var head: String?
        private(set) var isDone = false
        private var bytes: [UInt8] = []

        init?(_ socket: Int32) {
            guard socket >= 0 else { return nil }
            self.socket = socket
            #if canImport(Darwin)
                // Without this option, writing to a connection that the browser has closed ends the program.
                var yes: Int32 = 1
                _ = setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
            #endif
        }

        deinit { close(socket) }

        /// Reads the bytes that have arrived. A request may have 16 KiB at most.
        func read() {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &buffer, buffer.count, 0)
            bytes += buffer[0..<max(count, 0)]
            if bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                head = String(decoding: bytes, as: UTF8.self)
            }
            isDone = count <= 0 || head != nil || bytes.count > 16384
        }
    }
#endif
