#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import Testing

    /// Tests of the processes of a fleet that are stopped (SIGSTOP) for longer than their lease, and then continue.
    @Suite struct StoppedProcessesTests {
        private static let lease = 600

        /// A process is stopped while it waits for a reply of the engine, at a random command around its refresh. The
        /// service revokes the account if a refresh token is spent twice.
        ///
        /// A process that has sent its request, and has not stored the response, is not stopped. Nothing can save the
        /// account then.
        @Test(.timeLimit(.minutes(30))) func stopsAroundTheLeaseDoNotLoseTheAccount() async throws {
            let fleet = StoppingFleet(stops: 20, lease: Self.lease)
            let server = try LoopbackServer(keeping: false) { fleet.reply(to: $0) }
            let running = try (0..<3).map { number in
                let process = try TokenStressTests.start(
                    ["fleet", server.baseURL, "process\(number)", "\(Self.lease)"])
                fleet.state.withLock { $0.processes["process\(number)"] = process.process.processIdentifier }
                return process
            }
            for process in running { #expect(await process.wait().hasPrefix("token: token ")) }
            let (stops, count, isRevoked) = fleet.state.withLock { ($0.stopsLeft, $0.count, $0.isRevoked) }
            #expect(stops == 0 && !isRevoked && count > 0)
        }
    }

    /// The engine and the service of a fleet. It stops a process at some of its commands.
    private final class StoppingFleet: Sendable {
        struct State {
            var processes: [String: pid_t] = [:]
            var values: [String: (value: JSON, end: ContinuousClock.Instant)] = [:]
            var stopsLeft: Int
            /// The processes that have sent a request to the service and not yet stored its response.
            var spending: Set<String> = []
            /// The processes that have confirmed their lease since they have read the token.
            var confirmed: Set<String> = []
            var stopped: Set<String> = []
            /// The process that took the lease last, and has not given it back.
            var holder: String?
            /// The number of tokens that the service has issued.
            var count = 0
            var isRevoked = false
        }

        let state: Locked<State>
        private let lease: Int

        init(stops: Int, lease: Int) {
            state = Locked(State(stopsLeft: stops))
            self.lease = lease
        }

        func reply(to request: Received) -> LoopbackServer.Reply {
            let parts = request.target.split(separator: "/").map(String.init)
            if parts.first == "token" { return issue(request) }
            guard parts.count == 3, let body = try? JSON(json: Array(request.body.utf8)) else { return .http(404) }
            let (process, command) = (parts[1], parts[2])
            if command == "done" { return .http(200, [], state.withLock { $0.stopsLeft == 0 } ? "true" : "false") }
            let stopped = stop(process, before: command, body)
            let pause = Double.random(in: 1.1...2) * Double(lease) / 1000
            let isEarly = Bool.random()
            if stopped != nil, isEarly { Thread.sleep(forTimeInterval: pause) }
            let result = command == "values" ? values(process, body) : change(process, body)
            if stopped != nil, !isEarly { Thread.sleep(forTimeInterval: pause) }
            if let stopped {
                kill(stopped, SIGCONT)
                state.withLock { _ = $0.stopped.remove(process) }
            }
            return .http(200, [], "\(result)")
        }

        /// Stops the process at one of three commands if it takes or has the lease, unless it may have sent its request.
        /// Returns its number.
        private func stop(_ process: String, before command: String, _ body: JSON) -> pid_t? {
            state.withLock { state in
                let isExtension = body["old"] == body["new"]
                let isLease = command == "change" && body["key"]?.stringValue?.contains(":lease:") == true
                // After its confirmation, a process may send the request at any moment.
                let isConfirmed = state.confirmed.contains(process)
                if isLease, isExtension { state.confirmed.insert(process) }
                let isTaking = isLease && body["old"] == .null
                let isHolder = state.holder == process
                guard isTaking || isHolder, state.stopsLeft > 0, !isConfirmed, !state.spending.contains(process),
                    Int.random(in: 0..<3) == 0,
                    let number = state.processes[process], state.stopped.insert(process).inserted
                else { return nil }
                state.stopsLeft -= 1
                kill(number, SIGSTOP)
                return number
            }
        }

        private func values(_ process: String, _ body: JSON) -> JSON {
            state.withLock { state in
                let now = ContinuousClock.now
                return .array(
                    (body["keys"]?.arrayValue ?? []).map { key in
                        guard let found = state.values[key.stringValue ?? ""], found.end > now else { return .null }
                        return found.value
                    })
            }
        }

        private func change(_ process: String, _ body: JSON) -> JSON {
            state.withLock { state in
                let key = body["key"]?.stringValue ?? ""
                let isToken = key.contains(":token:")
                if isToken { state.spending.remove(process) }
                // The end of the lease is the end of the refresh.
                if !isToken, body["new"] == .null || body["old"] == .null { state.confirmed.remove(process) }
                let now = ContinuousClock.now
                let live = state.values[key].flatMap { $0.end > now ? $0.value : nil } ?? .null
                guard live == body["old"] ?? .null else { return false }
                let new = body["new"] ?? .null
                if !isToken { state.holder = new == .null ? nil : process }
                let end = now + .milliseconds(body["milliseconds"]?.intValue ?? 0)
                state.values[key] = new == .null ? nil : (new, end)
                return true
            }
        }

        private func issue(_ request: Received) -> LoopbackServer.Reply {
            state.withLock { state in
                for process in state.processes.keys where request.body.contains("client_id=\(process)") {
                    state.spending.insert(process)
                }
                if !request.body.contains("refresh_token=refresh-\(state.count)&") { state.isRevoked = true }
                if state.isRevoked { return .http(400, [], #"{"error":"invalid_grant"}"#) }
                state.count += 1
                let body =
                    #"{"access_token":"token \#(state.count)","expires_in":3600,"refresh_token":"refresh-\#(state.count)"}"#
                return .late(0.02, body)
            }
        }
    }
#endif
