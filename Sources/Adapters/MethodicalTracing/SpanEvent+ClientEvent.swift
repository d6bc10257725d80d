#if Tracing
    import Methodical
    import Tracing

    extension SpanEvent {
        /// Creates the event of a span for an event of a call, or returns `nil` if the spans already show it.
        ///
        /// The reasons of a cache or of a shared state are left out, because they may contain names of files and hosts.
        init?(_ kind: ClientEvent.Kind) {
            switch kind {
            case .joined(let call):
                self.init(name: "methodical.joined", attributes: ["methodical.call": .int64(Int64(clamping: call))])
            case .waiting(let pause):
                self.init(name: "methodical.waiting", attributes: ["methodical.pause": .double(pause.seconds)])
            case .retrying(let pause, let code):
                self.init(
                    name: "methodical.retrying",
                    attributes: ["error.type": .string(code.rawValue), "methodical.pause": .double(pause.seconds)])
            case .mismatches(let mismatches):
                let count = mismatches.reduce(0) { $0 + $1.count }
                self.init(name: "methodical.mismatches", attributes: ["methodical.count": .int64(Int64(count))])
            case .tokenRefreshed: self.init(name: "methodical.token_refreshed")
            case .tokenRefreshFailed(let code): self.init(name: "methodical.token_refresh_failed", code: code)
            case .cacheFailed: self.init(name: "methodical.cache_failed")
            case .sharedStateFailed: self.init(name: "methodical.shared_state_failed")
            case .streamRestarted: self.init(name: "methodical.stream_restarted")
            default: return nil
            }
        }

        private init(name: String, code: APIError.Code) {
            self.init(name: name, attributes: ["error.type": .string(code.rawValue)])
        }
    }

    extension Duration {
        fileprivate var seconds: Double { self / .seconds(1) }
    }
#endif
