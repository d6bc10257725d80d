#if Logging
    import Methodical
    import Metrics

    /// An observer that counts and times a client's calls: `Client.Configuration(observers: [MetricsObserver()])`.
    ///
    /// | metric | kind | labels | meaning |
    /// |---|---|---|---|
    /// | `methodical_call_duration` | timer | `method`, `outcome` | duration of calls, from start to end |
    /// | `methodical_call_bytes` | recorder | `method` | bytes of responses |
    /// | `methodical_attempts_total` | counter | `method` | requests sent |
    /// | `methodical_retries_total` | counter | `method`, `code` | failed attempts that were retried |
    /// | `methodical_joined_total` | counter | `method` | calls that shared another call's request |
    /// | `methodical_waiting_duration` | timer | `method` | time that calls waited for a rate limit |
    /// | `methodical_mismatches_total` | counter | `method` | mismatches between responses and the schema |
    /// | `methodical_failures_total` | counter | `kind`, `code` | failures that do not end a call by themselves |
    ///
    /// The kinds of failure are those of the cache (`cache`, always with the code `storage`), of the revalidation of
    /// stale responses (`revalidation`), of the refresh of tokens (`refresh`), and of the state that several processes
    /// share (`shared`, always with the code `storage`).
    ///
    /// `outcome` is the source of the response (`network`, `memory`, `disk`, `stale`, `middleware`) or the error's
    /// code. No label contains an account, a tag or an argument.
    ///
    /// At most 2,000 methods get series of their own, because the method of a request without a schema is its verb and
    /// host, and servers may send links to any number of hosts. Later methods are counted as `other`.
    public final class MetricsObserver: ClientObserver {
        private let prefix: String
        private let factory: any MetricsFactory
        private let timers = Locked<[Key: Timer]>([:])
        private let counters = Locked<[Key: Counter]>([:])
        private let recorders = Locked<[Key: Recorder]>([:])
        /// The methods that have series of their own.
        private let methods = Locked<Set<String>>([])
        private static let mostMethods = 2000

        /// The key of a metric. Metrics of the same name have the same labels, so that their values suffice.
        private struct Key: Hashable {
            var name: String
            var labelValues: [String]

            init(_ name: String, labels: [(String, String)]) {
                self.name = name
                labelValues = labels.map(\.1)
            }
        }

        /// Creates an observer.
        ///
        /// - Parameters:
        ///   - prefix: The beginning of each metric's name.
        ///   - factory: The factory of the metrics. The default is the factory that the program has bootstrapped.
        public init(prefix: String = "methodical", factory: any MetricsFactory = MetricsSystem.factory) {
            self.prefix = prefix
            self.factory = factory
        }

        /// Updates the metrics that the event concerns. A client calls this method.
        public func observe(_ event: ClientEvent) {
            // Computed only for the events that have the label, because each method takes up one of a limited number.
            var method: (String, String) { ("method", labelValue(for: event.method)) }
            switch event.kind {
            case .finished(let finish):
                let timer = timer(named: "call_duration", labels: [method, ("outcome", "\(finish.source)")])
                timer.recordNanoseconds(finish.duration.nanoseconds)
                recorder(named: "call_bytes", labels: [method]).record(finish.bytes)
            case .failed(let code, let duration):
                let timer = timer(named: "call_duration", labels: [method, ("outcome", code.rawValue)])
                timer.recordNanoseconds(duration.nanoseconds)
            case .sent: counter(named: "attempts_total", labels: [method]).increment()
            case .retrying(_, let code):
                counter(named: "retries_total", labels: [method, ("code", code.rawValue)]).increment()
            case .joined: counter(named: "joined_total", labels: [method]).increment()
            case .waiting(let duration):
                timer(named: "waiting_duration", labels: [method]).recordNanoseconds(duration.nanoseconds)
            case .mismatches(let mismatches):
                let count = mismatches.reduce(0) { $0 + $1.count }
                counter(named: "mismatches_total", labels: [method]).increment(by: count)
            case .cacheFailed: countFailure(kind: "cache", code: "storage")
            case .sharedStateFailed: countFailure(kind: "shared", code: "storage")
            case .revalidationFailed(let code): countFailure(kind: "revalidation", code: code.rawValue)
            case .tokenRefreshFailed(let code): countFailure(kind: "refresh", code: code.rawValue)
            default: break
            }
        }

        /// Returns the value of the label `method`: the method's name, or `other` after the limit.
        private func labelValue(for method: String) -> String {
            methods.withLock { methods in
                if methods.contains(method) {
                    return method
                }
                guard methods.count < Self.mostMethods else {
                    return "other"
                }
                methods.insert(method)
                return method
            }
        }

        private func countFailure(kind: String, code: String) {
            counter(named: "failures_total", labels: [("kind", kind), ("code", code)]).increment()
        }

        // MARK: Metrics, each created once

        private func timer(named name: String, labels: [(String, String)]) -> Timer {
            timers.metric(for: Key(name, labels: labels)) {
                Timer(label: "\(prefix)_\(name)", dimensions: labels, factory: factory)
            }
        }

        private func counter(named name: String, labels: [(String, String)]) -> Counter {
            counters.metric(for: Key(name, labels: labels)) {
                Counter(label: "\(prefix)_\(name)", dimensions: labels, factory: factory)
            }
        }

        private func recorder(named name: String, labels: [(String, String)]) -> Recorder {
            recorders.metric(for: Key(name, labels: labels)) {
                Recorder(label: "\(prefix)_\(name)", dimensions: labels, factory: factory)
            }
        }
    }

    extension Locked {
        /// Returns the metric of a key, which `make` creates the first time.
        fileprivate func metric<Key: Hashable, Metric: Sendable>(for key: Key, _ make: () -> Metric) -> Metric
        where Value == [Key: Metric] {
            withLock { metrics in
                if let metric = metrics[key] {
                    return metric
                }
                let metric = make()
                metrics[key] = metric
                return metric
            }
        }
    }
#endif
