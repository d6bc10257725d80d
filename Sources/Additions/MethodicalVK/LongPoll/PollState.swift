import Methodical

/// The state of a long poll: a pure state machine, so that tests can cover every order of responses. The
/// next thing to do is `step`.
struct PollState {
    /// A server with the key for its events.
    struct Session: Hashable {
        var server: String
        var key: String
        /// The number of the last event, which VK calls `ts`.
        var time: String
    }

    /// The next thing to do: ask VK for a server, ask the server for events, or wait.
    enum Step: Hashable {
        case connect
        case ask(Session)
        case pause(Duration)
    }

    /// The version of the events' form, or `nil` if the server knows only one.
    private(set) var version: Int?
    private var session: Session?
    /// The number of the last event, which stays in use after a new key.
    private var time: String?
    /// The number of failures in succession.
    private var failures = 0
    private var pause: Duration?
    private let random: @Sendable () -> Double

    init(version: Int? = nil, random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }) {
        self.version = version
        self.random = random
    }

    var step: Step {
        if let pause {
            return .pause(pause)
        }
        if let session {
            return .ask(session)
        }
        return .connect
    }

    /// Records that the pause is over.
    mutating func rested() { pause = nil }

    /// Reads the server, the key and the number of the last event from VK's response.
    mutating func connected(with response: JSON) throws(APIError) {
        guard let server = response["server"]?.stringValue, let key = response["key"]?.stringValue,
            let latest = Self.text(of: response["ts"])
        else {
            throw APIError(.undecodable, "VK named no long poll server")
        }
        session = Session(server: server, key: key, time: time ?? latest)
    }

    /// Records that there was no response, or none that could be decoded. The third failure in succession discards the
    /// server. The number of the last event is kept.
    mutating func failed() {
        time = session?.time ?? time
        if failures >= 2 {
            session = nil
        }
        backOff()
    }

    /// Returns the updates of a response. `nil` stands for updates that the server has lost.
    ///
    /// - Parameter isEarly: Indicates whether the response arrived immediately. If it also has no updates, a
    ///   pause keeps the loop from sending requests without end.
    mutating func received(_ response: JSON, isEarly: Bool = false) throws(APIError) -> [JSON?] {
        guard let code = response["failed"]?.intValue else {
            guard let updates = response["updates"]?.arrayValue,
                let last = Self.text(of: response["ts"])
            else {
                failed()
                return []
            }
            failures = 0
            session?.time = last
            if isEarly, updates.isEmpty {
                pause = .seconds(1)
            }
            return updates
        }
        // An immediate attempt follows the first refusal, and a back-off each further one.
        if failures > 0 {
            backOff()
        } else {
            failures = 1
        }
        time = session?.time ?? time
        switch code {
        case 1:
            guard let last = Self.text(of: response["ts"]) else {
                fallthrough
            }
            session?.time = last
            return [nil]
        case 3:
            session = nil
            time = nil
            return [nil]
        case 4:
            let least = response["min_version"]?.intValue ?? 0
            let greatest = response["max_version"]?.intValue ?? 0
            try negotiate(from: least, to: greatest)
        default: session = nil
        }
        return []
    }

    /// Lowers the version to the server's highest. Throws an error if that is below 2 or not lower.
    private mutating func negotiate(from lowest: Int, to highest: Int) throws(APIError) {
        guard let version,
            highest < version,
            highest >= max(lowest, 2)
        else {
            let asked = version.map(String.init) ?? "none"
            throw APIError(
                .server,
                "the long poll server speaks versions \(lowest) to \(highest), and was asked for \(asked)")
        }
        self.version = highest
    }

    /// Sets a back-off that doubles from one second to one minute. Its random half keeps clients from all
    /// returning at once.
    private mutating func backOff() {
        let longest = Double(min(60, 1 << min(failures, 6)))
        failures += 1
        pause = .seconds(longest * (1 + random()) / 2)
    }

    /// Returns a number or a string as text. VK sends numbers to users and strings to communities.
    private static func text(of value: JSON?) -> String? {
        value?.stringValue ?? value?.intValue.map(String.init)
    }
}
