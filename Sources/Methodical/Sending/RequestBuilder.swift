import Foundation

/// A builder that makes the HTTP request of a call.
///
/// The initializer spells each argument and puts it in its place, in the order of the declaration. The API's version
/// and the answers to challenges follow. `authorize(with:)` adds the token, and `httpRequest()` returns the result.
struct RequestBuilder {
    private let call: Call
    private let verb: Verb
    /// The place of the method's parameters, and of those that all calls of the API carry.
    private let place: ParameterPlace
    /// The values for the path's template.
    private(set) var path: [(name: String, text: String)] = []
    /// The query, percent-encoded.
    private(set) var query: [UInt8] = []
    /// The form in the body, percent-encoded.
    private(set) var form: [UInt8] = []
    /// The members of the JSON object in the body.
    private(set) var members: [(name: String, value: ArgumentValue)] = []
    /// The header fields.
    private(set) var headers: HTTPHeaders = [:]

    /// Creates the parts of a request from the arguments of a call and the answers to its challenges.
    ///
    /// Throws `.invalidRequest` if a value cannot be spelled in its place.
    init(_ call: Call, _ answers: [(name: String, value: String)] = []) throws(APIError) {
        let client = call.client
        self.call = call
        verb = call.method.verb ?? client.api.verb
        place = call.place(verb: verb)
        for parameter in call.parameters { try add(parameter) }
        if let version = client.api.version, call.raw == nil { try addUnlessGiven(version.parameter, version.value) }
        for answer in answers { try put(answer.name, answer.value, placeLeft) }
    }

    /// Adds the token in the way that the API declares.
    ///
    /// An argument in the token's place wins, because calls for signing in carry the application's own credentials
    /// there.
    mutating func authorize(with token: Token?) throws(APIError) {
        guard let token, call.sendsToken else { return }
        switch call.client.api.authorization {
        case .none: break
        case .parameter(let name): try addUnlessGiven(name, token.secret)
        case .header(let scheme):
            if headers["Authorization"] == nil { try put("Authorization", scheme + " " + token.secret, .header) }
        case .field(let name):
            if headers[name] == nil { try put(name, token.secret, .header) }
        }
    }

    /// Adds a parameter that all calls of the API carry, unless an argument or the link to the next page has set it.
    private mutating func addUnlessGiven(_ name: String, _ text: String) throws(APIError) {
        for parameter in call.parameters where parameter.name == name { return }
        if let query = call.settings.address?.query(),
            query.split(separator: "&").contains(where: { $0.hasPrefix(name + "=") })
        {
            return
        }
        try put(name, text, placeLeft)
    }

    /// The place for parameters that all calls of the API carry.
    ///
    /// A request has only one body. If a file or the arguments require another kind of body than usual, these
    /// parameters are sent in another place.
    private var placeLeft: ParameterPlace {
        switch place {
        case .form where call.settings.file != nil, .body where call.settings.file != nil: .query
        case .form where !members.isEmpty: .body
        case .body where !form.isEmpty: .form
        default: place
        }
    }

    /// Adds an argument in its place and with its spelling of arrays.
    private mutating func add(_ parameter: Call.Parameter) throws(APIError) {
        let place = parameter.style.place(in: call, verb: verb)
        // A link to the next page already holds the arguments of path and query.
        if call.settings.address != nil, place == .query || place == .path { return }
        if place == .body {
            let isText = parameter.style.contains(.json)
            return members.append(
                (parameter.name, isText ? .string(try text(of: parameter.value, parameter)) : parameter.value))
        }
        let arrays = place == .path || place == .header ? .comma : parameter.style.arrays(in: call)
        if arrays == .brackets, !parameter.style.contains(.json) {
            return try spread(parameter.value, parameter.name, parameter, place)
        }
        guard case .list(let elements) = parameter.value, !parameter.style.contains(.json) else {
            return try put(parameter.name, text(of: parameter.value, parameter), place)
        }
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for element in elements { texts.append(try text(of: element, parameter)) }
        if arrays == .comma { return try put(parameter.name, texts.joined(separator: ","), place) }
        for text in texts { try put(parameter.name, text, place) }
    }

