import Foundation
import Methodical

/// The events of VK's long poll, for as long as somebody listens: https://dev.vk.com/api/user-long-poll/getting-started,
/// https://dev.vk.com/api/bots-long-poll/getting-started
///
///     for try await event in GroupLongPoll(vk, group: 1) where event.kind == .messageNew { … }
///
/// One request at a time waits at the server; the next goes out when the events of the last one have been taken. Events come in VK's order, each once.
///
/// The sequence survives what can be survived. A key that has expired is replaced; for want of a network, or when the server is gone or answers nonsense, it
/// tries again after a pause that doubles from one second to a minute, and after three failures asks VK for another server. Where VK says that events are
/// lost, `.missed` stands in their place. It ends with its task, and throws an `APIError` when VK refuses to name a server.
///
/// FoundationNetworking keeps a core busy while the first request on a connection waits for its answer. On its systems the first question of a loop, and one
/// after a question without an answer, therefore waits for a second only.
public struct LongPoll<Event: LongPollEvent>: AsyncSequence, Sendable {
    public typealias Failure = APIError
    let client: Client
    /// Asks VK for server, key and time.
    let session: Request<JSON>
    /// What the server is asked besides.
    let parameters: [String: String]
    let wait: Int
    let version: Int?

    init(_ client: Client, _ session: Request<JSON>, _ parameters: [String: String] = [:], wait: Int, version: Int? = nil) {
        self.client = client
        self.session = session
        self.parameters = parameters
        self.wait = Swift.min(Swift.max(wait, 1), 90)
        self.version = version
    }

    public func makeAsyncIterator() -> Iterator { Iterator(poll: self, state: PollState(version: version)) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let poll: LongPoll
        fileprivate var state: PollState
        fileprivate var pending: ArraySlice<Event> = []
        private var isOver = false
        /// Whether the last question was answered, on a connection that serves the next one too.
        private var isConnected = false

        fileprivate init(poll: LongPoll, state: PollState) {
            self.poll = poll
            self.state = state
        }

        /// Nil when the task has been cancelled.
        public mutating func next() async throws(APIError) -> Event? {
            while !isOver {
                if let event = pending.popFirst() { return event }
                do throws(APIError) {
                    try await advance()
                } catch {
                    isOver = true
                    if !Task.isCancelled { throw error }
                }
            }
            return nil
        }

        private mutating func advance() async throws(APIError) {
            if Task.isCancelled { throw APIError(.cancelled) }
            switch state.step {
            case .pause(let duration):
                do { try await poll.client.configuration.time.sleep(duration) } catch { throw APIError(.cancelled) }
                state.rested()
            case .connect:
                do throws(APIError) {
                    try state.connected(try await poll.session.send())
                } catch {
                    guard poll.isPassing(error) else { throw error }
                    state.failed()
                }
            case .ask(let session):
                let asked = ContinuousClock.now
                let answer = await poll.ask(session, version: state.version, isConnected: isConnected)
                isConnected = answer != nil
                guard let answer else { return state.failed() }
                for update in try state.received(answer, isEarly: .now - asked < .seconds(1)) { pending.append(update.map { Event($0) } ?? .missed) }
            }
        }
    }
}

extension LongPoll {
    /// Nil for want of an answer, whatever the reason: a server may be gone for a while, and a proxy may speak in its place.
    fileprivate func ask(_ session: PollState.Session, version: Int?, isConnected: Bool) async -> JSON? {
        if client.isOffline { return nil }
        #if canImport(FoundationNetworking)
            let wait = isConnected ? wait : 1
        #endif
        var items = parameters
        items["key"] = session.key
        items["ts"] = session.time
        items["version"] = version.map(String.init)
        var query = "act=a_check&wait=\(wait)"
        for (name, value) in items.sorted(by: { $0.key < $1.key }) { query += "&\(name)=\(Self.encoded(value))" }
        let server = session.server.contains("://") ? session.server : "https://" + session.server
        guard let url = URL(string: server + "?" + query) else { return nil }
        let request = HTTPRequest(verb: .get, url: url, headers: ["Accept": "application/json"], timeout: .seconds(wait + 15))
        do {
            let response = try await client.transport.send(request)
            return response.status == 200 ? try JSON(json: Array(response.body)) : nil
        } catch {
            return nil
        }
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What may be otherwise after a pause.
    fileprivate func isPassing(_ error: APIError) -> Bool {
        if [.connection, .timedOut, .offline, .rateLimited].contains(error.code) { return true }
        guard error.code == .server else { return false }
        return client.api.means(.internal, error.server) || error.status.map { $0 >= 500 } ?? false
    }
}
