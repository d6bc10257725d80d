#if AsyncHTTPClient
    /// The order of the parts of a response: informational heads, one final head, pieces of a body, and an end.
    ///
    /// AsyncHTTPClient relies on this order, and on a request before each response.
    struct ResponseOrder {
        /// The version of HTTP, because a stream of HTTP/2 has one response and a connection of HTTP/1 has many.
        enum Version {
            case http1, http2
        }

        /// The action for a part that has arrived.
        enum Decision: Equatable {
            /// The part goes to AsyncHTTPClient.
            case forward
            /// The part goes to AsyncHTTPClient, and the stream of HTTP/2 ends.
            case forwardAndClose
            /// The end of the response waits for the end of the request.
            case hold
            /// The part belongs to a response that was refused.
            case drop
            /// The response is refused. The request ends with the fault, and all further parts are dropped.
            case refuse(ResponseFault)
        }

        private enum Request {
            /// No request was sent.
            case none
            /// The head was written. The body has not begun.
            case head
            case body
            case sent
        }

        private enum Response {
            case awaited
            case body(status: Int)
            case ended
            case refused
        }

        private let version: Version
        private var request = Request.none
        private var response = Response.awaited

        init(_ version: Version) { self.version = version }

        var isRequestComplete: Bool { request == .sent }

        mutating func requestBegan() {
            request = .head
            // A refused response stays refused: the connection only waits for its end.
            if case .ended = response {
                response = .awaited
            }
        }

        mutating func requestBodyBegan() { request = .body }

        mutating func requestEnded() { request = .sent }

        /// Returns the action for a head.
        ///
        /// - Parameters:
        ///   - status: The status.
        ///   - isWritable: Indicates whether the channel takes more of the request.
        mutating func head(status: Int, isWritable: Bool) -> Decision {
            switch response {
            case .refused: return .drop
            case .body, .ended: return refuse(.partOutOfOrder)
            case .awaited: break
            }
            // AsyncHTTPClient sends the body of the request after a final response of success. Over HTTP/1, it takes
            // the status 101 for a final response, too.
            let isSwitchOfProtocol = version == .http1 && status == 101
            let isSuccess = 200..<300 ~= status
            let beginsBody = isSuccess || isSwitchOfProtocol
            switch request {
            case .none: return refuse(.partOutOfOrder)
            // AsyncHTTPClient ends the process if a response comes before it has begun the body. It begins the body
            // when the channel is writable, and begins none after a status of 300 or more.
            case .head where beginsBody && !isWritable: return refuse(.beforeRequest)
            case .head, .body, .sent: return accept(status: status)
            }
        }

        private mutating func accept(status: Int) -> Decision {
            switch status {
            case ..<100:
                return refuse(.status(status))
            case 100, 102..<200:
                // AsyncHTTPClient skips these heads. Another one follows.
                return .forward
            case 101 where version == .http2:
                // HTTP/2 has no such response (RFC 9113, section 8.6). Another head may follow, for which
                // AsyncHTTPClient is not prepared.
                return refuse(.switchedProtocol)
            default:
                response = .body(status: status)
                return .forward
            }
        }

        /// Returns the action for a piece of a body.
        mutating func body() -> Decision {
            switch response {
            case .body: .forward
            case .refused: .drop
            case .awaited, .ended: refuse(.partOutOfOrder)
            }
        }

        /// Returns the action for the end of a response.
        mutating func end() -> Decision {
            switch response {
            case .body(let status):
                response = .ended
                let isEarly = version == .http2 && request != .sent
                guard isEarly else {
                    return .forward
                }
                // Over HTTP/2, AsyncHTTPClient forgets a request at the end of its response. After a status of 300 or
                // more it sends nothing more, but leaves the stream open. After any other it sends the rest, and ends
                // the process if the stream fails meanwhile.
                return status >= 300 ? .forwardAndClose : .hold
            case .refused: return .drop
            case .awaited, .ended: return refuse(.partOutOfOrder)
            }
        }

        private mutating func refuse(_ fault: ResponseFault) -> Decision {
            response = .refused
            return .refuse(fault)
        }
    }

    /// A fault of a response that ends the request, because AsyncHTTPClient could not handle it.
    enum ResponseFault: Error, Equatable {
        /// A status below 100 (RFC 9110, section 15), or a text that is not a number.
        case status(Int?)
        /// Status 101 over HTTP/2.
        case switchedProtocol
        /// A response to a request whose head is still on its way.
        case beforeRequest
        /// A second head, or a body or an end without a head.
        case partOutOfOrder
    }
#endif
