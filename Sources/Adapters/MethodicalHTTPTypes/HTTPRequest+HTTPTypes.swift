#if HTTPTypes
    import Foundation
    import HTTPTypes
    import Methodical

    extension Methodical.HTTPRequest.Verb {
        /// Creates the verb of the same name, or returns `nil` for a method that no verb names, such as `PROPFIND`.
        /// Names of methods are compared with regard to case.
        public init?(_ method: HTTPTypes.HTTPRequest.Method) {
            self.init(rawValue: method.rawValue)
        }
    }

    extension HTTPTypes.HTTPRequest.Method {
        /// Creates the method of the same name.
        public init(_ verb: Methodical.HTTPRequest.Verb) {
            switch verb {
            case .get: self = .get
            case .post: self = .post
            case .put: self = .put
            case .patch: self = .patch
            case .delete: self = .delete
            case .head: self = .head
            case .options: self = .options
            case .trace: self = .trace
            case .connect: self = .connect
            }
        }
    }

    extension HTTPTypes.HTTPRequest {
        /// Creates the head of a request. The body stays in the request.
        ///
        /// A head does not contain the user information and the fragment of the URL, because HTTP does not send them.
        ///
        /// - Throws: `.invalidRequest` if the URL contains no scheme or no host, or if a header field cannot be sent.
        public init(_ request: Methodical.HTTPRequest) throws(APIError) {
            let target = try RequestTarget(request.url)
            self.init(
                method: Method(request.verb),
                scheme: target.scheme,
                authority: target.authority,
                path: target.path,
                headerFields: try HTTPFields(request.headers))
        }
    }

    extension Methodical.HTTPRequest {
        /// Creates a request from its head and body.
        ///
        /// In a middleware, use ``replaceHead(by:)`` instead, which keeps the request's timeout, priority and files.
        ///
        /// - Throws: `.invalidRequest` if no ``HTTPRequest/Verb`` names the method, if the scheme is not http or
        ///   https, or if the head contains no authority.
        public init(_ head: HTTPTypes.HTTPRequest, body: Data? = nil) throws(APIError) {
            self.init(
                verb: try Methodical.HTTPRequest.Verb(of: head),
                url: try RequestTarget(head).url(),
                headers: HTTPHeaders(head.headerFields),
                body: body)
        }

        /// Replaces the verb, the URL and the header fields, and keeps everything else, such as the body, the timeout
        /// and the priority. If the verb changes, the new one decides whether the request may be repeated.
        ///
        /// The URL keeps its user information and its fragment if the head still contains the same address.
        ///
        /// - Throws: `.invalidRequest` if no ``HTTPRequest/Verb`` names the method, if the scheme is not http or
        ///   https, or if the head contains no authority. The request is then unchanged.
        public mutating func replaceHead(by head: HTTPTypes.HTTPRequest) throws(APIError) {
            let newVerb = try Methodical.HTTPRequest.Verb(of: head)
            let newTarget = try RequestTarget(head)
            let oldTarget = try? RequestTarget(url)
            if newTarget != oldTarget {
                url = try newTarget.url()
            }
            if newVerb != verb {
                verb = newVerb
                isRepeatable = newVerb.isSafe
            }
            headers = HTTPHeaders(head.headerFields)
        }
    }

    extension Methodical.HTTPRequest.Verb {
        fileprivate init(of head: HTTPTypes.HTTPRequest) throws(APIError) {
            guard let verb = Self(head.method) else {
                let verbs = Self.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(
                    .invalidRequest, "the HTTP method must be one of \(verbs), not \(head.method.rawValue)")
            }
            self = verb
        }
    }
#endif
