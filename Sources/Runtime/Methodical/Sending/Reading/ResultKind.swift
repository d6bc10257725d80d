import struct Foundation.Data

/// The kind of a call's result. It decides how the result is taken from the response.
enum ResultKind: Equatable {
    /// The response itself.
    case response
    /// The body as it is.
    case bytes
    /// The body as text, of a method whose responses are texts.
    case text
    /// No result. The body is searched only for the server's error.
    case nothing
    /// A string of the envelope, or the body if it is not JSON. An optional one may be missing.
    case string(isOptional: Bool)
    /// Any other value, which is read from the envelope.
    case value

    /// Finds the kind of a method's result.
    init<Value: APIValue>(of type: Value.Type, from method: Method) {
        if type == NoContent.self {
            self = .nothing
        } else if type == String.self {
            self = method.isText ? .text : .string(isOptional: false)
        } else if type == String?.self {
            self = .string(isOptional: true)
        } else if type == Data.self {
            self = .bytes
        } else if type == HTTPResponse.self {
            self = .response
        } else {
            self = .value
        }
    }

    /// Returns a result as the type of which it is certainly a value, because that type has selected its kind.
    static func result<Value: APIValue>(_ result: some APIValue) throws(APIError) -> Value {
        guard let value = result as? Value else {
            throw APIError(.undecodable, "the result is of another type")
        }
        return value
    }
}
