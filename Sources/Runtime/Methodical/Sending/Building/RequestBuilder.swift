import Foundation

/// A builder that makes the HTTP request of a call.
///
/// The initializer spells each argument and puts it in its place, in the order of the declaration. The API's version
/// and the solutions of challenges follow. `authorize(with:)` adds the token, and `httpRequest()` returns the result.
struct RequestBuilder {
    let call: Call
    let verb: HTTPRequest.Verb
    /// The place of the method's parameters, and of those that all calls of the API carry.
    private let place: ParameterPlace
    /// The values for the path's template. A list has a text for each element.
    private(set) var path: [(name: String, texts: [String])] = []
    /// The query, percent-encoded.
    private(set) var query: [UInt8] = []
    /// The form in the body, percent-encoded.
    private(set) var form: [UInt8] = []
    /// The members of the JSON object in the body.
    private(set) var members: [(name: String, value: ArgumentValue)] = []
    /// The parts of a form that can hold files, which the caller of the builder sends.
    private(set) var parts: [(name: String, text: String)] = []
    /// The whole body, if it is not a form.
    private(set) var whole: String?
    /// The header fields.
    private(set) var headers: HTTPHeaders = [:]
    /// The cookies, as the header field `Cookie` contains them.
    private(set) var cookies = ""

    /// Creates the parts of a request from the arguments of a call and the solutions of its challenges.
    ///
    /// Throws `.invalidRequest` if a value cannot be spelled in its place.
    init(_ call: Call, solutions: [(name: String, value: String)] = []) throws(APIError) {
        let client = call.client
        self.call = call
        verb = call.method.verb ?? client.api.verb
        place = call.place(verb: verb)
        for parameter in call.parameters {
            try add(parameter)
        }
        if let version = client.api.version, call.raw == nil {
            try addUnlessGiven(version.parameter, text: version.value, in: placeLeft)
        }
        for solution in solutions {
            try put(solution.name, text: solution.value, in: placeLeft)
        }
    }

    /// Adds the token in the way that the API declares.
    ///
    /// An argument in the token's place wins, because calls for signing in carry the application's own credentials
    /// there.
    mutating func authorize(with token: Token?) throws(APIError) {
        guard call.sendsToken else { return }
        if let token {
            try add(token.secret, at: call.client.api.authorization)
        }
        if call.needs.isEmpty {
            return
        }
        for value in call.schemeValues(for: token) ?? [] {
            try add(value.text, at: value.place)
        }
    }

    /// Puts a mark into the path in place of the account's secrets, for a request without them.
    mutating func markPath() {
        let api = call.client.api
        for case .path(let name) in [api.authorization] + api.schemes.values {
            path.append((name, ["token"]))
        }
    }

    /// Adds a secret in its place.
    private mutating func add(_ secret: String, at place: APIDescription.Authorization) throws(APIError) {
        switch place {
        case .none:
            break
        case .parameter(let name):
            try addUnlessGiven(name, text: secret, in: placeLeft)
        case .query(let name):
            try addUnlessGiven(name, text: secret, in: .query)
        case .header(let scheme):
            if headers["Authorization"] == nil {
                try put("Authorization", text: scheme + " " + secret, in: .header)
            }
        case .field(let name):
            if headers[name] == nil {
                try put(name, text: secret, in: .header)
            }
        case .cookie(let name):
            guard secret.utf8.allSatisfy({ $0.isVisible && !"\",;\\".utf8.contains($0) }) else {
                throw .invalidRequest("\(name) is a cookie, and its value contains a character that cookies cannot")
            }
            let others = headers["Cookie"].map { $0 + "; " } ?? ""
            try put("Cookie", text: others + name + "=" + secret, in: .header)
        case .path(let name):
            path.append((name, [secret]))
        }
    }

    /// Adds a parameter that all calls of the API carry, unless an argument or the link to the next page has set it.
    private mutating func addUnlessGiven(
        _ name: String,
        text: String,
        in place: ParameterPlace
    ) throws(APIError) {
        // An argument in the path, a header field or a cookie is another one, which only has the same name.
        for parameter in call.parameters
        where parameter.name == name && parameter.style.isDisjoint(with: [.path, .header, .cookie]) { return }
        if let query = call.settings.address?.query(),
            query.split(separator: "&").contains(where: { $0.hasPrefix(name + "=") })
        {
            return
        }
        try put(name, text: text, in: place)
    }

    /// The place for parameters that all calls of the API carry.
    ///
    /// A request has only one body. If a file or the arguments require another kind of body than usual, these
    /// parameters are sent in another place.
    private var placeLeft: ParameterPlace {
        switch place {
        case .form where call.settings.file != nil: .query
        case .body where call.settings.file != nil: .query
        case .multipart: .query
        case .form where !members.isEmpty: .body
        case .body where !form.isEmpty: .form
        default: place
        }
    }

