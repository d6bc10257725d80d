import Foundation
import LoopbackServer
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on 127.0.0.1 that treats each request as its path demands, and checks the bodies that it takes.
final class FaultyServer: Sendable {
    private struct State {
        /// The number of times that a body was taken, by the number of its call.
        var taken: [Int: Int] = [:]
        var problems: [String] = []
    }

    let port: UInt16
    private let state = Locked(State())

    init() throws {
        let socket: Int32
        (socket, port) = try Sockets.listen()
        Thread.detachNewThread { [weak self] in
            defer { close(socket) }
            while self != nil {
                guard Sockets.isReady(socket), let self else { continue }
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { continue }
                Sockets.configure(connection)
                Thread.detachNewThread { [weak self] in
                    let reader = RequestReader(connection)
                    while let head = reader.head(), self?.serve(head, reader) == true {}
                    close(connection)
                }
            }
        }
    }

    /// The faults that the server has seen so far.
    var problems: [String] { state.withLock { $0.problems } }

    /// Returns how often the server has taken the body of a call.
    func timesTaken(_ id: Int) -> Int { state.withLock { $0.taken[id] ?? 0 } }

    private func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }

    /// Serves a request. Returns `false` if the connection is to be closed.
    private func serve(_ head: RequestReader.Head, _ reader: RequestReader) -> Bool {
        let parts = head.target.split(separator: "/").map { String($0) }
        guard parts.count == 4, let kind = Plan.Kind(rawValue: parts[0]), let behaviour = Behaviour(rawValue: parts[1]),
            let id = Int(parts[2]), let size = Int(parts[3])
        else {
            note("a request has the target \(head.target)")
            return false
        }
        let request = ServedRequest(head: head, kind: kind, behaviour: behaviour, id: id, size: size)
        return kind == .stream ? stream(request, reader) : take(request, reader)
    }

    // MARK: Uploads

    private func take(_ request: ServedRequest, _ reader: RequestReader) -> Bool {
        switch request.behaviour {
        case .answers, .answersSlowly, .resetsAtTheEnd, .closesAtTheEnd:
            guard let body = reader.body(of: request.head) else { return false }
            check(body, of: request)
            return finish(request, reader)
        case .resets, .closes:
            _ = reader.part(of: request.head, count: request.size / 2)
            if request.behaviour == .resets { Sockets.breakOnClose(reader.connection) }
            return false
        case .refuses, .refusesAndReads:
            let ending = request.behaviour == .refuses ? "Connection: close\r\n" : ""
            let isSent = reader.send("HTTP/1.1 413 Too Large\r\n\(ending)Content-Length: 2\r\n\r\n{}")
            guard isSent, request.behaviour == .refusesAndReads else { return false }
            return reader.body(of: request.head) != nil
        case .redirects302, .redirects307, .redirects308:
            // Half of these servers do not wait for the body.
            if request.id % 2 == 0 {
                guard reader.body(of: request.head) != nil else { return false }
            }
            return reader.send(request.redirection) && request.id % 2 == 0
        case .stalls:
            Thread.sleep(forTimeInterval: 0.5)
            reader.drain()
            return false
        }
    }

    /// Notes a complete body, and compares it with the one that the client has sent.
    private func check(_ body: Data, of request: ServedRequest) {
        guard request.head.verb != "GET" else {
            if !body.isEmpty { note("call \(request.id): a GET has a body") }
            return
        }
        let expected = Plan.body(of: request.id, size: request.size)
        let content = request.kind == .form ? request.contentOfForm(body) : body
        if content != expected {
            note("call \(request.id): the server took \(body.count) bytes that are not the \(request.size) of the body")
        }
        let count = state.withLock { state in
            state.taken[request.id, default: 0] += 1
            return state.taken[request.id] ?? 0
        }
        if count > 1 { note("call \(request.id): the server took the body \(count) times") }
    }

    private func finish(_ request: ServedRequest, _ reader: RequestReader) -> Bool {
        switch request.behaviour {
        case .resetsAtTheEnd:
            Sockets.breakOnClose(reader.connection)
            return false
        case .closesAtTheEnd: return false
        default:
            let body = #"{"id":\#(request.id)}"#
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            guard request.behaviour == .answersSlowly else { return reader.send(head + body) }
            return reader.send(slowly: head + body)
        }
    }

    // MARK: Streams

    private func stream(_ request: ServedRequest, _ reader: RequestReader) -> Bool {
        switch request.behaviour {
        case .answers, .answersSlowly:
            return events(request, reader, count: request.size) && reader.send("0\r\n\r\n")
        case .resets, .resetsAtTheEnd, .closes, .closesAtTheEnd:
            let isAtTheEnd = request.behaviour == .resetsAtTheEnd || request.behaviour == .closesAtTheEnd
            _ = events(request, reader, count: isAtTheEnd ? request.size : request.size / 2)
            let resets = request.behaviour == .resets || request.behaviour == .resetsAtTheEnd
            if resets { Sockets.breakOnClose(reader.connection) }
            return false
        case .refuses, .refusesAndReads:
            let ending = request.behaviour == .refuses ? "Connection: close\r\n" : ""
            let isSent = reader.send("HTTP/1.1 413 Too Large\r\n\(ending)Content-Length: 2\r\n\r\n{}")
            return isSent && request.behaviour == .refusesAndReads
        case .redirects302, .redirects307, .redirects308: return reader.send(request.redirection)
        case .stalls:
            _ = events(request, reader, count: request.size / 2)
            reader.drain()
            return false
        }
    }

    /// Sends the head and events, each in a chunk of its own. Returns `false` if the client has gone.
    private func events(_ request: ServedRequest, _ reader: RequestReader, count: Int) -> Bool {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        guard reader.send(head) else { return false }
        for number in 0..<count {
            let event = "data: {\"id\":\(request.id),\"number\":\(number)}\n\n"
            let chunk = String(event.utf8.count, radix: 16) + "\r\n" + event + "\r\n"
            guard reader.send(chunk) else { return false }
            if request.behaviour == .answersSlowly { usleep(500) }
        }
        return true
    }
}

/// A request with the parts of its path.
private struct ServedRequest {
    let head: RequestReader.Head
    let kind: Plan.Kind
    let behaviour: Behaviour
    let id: Int
    let size: Int

    /// A redirect to the path of a server that answers.
    var redirection: String {
        let path = "/\(kind.rawValue)/\(Behaviour.answers.rawValue)/\(id)/\(size)"
        // A server that has not read the whole body cannot keep the connection.
        let ending = kind == .stream || id % 2 == 0 ? "" : "Connection: close\r\n"
        return "HTTP/1.1 \(behaviour.redirect ?? 302) Moved\r\nLocation: \(path)\r\n\(ending)Content-Length: 0\r\n\r\n"
    }

    /// Returns the content of the form's only part, or `nil` if the body is not such a form.
    func contentOfForm(_ body: Data) -> Data? {
        guard let boundary = head["Content-Type"]?.split(separator: "boundary=").last,
            let start = body.range(of: Data("\r\n\r\n".utf8))?.upperBound
        else { return nil }
        let end = Data("\r\n--\(boundary)--\r\n".utf8)
        guard body.suffix(end.count) == end else { return nil }
        return body[start..<(body.endIndex - end.count)]
    }
}
