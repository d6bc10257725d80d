#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOHTTP1

    extension HTTPClient.Request {
        /// Creates AsyncHTTPClient's form of a request.
        init(_ request: HTTPRequest, body: HTTPClient.Body?) throws {
            var headers = NIOHTTP1.HTTPHeaders()
            // Room for the field below, and for those that AsyncHTTPClient adds, such as `Host`.
            headers.reserveCapacity(request.headers.fields.count + 4)
            for field in request.headers.fields {
                headers.add(name: field.name, value: field.value)
            }
            // Some servers refuse requests without this field, GitHub among them.
            if request.headers["User-Agent"] == nil {
                headers.add(name: "User-Agent", value: "Methodical")
            }
            try self.init(
                url: request.url,
                method: HTTPMethod(request.verb),
                headers: headers,
                body: body)
        }
    }

    extension HTTPMethod {
        fileprivate init(_ verb: HTTPRequest.Verb) {
            switch verb {
            case .get: self = .GET
            case .post: self = .POST
            case .put: self = .PUT
            case .patch: self = .PATCH
            case .delete: self = .DELETE
            case .head: self = .HEAD
            case .options: self = .OPTIONS
            case .trace: self = .TRACE
            case .connect: self = .CONNECT
            }
        }
    }

    extension HTTPResponse {
        /// Creates a response from its parts.
        init(_ arrived: Exchange.Arrived) {
            self.init(
                status: Int(arrived.head.status.code),
                headers: HTTPHeaders(arrived.head.headers),
                body: arrived.body.data)
        }
    }

    extension Methodical.HTTPHeaders {
        /// Creates a list of fields. Values of the same name become one list, as with `URLSession` (RFC 9110, section
        /// 5.3), except for cookies.
        fileprivate init(_ headers: NIOHTTP1.HTTPHeaders) {
            var fields: [Field] = []
            fields.reserveCapacity(headers.count)
            for (name, value) in headers {
                let index = fields.firstIndex { Self.areEqual($0.name, name) }
                if let index, !Self.areEqual(name, "Set-Cookie") {
                    fields[index] = Field(name: fields[index].name, value: "\(fields[index].value), \(value)")
                } else {
                    fields.append(Field(name: name, value: value))
                }
            }
            self.init(fields)
        }
    }
#endif
