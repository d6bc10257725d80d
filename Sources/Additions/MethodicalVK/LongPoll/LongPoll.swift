import Foundation
import Methodical

/// The events of VK's long poll, as an asynchronous sequence.
///
///     for try await event in GroupLongPoll(vk, group: 1) where event.kind == .messageNew { … }
///
/// See https://dev.vk.com/api/user-long-poll/getting-started and
/// https://dev.vk.com/api/bots-long-poll/getting-started.
///
/// Each iterator has one request at the server at a time. The next request is sent after the program has taken
/// all events of the last response. Events arrive in VK's order, each once.
///
/// The sequence continues after most failures. It replaces an expired key. If the network or the server fails,
/// or a response cannot be decoded, it retries after a back-off that doubles from one second to one minute, and
/// after three failures it asks VK for another server. If VK reports that events are lost, `.missed` takes
/// their place. The sequence ends when its task is cancelled, and throws an `APIError` if VK refuses to name a
/// server.
///
/// On platforms with FoundationNetworking, the first request of a connection keeps a processor core busy until
/// its response arrives. There, the first request of an iterator, and the first after a failure, waits for one
/// second only.
public struct LongPoll<Event: LongPollEvent>: AsyncSequence, Sendable {
    /// The error that the sequence throws.
    public typealias Failure = APIError
    let client: Client
    /// The request for the server's address, the key and the number of the last event.
    let session: Request<JSON>
    /// The query parameters of each request, in addition to those that every long poll sends.
    let parameters: [String: String]
    /// The longest time in seconds that the server holds a request, from 1 to 90.
    let wait: Int
    /// The version of the events' form, or `nil` if the server knows only one.
    let version: Int?

    init(
        _ client: Client,
        session: Request<JSON>,
        parameters: [String: String] = [:],
        wait: Int,
        version: Int? = nil
    ) {
        self.client = client
        self.session = session
        self.parameters = parameters
        self.wait = Swift.min(Swift.max(wait, 1), 90)
        self.version = version
    }

    /// Creates an iterator, which starts at VK's current event.
    public func makeAsyncIterator() -> Iterator {
        Iterator(poll: self, state: PollState(version: version))
    }

    /// The iterator of a long poll. Each iterator has a position of its own.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let poll: LongPoll
        fileprivate var state: PollState
        fileprivate var pending: ArraySlice<Event> = []
        private var isOver = false
        /// Indicates whether the last request got a response, so that its connection can serve the next request.
        private var isConnected = false

        fileprivate init(poll: LongPoll, state: PollState) {
            self.poll = poll
            self.state = state
        }

        /// Waits for the next event and returns it. Returns `nil` after the task has been cancelled.
        public mutating func next() async throws(APIError) -> Event? {
            while !isOver {
                if let event = pending.popFirst() {
                    return event
                }
                do throws(APIError) {
                    try await advance()
                } catch {
                    isOver = true
                    if !Task.isCancelled {
                        throw error
                    }
                }
            }
            return nil
        }

        /// Performs the next step: a pause, a request for a server, or a request for events.
        private mutating func advance() async throws(APIError) {
            if Task.isCancelled {
                throw APIError(.cancelled)
            }
            switch state.step {
            case .pause(let duration):
                do {
                    try await poll.client.configuration.time.sleep(duration)
                } catch {
                    throw APIError(.cancelled)
                }
                state.rested()
            case .connect:
                do throws(APIError) {
                    try state.connected(with: try await poll.session.send())
                } catch {
                    guard poll.isTransient(error) else {
                        throw error
                    }
                    state.failed()
                }
            case .ask(let session):
                let start = ContinuousClock.now
                let response = await poll.ask(
                    session,
                    version: state.version,
                    isConnected: isConnected)
                isConnected = response != nil
                guard let response else {
                    return state.failed()
                }
                for update in try state.received(response, isEarly: .now - start < .seconds(1)) {
                    let event = update.map { Event($0) } ?? .missed
                    pending.append(event)
                }
            }
        }
    }
}

extension LongPoll {
    /// Returns the server's response, or `nil` if there is none. The reason does not matter, because a server can be
    /// unavailable for a while, and a proxy can respond in its place.
    fileprivate func ask(
        _ session: PollState.Session,
        version: Int?,
        isConnected: Bool
    ) async -> JSON? {
        if client.isOffline {
            return nil
        }
        #if canImport(FoundationNetworking)
            let wait = isConnected ? wait : 1
        #endif
        var items = parameters
        items["key"] = session.key
        items["ts"] = session.time
        items["version"] = version.map(String.init)
        let usual = [(name: "act", value: "a_check"), (name: "wait", value: String(wait))]
        let further = items.sorted { $0.key < $1.key }.map {
            (name: $0.key, value: $0.value)
        }
        let query = FormFields(usual + further).encoded
        let server =
            if session.server.contains("://") {
                session.server
            } else {
                "https://" + session.server
            }
        guard let url = URL(string: server + "?" + query) else { return nil }
        let request = HTTPRequest(
            verb: .get,
            url: url,
            headers: ["Accept": "application/json"],
            timeout: .seconds(wait + 15))
        do {
            let response = try await client.transport.send(request)
            if response.status == 200 {
                return try JSON(json: Array(response.body))
            }
            return nil
        } catch {
            return nil
        }
    }

    /// Indicates whether a later attempt can succeed after this error.
    fileprivate func isTransient(_ error: APIError) -> Bool {
        if [.connection, .timedOut, .offline, .rateLimited].contains(error.code) {
            return true
        }
        guard error.code == .server else { return false }
        if client.api.means(.internal, by: error.server) {
            return true
        }
        return error.status.map { $0 >= 500 } ?? false
    }
}