    /// Adds a value in brackets: `ids[]=1`, `address[city]=Bern`, `items[0][price]=5`.
    ///
    /// Objects in an array get its indices, because without them servers cannot tell which members belong together.
    private mutating func spread(
        _ value: ArgumentValue, _ name: String, _ parameter: Call.Parameter, _ place: ParameterPlace
    ) throws(APIError) {
        switch value {
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                switch element {
                case .list, .json: try spread(element, "\(name)[\(index)]", parameter, place)
                default: try spread(element, name + "[]", parameter, place)
                }
            }
        case .json(let bytes):
            let json = JSON(String(decoding: bytes, as: UTF8.self))
            if let elements = json?.arrayValue {
                return try spread(.list(elements.map(\._argument)), name, parameter, place)
            }
            guard let members = json?.objectValue else {
                return try put(name, json == .null ? "" : text(of: value, parameter), place)
            }
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                try spread(member._argument, "\(name)[\(key)]", parameter, place)
            }
        default: try put(name, text(of: value, parameter), place)
        }
    }

    /// Returns the text of a value, or throws `.invalidRequest` if a number is not finite.
    private func text(of value: ArgumentValue, _ parameter: Call.Parameter) throws(APIError) -> String {
        let flags = parameter.style.flags(in: call)
        var isJSON = parameter.style.contains(.json)
        guard let text = isJSON ? value.jsonText() : value.text(flags: flags) else { throw .unwritable(parameter.name) }
        if case .json = value { isJSON = true }
        if !isJSON || !parameter.style.contains(.header) { return text }
        // Header fields are ASCII. JSON can escape everything else.
        return text.utf16.map {
            $0 < 0x7F ? String(UnicodeScalar(UInt8($0))) : "\\u" + String(0x10000 + Int($0), radix: 16).suffix(4)
        }.joined()
    }

    /// Adds a text in a place.
    private mutating func put(_ name: String, _ text: String, _ place: ParameterPlace) throws(APIError) {
        switch place {
        case .path: path.append((name, text))
        case .query: Self.append(name, text, to: &query)
        case .form: Self.append(name, text, to: &form)
        case .body: members.append((name, .string(text)))
        case .header:
            // A line break would let an argument begin another header field, or another request.
            guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                throw .invalidRequest("\(name) is a header field, and its value contains a control character")
            }
            headers[name] = text
        }
    }

    /// Adds a pair of name and value to a query or a form.
    private static func append(_ name: String, _ text: String, to bytes: inout [UInt8]) {
        if bytes.isEmpty { bytes.reserveCapacity(128) } else { bytes.append(UInt8(ascii: "&")) }
        PercentEncoding.append(name, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(text, to: &bytes)
    }
}

// MARK: Request

extension Call {
    /// Returns the request of the call without the token and the signature.
    package func request() throws(APIError) -> HTTPRequest { try RequestBuilder(self).httpRequest() }
}

extension RequestBuilder {
    /// Returns the request for the transport. Throws `.invalidRequest` if the parts do not make a valid one.
    func httpRequest() throws(APIError) -> HTTPRequest {
        var request = HTTPRequest(
            verb: verb, url: try url(), headers: headers,
            timeout: call.settings.timeout ?? call.client.configuration.timeout)
        request.call = call
        request.priority = call.settings.priority
        request.isRepeatable = call.isRepeatable || !verb.allowsBody
        if request.headers["Accept"] == nil {
            request.headers["Accept"] =
                call.raw == nil ? call.client.api.format?.mediaType ?? "application/json" : "*/*"
        }
        if let file = call.settings.file { (request.file, request.headers["Content-Type"]) = (file.url, file.type) }
        guard let (body, type) = try body() else { return request }
        guard request.file == nil else { throw .invalidRequest("the body is a file, so it cannot contain parameters") }
        guard verb.allowsBody else {
            throw .invalidRequest("a \(verb.rawValue) request has no body, but the method puts parameters in it")
        }
        request.body = body
        if request.headers["Content-Type"] == nil { request.headers["Content-Type"] = type }
        return request
    }

    /// Returns the body with its `Content-Type`, or `nil` if nothing travels there.
    private func body() throws(APIError) -> (Data, type: String)? {
        if let body = call.raw?.body { return (body, "application/octet-stream") }
        switch (members.isEmpty, form.isEmpty) {
        case (false, false): throw .invalidRequest("the body cannot contain both a form and JSON")
        case (false, true): return (try json(), "application/json")
        case (true, false): return (Data(form), "application/x-www-form-urlencoded")
        case (true, true): return nil
        }
    }

