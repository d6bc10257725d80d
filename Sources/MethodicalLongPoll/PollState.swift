import Methodical

/// Where a long poll stands: pure, so that every order of answers can be tested. What is to be done next is `step`.
struct PollState {
    struct Session: Hashable {
        var server: String
        var key: String
        /// The number of the last event.
        var time: String
    }

    enum Step: Hashable {
        case connect
        case ask(Session)
        case pause(Duration)
    }

    /// Of the events' form; nil where the server knows only one.
    private(set) var version: Int?
    private var session: Session?
    /// The last event's number, where a new key does not bring another.
    private var time: String?
    /// In a row.
    private var failures = 0
    private var pause: Duration?
    private let random: @Sendable () -> Double

    init(version: Int? = nil, random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }) {
        self.version = version
        self.random = random
    }

    var step: Step { pause.map { .pause($0) } ?? session.map { .ask($0) } ?? .connect }

    mutating func rested() { pause = nil }

    mutating func connected(_ answer: JSON) throws(APIError) {
        guard let server = answer["server"]?.stringValue, let key = answer["key"]?.stringValue, let fresh = Self.text(answer["ts"]) else {
            throw APIError(.undecodable, "VK named no long poll server")
        }
        session = Session(server: server, key: key, time: time ?? fresh)
    }

    /// No answer, or none that can be understood. The third time in a row, another server is asked for; the number of the last event stays.
    mutating func failed() {
        time = session?.time ?? time
        if failures >= 2 { session = nil }
        retreat()
    }

    /// The updates of an answer; nil stands for those that the server has lost.
    ///
    /// - Parameter isEarly: whether it came at once. A server that has nothing to say and does not wait is not asked without end.
    mutating func received(_ answer: JSON, isEarly: Bool = false) throws(APIError) -> [JSON?] {
        guard let code = answer["failed"]?.intValue else {
            guard let updates = answer["updates"]?.arrayValue, let last = Self.text(answer["ts"]) else {
                failed()
                return []
            }
            failures = 0
            session?.time = last
            if isEarly, updates.isEmpty { pause = .seconds(1) }
            return updates
        }
        // Once at once; who is sent away again and again must not hammer at the door.
        if failures > 0 { retreat() } else { failures = 1 }
        time = session?.time ?? time
        switch code {
        case 1:
            guard let last = Self.text(answer["ts"]) else { fallthrough }
            session?.time = last
            return [nil]
        case 3:
            (session, time) = (nil, nil)
            return [nil]
        case 4: try negotiate(answer["min_version"]?.intValue ?? 0, answer["max_version"]?.intValue ?? 0)
        default: session = nil
        }
        return []
    }

    private mutating func negotiate(_ lowest: Int, _ highest: Int) throws(APIError) {
        guard let version, highest < version, highest >= max(lowest, 2) else {
            throw APIError(
                .server, "the long poll server speaks versions \(lowest) to \(highest), and was asked for \(version.map(String.init) ?? "none")")
        }
        self.version = highest
    }

    /// A second, two, four, up to a minute; between half of it and all of it, so that not all clients come back at once.
    private mutating func retreat() {
        let longest = Double(min(60, 1 << min(failures, 6)))
        failures += 1
        pause = .seconds(longest * (1 + random()) / 2)
    }

    /// Numbers for users, texts for communities.
    private static func text(_ value: JSON?) -> String? { value?.stringValue ?? value?.intValue.map(String.init) }
}
