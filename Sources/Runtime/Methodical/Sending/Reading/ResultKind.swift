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

/// The statuses that are results of a method, as in ``APIEngine/Method/statuses``.
struct StatusList {
    /// A status or a group of statuses such as `4XX`, with its constant result as JSON.
    struct Entry {
        let status: Substring.UTF8View.SubSequence
        let constant: Substring.UTF8View.SubSequence?
    }

    private let entries: [Entry]

    init(_ text: String) {
        entries = text.utf8.split(separator: UInt8(ascii: ",")).map { entry in
            let parts = entry.split(separator: UInt8(ascii: "="))
            return Entry(status: parts[0], constant: parts.dropFirst().first)
        }
    }

    /// Returns the entry for a status, or else for its group.
    subscript(status: Int) -> Entry? {
        entry(for: String(status)) ?? entry(for: "\(status / 100)XX")
    }

    private func entry(for name: String) -> Entry? {
        entries.first { $0.status.elementsEqual(name.utf8) }
    }
}

extension Method {
    /// Indicates whether the method's responses are texts that are not JSON.
    package var isText: Bool {
        accept?.hasPrefix("text/") == true && accept?.contains("json") == false
    }
}

extension HTTPResponse {
    /// Indicates whether the body is JSON, by its `Content-Type`.
    var isJSON: Bool {
        headers["Content-Type"]?.lowercased().contains("json") ?? false
    }

    /// Returns the body if it is certainly the result of a call that returns bytes. Then it need not be copied to look
    /// for an error in it.
    func bytes(of call: Call) -> Data? {
        let mayBeError = call.client.api.envelope.error != nil && isJSON
        guard status < 300,
            call.method.statuses == nil,
            !mayBeError
        else { return nil }
        guard let type = headers["Content-Type"],
            MediaExpectation.isMessage(type)
        else {
            return body
        }
        guard !call.expectation.isContradicted(by: type) else { return nil }
        return body
    }
}