    /// Adds an argument in its place and with its spelling of arrays.
    private mutating func add(_ parameter: Call.Parameter) throws(APIError) {
        if parameter.style.contains(.missing) {
            throw .invalidRequest("\(parameter.name) has no value; pass it to the initializer of the client")
        }
        let place = parameter.style.place(in: call, verb: verb)
        // A link to the next page already holds the arguments of path and query.
        if call.settings.address != nil, place == .query || place == .path {
            return
        }
        if place == .body {
            return try addMember(parameter)
        }
        if place == .whole {
            return try addWhole(parameter)
        }
        if case .flag(let isOn) = parameter.value, place == .query || place == .form,
            parameter.style.flags(in: call) == .present
        {
            if isOn {
                append(parameter.name, text: nil, in: place)
            }
            return
        }
        let arrays: ArrayStyle =
            switch place {
            case .query, .form, .multipart:
                parameter.style.arrays(in: call)
            case .path, .body, .whole, .header, .cookie:
                .comma
            }
        if arrays == .brackets, !parameter.style.contains(.json) {
            return try spread(parameter.value, named: parameter.name, of: parameter, in: place)
        }
        if place == .path, let texts = try keysAndValues(of: parameter) {
            return path.append((parameter.name, texts))
        }
        guard case .list(let elements) = parameter.value,
            !parameter.style.contains(.json)
        else {
            return try put(text(of: parameter.value, for: parameter), of: parameter, in: place)
        }
        try add(elements: elements, of: parameter, at: place, as: arrays)
    }

    /// Adds a member to the JSON object in the body.
    private mutating func addMember(_ parameter: Call.Parameter) throws(APIError) {
        var value = parameter.value
        if parameter.style.contains(.json) {
            value = .string(try text(of: value, for: parameter))
        }
        members.append((parameter.name, value))
    }

    /// Adds the elements of a list in their place.
    private mutating func add(
        elements: [ArgumentValue],
        of parameter: Call.Parameter,
        at place: ParameterPlace,
        as arrays: ArrayStyle
    ) throws(APIError) {
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for element in elements {
            texts.append(try text(of: element, for: parameter))
        }
        guard let separator = arrays.separator else {
            for text in texts {
                try put(text, of: parameter, in: place)
            }
            return
        }
        if place == .path {
            return path.append((parameter.name, texts))
        }
        if place == .query, arrays == .comma {
            return append(texts, of: parameter)
        }
        for (index, element) in elements.enumerated() where texts[index].contains(separator) {
            try refuse(element, number: index + 1, of: parameter, between: arrays)
        }
        try put(texts.joined(separator: separator), of: parameter, in: place)
    }

    /// Adds the whole body. The members of an object become a form if the method's body has that type.
    private mutating func addWhole(_ parameter: Call.Parameter) throws(APIError) {
        guard !parameter.style.contains(.json),
            case .json(let bytes) = parameter.value
        else {
            whole = try text(of: parameter.value, for: parameter)
            return
        }
        let members = JSON(String(decoding: bytes, as: UTF8.self))?.objectValue ?? [:]
        for (name, member) in members.sortedByKey {
            let value: ArgumentValue =
                switch member {
                case .null:
                    .string("")
                case .array(let elements):
                    .list(elements.map(\._argument))
                default:
                    member._argument
                }
            try add(Call.Parameter(name: name, value: value, style: .form))
        }
    }

    /// Adds the text of an argument in a place.
    ///
    /// - Parameter name: The name to send, if it is not that of the parameter.
    mutating func put(
        _ text: String,
        of parameter: Call.Parameter,
        named name: String? = nil,
        in place: ParameterPlace
    ) throws(APIError) {
        let name = name ?? parameter.name
        let keepsReserved = parameter.style.contains(.reserved)
        switch place {
        case .query where keepsReserved:
            Self.append(name, reserved: text, to: &query)
        case .form where keepsReserved:
            Self.append(name, reserved: text, to: &form)
        default:
            try put(name, text: text, in: place)
        }
    }

    /// Adds a text in a place.
    private mutating func put(
        _ name: String,
        text: String,
        in place: ParameterPlace
    ) throws(APIError) {
        switch place {
        case .path:
            path.append((name, [text]))
        case .query, .form:
            append(name, text: text, in: place)
        case .multipart:
            parts.append((name, text))
        case .whole:
            whole = text
        case .body:
            members.append((name, .string(text)))
        case .header:
            headers[name] = try HTTPHeaders.checked(name, value: text)
        case .cookie:
            guard HTTPHeaders.isToken(name) else {
                throw .invalidRequest("a cookie cannot have the name \(JSON.string(name))")
            }
            // A semicolon would let an argument begin another cookie. Servers trim spaces.
            guard text.utf8.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: ";") }) else {
                throw .invalidRequest(
                    "\(name) is a cookie, and its value contains a space, a semicolon or a character outside of ASCII")
            }
            if !cookies.isEmpty {
                cookies += "; "
            }
            cookies += name + "=" + text
        }
    }

    /// Adds a name, and its value if it has one, to the query or the form.
    private mutating func append(_ name: String, text: String?, in place: ParameterPlace) {
        if place == .query {
            Self.append(name, text: text, to: &query)
        } else {
            Self.append(name, text: text, to: &form)
        }
    }

    private static func append(_ name: String, text: String?, to bytes: inout [UInt8]) {
        append(name, to: &bytes)
        guard let text else { return }
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(text, to: &bytes)
    }

    private static func append(_ name: String, reserved text: String, to bytes: inout [UInt8]) {
        append(name, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(reserved: text, to: &bytes)
    }

    /// Adds a list to the query. Commas inside its elements are escaped, and those between them are not (RFC 6570,
    /// section 3.2.8).
    private mutating func append(_ texts: [String], of parameter: Call.Parameter) {
        Self.append(parameter.name, to: &query)
        query.append(UInt8(ascii: "="))
        PercentEncoding.append(
            list: texts,
            keepingReserved: parameter.style.contains(.reserved),
            to: &query)
    }

    private static func append(_ name: String, to bytes: inout [UInt8]) {
        if bytes.isEmpty {
            bytes.reserveCapacity(128)
        } else {
            bytes.append(UInt8(ascii: "&"))
        }
        PercentEncoding.append(name, to: &bytes)
    }
}
