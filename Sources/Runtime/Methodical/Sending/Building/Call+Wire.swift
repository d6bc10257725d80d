extension ParameterStyle {
    /// Returns the place in which the parameter travels.
    func place(in call: Call, verb: HTTPRequest.Verb) -> ParameterPlace {
        if contains(.path) {
            return .path
        }
        if contains(.query) {
            return .query
        }
        if contains(.form) {
            return .form
        }
        if contains(.body) {
            return .body
        }
        if contains(.header) {
            return .header
        }
        if contains(.cookie) {
            return .cookie
        }
        if contains(.whole) {
            return .whole
        }
        if contains(.multipart) {
            return .multipart
        }
        return call.place(verb: verb)
    }

    /// Returns the spelling of arrays.
    func arrays(in call: Call) -> ArrayStyle {
        if contains(.comma) {
            return .comma
        }
        if contains(.repeated) {
            return .repeated
        }
        if contains(.brackets) {
            return .brackets
        }
        if contains(.pipes) {
            return .pipes
        }
        if contains(.spaces) {
            return .spaces
        }
        if contains(.tabs) {
            return .tabs
        }
        return call.method.arrays ?? call.client.api.arrays
    }

    /// Returns the spelling of Boolean values.
    func flags(in call: Call) -> FlagStyle {
        if contains(.digits) {
            return .digits
        }
        if contains(.words) {
            return .words
        }
        if contains(.present) {
            return .present
        }
        return call.method.flags ?? call.client.api.flags
    }
}

extension Call {
    /// Returns the place for the method's parameters and for those that all calls of the API carry, its version and the
    /// token.
    func place(verb: HTTPRequest.Verb) -> ParameterPlace {
        if let place = method.parameters {
            return place
        }
        guard verb.allowsBody else { return .query }
        return client.api.parameters
    }

    /// The base URL of the server that the method names, or else of the client's server.
    var root: [UInt8] {
        guard let server = method.server else {
            return client.root
        }
        return client.roots[server] ?? client.root
    }
}

extension HTTPRequest {
    /// The call that the request belongs to, or `nil` for requests to any address.
    package var call: Call? {
        get { origin?.base as? Call }
        set { origin = newValue.map(AnySendable.init) }
    }

    /// The name of the API's method, such as `users.get`. It is not sent.
    public var method: String? { call?.method.name }
}