    /// Returns the members as a JSON object.
    private func json() throws(APIError) -> Data {
        var writer = JSONWriter()
        writer.byte(UInt8(ascii: "{"))
        for (name, value) in members {
            writer.key(name)
            value.write(to: &writer)
            if writer.isBroken { throw .unwritable(name) }
        }
        writer.byte(UInt8(ascii: "}"))
        return Data(bytes: writer.base, count: writer.count)
    }

    /// Returns the address with the query. It contains the token only after `authorize(with:)`.
    func url() throws(APIError) -> URL {
        var bytes: [UInt8]
        if let address = call.settings.address?.absoluteString ?? call.raw.flatMap({ _ in call.method.path }) {
            guard ["http:", "https:"].contains(address.prefix { $0 != "/" }.lowercased()) else {
                throw .invalidRequest("the address must begin with https://")
            }
            bytes = Self.literal(address)
        } else {
            bytes = []
            bytes.reserveCapacity(call.client.root.count + 64 + query.count)
            bytes += call.client.root
            try appendPath(to: &bytes)
        }
        if !query.isEmpty {
            bytes.append(UInt8(ascii: bytes.contains(UInt8(ascii: "?")) ? "&" : "?"))
            bytes.append(contentsOf: query)
        }
        guard let url = URL(string: String(decoding: bytes, as: UTF8.self)), url.host() != nil else {
            if call.settings.address != nil || call.raw != nil {
                throw .invalidRequest("the address contains no server")
            }
            throw .invalidRequest(
                "the base URL \"\(call.client.baseURL)\" contains no server; it must begin with https://")
        }
        return url
    }

    /// Returns an address after escaping the characters that no address may contain.
    ///
    /// The host keeps its characters, because `URL` encodes them in another way there.
    static func literal(_ address: String) -> [UInt8] {
        let path = address.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
            .dropFirst(3).first?.startIndex
        var bytes = Array(address.utf8[..<(path ?? address.endIndex)])
        if let path { PercentEncoding.append(literal: address.utf8[path...], to: &bytes) }
        return bytes
    }

    /// Fills the template of the path. `{name}` becomes the method's name, and `{pin_id}` the parameter of that name.
    private func appendPath(to bytes: inout [UInt8]) throws(APIError) {
        var rest = (call.method.path ?? call.client.api.path).utf8[...]
        if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
        // An empty path means the base URL itself, and a slash would make another address of it.
        if !rest.isEmpty, bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            PercentEncoding.append(literal: rest[..<open], to: &bytes)
            let name = rest[rest.index(after: open)..<close]
            PercentEncoding.append(try segment(named: String(Substring(name))), to: &bytes)
            rest = rest[rest.index(after: close)...]
        }
        PercentEncoding.append(literal: rest, to: &bytes)
    }

    /// Returns the text for a name in the path's template.
    ///
    /// Servers and proxies resolve `.` and `..` even if their dots are percent-encoded. These values would therefore
    /// call another method.
    private func segment(named name: String) throws(APIError) -> String {
        if let text = path.first(where: { $0.name == name })?.text {
            guard !text.isEmpty, text != ".", text != ".." else {
                throw .invalidRequest("\(name) is part of the path and cannot be \"\(text)\"")
            }
            return text
        }
        guard name == "name" else { throw .invalidRequest("\(name) is part of the path and is missing") }
        return call.method.name
    }
}

extension Client {
    /// Builds the request of an attempt, before it is signed.
    @inline(never)
    func buildRequest(_ run: Run, _ state: inout CallState) throws(APIError) -> HTTPRequest {
        var builder = try RequestBuilder(run.call, state.retries.answers)
        try builder.authorize(with: state.tokens.current)
        var request = try builder.httpRequest()
        for answer in state.retries.answers { request.answers[answer.name] = answer.value }
        request.timeout = state.retries.deadline.map {
            .seconds(max(0, $0.timeIntervalSince(configuration.time.now())))
        }
        state.attempt.isConditional = state.cache?.revalidatableEntry.map { request.revalidate($0) } ?? false
        return request
    }
}
