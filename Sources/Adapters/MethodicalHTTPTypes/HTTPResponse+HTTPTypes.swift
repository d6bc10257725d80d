#if HTTPTypes
    import Foundation
    import HTTPTypes
    import Methodical

    extension HTTPTypes.HTTPResponse {
        /// Creates the head of a response. The body stays in the response.
        ///
        /// - Throws: `.undecodable` if the status is not between 100 and 999, or if a header field has a name or a
        ///   value that HTTP does not allow.
        public init(_ response: Methodical.HTTPResponse) throws(APIError) {
            guard (100...999).contains(response.status) else {
                throw APIError(
                    .undecodable, "the status of a response has three digits, and \(response.status) does not")
            }
            do {
                self.init(status: Status(code: response.status), headerFields: try HTTPFields(response.headers))
            } catch {
                throw APIError(.undecodable, error.message)
            }
        }
    }

    extension Methodical.HTTPResponse {
        /// Creates a response from its head and body.
        public init(_ head: HTTPTypes.HTTPResponse, body: Data = Data()) {
            self.init(status: head.status.code, headers: HTTPHeaders(head.headerFields), body: body)
        }
    }
#endif
