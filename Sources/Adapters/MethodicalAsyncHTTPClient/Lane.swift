#if AsyncHTTPClient
    import AsyncHTTPClient
    import NIOCore

    /// A client of AsyncHTTPClient with its exchanges in flight.
    struct Lane: Sendable {
        let client: HTTPClient
        let exchanges: Timeouts

        init(_ client: HTTPClient) {
            self.client = client
            exchanges = Timeouts(on: client.eventLoopGroup.next())
        }

        /// Returns lanes that share the connections of a configuration.
        ///
        /// The reports of a client whose connections belong to several event loops change threads, which costs a third
        /// of a small request. Each lane therefore has one event loop.
        static func make(with configuration: HTTPClient.Configuration) -> [Lane] {
            let connections = configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit
            let loops = Array(HTTPClient.defaultEventLoopGroup.makeIterator().prefix(max(1, connections)))
            return loops.enumerated().map { index, loop in
                var configuration = configuration
                configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
                    (connections + loops.count - 1 - index) / loops.count
                return Lane(HTTPClient(eventLoopGroup: loop, configuration: configuration))
            }
        }
    }

    extension [Lane] {
        /// The lane with the fewest exchanges in flight, or the first of several.
        var leastBusy: Lane {
            var least = self[0].exchanges.count
            var lane = self[0]
            for next in dropFirst() where least > 0 {
                let count = next.exchanges.count
                if count < least {
                    least = count
                    lane = next
                }
            }
            return lane
        }
    }
#endif
