#if AsyncHTTPClient
    import Testing

    @testable import MethodicalAsyncHTTPClient

    @Suite struct ResponseOrderTests {
        private typealias Decision = ResponseOrder.Decision

        /// Returns the order for a request whose body is complete.
        private func order(_ version: ResponseOrder.Version) -> ResponseOrder {
            var order = ResponseOrder(version)
            order.requestBegan()
            order.requestEnded()
            return order
        }

        @Test func responsesOfAConnectionFollowEachOther() {
            var order = ResponseOrder(.http1)
            for _ in 0..<3 {
                order.requestBegan()
                order.requestEnded()
                #expect(order.head(status: 103, isWritable: true) == .forward)
                #expect(order.head(status: 200, isWritable: true) == .forward)
                #expect(order.body() == .forward)
                #expect(order.body() == .forward)
                #expect(order.end() == .forward)
            }
            #expect(order.head(status: 200, isWritable: true) == .refuse(.partOutOfOrder))
        }

        @Test(arguments: [ResponseOrder.Version.http1, .http2])
        func partsWithoutAHeadAreRefused(version: ResponseOrder.Version) {
            var body = order(version)
            #expect(body.body() == .refuse(.partOutOfOrder))
            #expect(body.end() == .drop)
            var end = order(version)
            #expect(end.end() == .refuse(.partOutOfOrder))
            var afterInformation = order(version)
            #expect(afterInformation.head(status: 100, isWritable: true) == .forward)
            #expect(afterInformation.end() == .refuse(.partOutOfOrder))
            var withoutRequest = ResponseOrder(version)
            #expect(withoutRequest.head(status: 200, isWritable: true) == .refuse(.partOutOfOrder))
        }

        @Test func allPartsAfterARefusalAreDropped() {
            var order = order(.http1)
            #expect(order.head(status: 99, isWritable: true) == .refuse(.status(99)))
            #expect(order.body() == .drop)
            #expect(order.end() == .drop)
            #expect(order.head(status: 200, isWritable: true) == .drop)
        }

        @Test func aResponseToAHeadThatIsOnItsWayIsRefused() {
            let decisions: [(Int, Decision)] = [
                (101, .refuse(.beforeRequest)), (103, .forward), (200, .refuse(.beforeRequest)), (413, .forward),
            ]
            var stream = ResponseOrder(.http2)
            stream.requestBegan()
            #expect(stream.head(status: 101, isWritable: false) == .refuse(.switchedProtocol))
            for (status, decision) in decisions {
                var order = ResponseOrder(.http1)
                order.requestBegan()
                #expect(order.head(status: status, isWritable: false) == decision)
            }
            var order = ResponseOrder(.http1)
            order.requestBegan()
            order.requestBodyBegan()
            #expect(order.head(status: 200, isWritable: false) == .forward)
        }

        /// A stream of HTTP/2 whose request is not complete has an early end, unlike a connection of HTTP/1.
        @Test func anEarlyEndWaitsOrClosesTheStream() {
            let cases: [(ResponseOrder.Version, Int, Decision)] = [
                (.http1, 200, .forward), (.http1, 413, .forward), (.http2, 200, .hold), (.http2, 413, .forwardAndClose),
            ]
            for (version, status, decision) in cases {
                var order = ResponseOrder(version)
                order.requestBegan()
                order.requestBodyBegan()
                #expect(order.head(status: status, isWritable: true) == .forward)
                #expect(order.end() == decision, "\(version) \(status)")
            }
        }

        @Test func status101EndsOnlyAStreamOfHTTP2() {
            var stream = order(.http2)
            #expect(stream.head(status: 101, isWritable: true) == .refuse(.switchedProtocol))
            var connection = order(.http1)
            #expect(connection.head(status: 101, isWritable: true) == .forward)
            #expect(connection.end() == .forward)
        }
    }
#endif
