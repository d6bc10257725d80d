extension APIEngine {
    /// A place in a request where a parameter is sent.
    public enum ParameterPlace: Hashable, Sendable {
        /// In the path, in place of `{name}`.
        case path
        /// In the query of the URL.
        case query
        /// In a body of the type `application/x-www-form-urlencoded`.
        case form
        /// As a member of the JSON object that is the body.
        case body
        /// As a header field.
        case header
        /// As a cookie, a part of the header field `Cookie`.
        case cookie
        /// As a part of a form of the type `multipart/form-data`, which `MethodicalTransfers` sends.
        case multipart
        /// As the whole body.
        case whole
    }

    /// A spelling of arrays outside a JSON body.
    public enum ArrayStyle: Hashable, Sendable {
        /// `ids=1,2`. In a query and in the path, a comma inside an element is escaped as `%2C`, and the commas between
        /// the elements are not (RFC 6570). Elsewhere a server could not tell them apart, and the call fails with
        /// ``APIError/Code/invalidRequest``.
        case comma
        /// `ids=1&ids=2`. An empty array is not sent.
        case repeated
        /// `ids[]=1&ids[]=2`. An empty array is not sent.
        case brackets
        /// `ids=1|2`. In this style and the two that follow, an element that contains the separator fails the call with
        /// ``APIError/Code/invalidRequest``.
        case pipes
        /// `ids=1%202`, with a space between the elements.
        case spaces
        /// `ids=1%092`, with a tab between the elements.
        case tabs

        /// The text between the elements, or `nil` if each element is sent on its own.
        var separator: String? {
            switch self {
            case .comma: ","
            case .pipes: "|"
            case .spaces: " "
            case .tabs: "\t"
            case .repeated, .brackets: nil
            }
        }

        /// The separator as messages name it.
        var separatorName: String {
            switch self {
            case .comma: "a comma"
            case .pipes: "a vertical bar"
            case .spaces: "a space"
            case .tabs: "a tab"
            case .repeated, .brackets: "a bracket"
            }
        }
    }

    /// A spelling of flags outside a JSON body.
    public enum FlagStyle: Hashable, Sendable {
        /// `1` and `0`.
        case digits
        /// `true` and `false`.
        case words
        /// In a query or a form, the name alone for `true`, and nothing for `false`. Elsewhere the same as `words`.
        case present
    }
}
