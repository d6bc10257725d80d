#if HTTPTypes
    import Foundation
    import HTTPTypes
    import Methodical

    extension HTTPFields {
        /// The most fields that are converted. `HTTPFields` ends the process if there are more than 65,535.
        private static var mostFields: Int { 65_000 }

        /// Creates fields with the same names, values and order.
        ///
        /// A field whose value Methodical does not print, such as `Authorization` or `Cookie`, gets the indexing
        /// strategy `disallow`, so that HTTP/2 and HTTP/3 never store it in a table (RFC 7541, section 7.1). The
        /// descriptions of `HTTPFields` and `HTTPField` nevertheless show all values, so do not print them.
        ///
        /// White space around a value is removed.
        ///
        /// - Throws: `.invalidRequest` if a name is not a token (RFC 9110, section 5.1), if a value contains a control
        ///   character other than a tab, or if there are more than 65,000 fields. `HTTPFields` would change such a
        ///   value, and would end the process if there are more fields.
        public init(_ headers: HTTPHeaders) throws(APIError) {
            self.init()
            guard headers.fields.count <= Self.mostFields else {
                throw APIError(
                    .invalidRequest, "HTTPFields can contain 65,000 header fields, not \(headers.fields.count)")
            }
            reserveCapacity(headers.fields.count)
            for field in headers.fields {
                guard let name = HTTPField.Name(field.name) else {
                    throw APIError(.invalidRequest, "a header field cannot have the name \(JSON.string(field.name))")
                }
                let value = try HTTPHeaders.checked(field.name, value: field.value)
                var new = HTTPField(name: name, value: value.trimmingCharacters(in: CharacterSet(charactersIn: " \t")))
                if field.isSecret {
                    new.indexingStrategy = .disallow
                }
                append(new)
            }
        }
    }

    extension HTTPHeaders {
        /// Creates header fields with the same names, values and order.
        ///
        /// A value that is not UTF-8 is read as ISO 8859-1.
        public init(_ fields: HTTPFields) {
            self.init()
            for field in fields {
                let value = field.withUnsafeBytesOfValue {
                    String(bytes: $0, encoding: .utf8) ?? String(bytes: $0, encoding: .isoLatin1)
                }
                add(field.name.rawName, value ?? field.value)
            }
        }
    }
#endif
