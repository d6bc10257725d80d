import MethodicalGenerator

import enum Methodical.JSON

/// A reader of a request's arguments. Each becomes one text, whichever way it was sent.
struct Arguments {
    let types: TypeTable
    let wire: WireDefaults

    /// Returns the call of a method that a path matches.
    func call(_ request: MockRequest, match: Routes.Match) -> MockCall {
        let parameters = match.method.parameters.map { parameter in
            var parameter = parameter
            parameter.arrays = parameter.arrays ?? match.method.style.arrays
            return parameter
        }
        return call(
            request,
            method: match.method.name,
            parameters: parameters,
            values: match.values,
            fixed: match.fixed)
    }

    /// Returns the call of a method.
    ///
    /// - Parameters:
    ///   - request: The request with the arguments.
    ///   - method: The method's name.
    ///   - parameters: The method's parameters, or none if the schema does not have the method.
    ///   - values: The values of the parameters in the path.
    ///   - fixed: The arguments that the method's own path contains.
    func call(
        _ request: MockRequest,
        method: String,
        parameters: [Parameter] = [],
        values: [String: String] = [:],
        fixed: [(name: String, text: String)] = []
    ) -> MockCall {
        var arguments: [String: String] = [:]
        for parameter in parameters {
            // Parameters of the same name are looked for in their own places only.
            let namesakes = parameters.filter { $0.name == parameter.name }
            let isShared = namesakes.contains { $0.place != parameter.place }
            let text = Self.text(
                of: parameter,
                in: request,
                pathValues: values,
                isShared: isShared)
            arguments[parameters.argument(for: parameter)] = text.map { plain($0, for: parameter) }
        }
        let known = Set(parameters.map(\.name))
        let hasWhole = parameters.contains(where: \.isWhole)
        Self.addUnknown(
            to: &arguments,
            from: request,
            known: known,
            hasWhole: hasWhole,
            fixed: fixed)
        var token = request.secret(at: wire.authorization, arguments: arguments, values: values)
        var credentials: [String: String] = [:]
        for scheme in wire.schemes {
            credentials[scheme.name] = request.secret(at: scheme.place, arguments: arguments, values: values)
            if case .header(let kind) = scheme.place, kind != "Basic" {
                token = token ?? credentials[scheme.name]
            }
        }
        for name in wire.commonParameters where !known.contains(name) {
            arguments[name] = nil
        }
        let keys = ParameterKeys(parameters)
        let secrets = parameters.filter(\.isSecret)
        let lists = parameters.filter { parameter in
            if case .array = types.plain(parameter.type) {
                return true
            }
            return false
        }
        return MockCall(
            method: method,
            arguments: arguments,
            token: token,
            credentials: credentials,
            body: request.body,
            secrets: Set(secrets.map(keys.key)),
            lists: Set(lists.map(keys.key)))
    }

    /// Adds the arguments that the schema does not have. They are mistakes that tests look for.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that were found so far.
    ///   - request: The request with the arguments.
    ///   - known: The names of the method's parameters.
    ///   - hasWhole: Indicates whether a parameter is the whole body, which then has no arguments in it.
    ///   - fixed: The arguments that the method's own path contains.
    private static func addUnknown(
        to arguments: inout [String: String],
        from request: MockRequest,
        known: Set<String>,
        hasWhole: Bool,
        fixed: [(name: String, text: String)]
    ) {
        var pairs = request.pairs
        var members = request.members
        if hasWhole {
            pairs = MockRequest.pairs(in: request.query)
            members = [:]
        }
        for pair in pairs where !fixed.contains(where: { $0 == pair }) {
            var name = pair.name
            if name.hasSuffix("]") {
                name = String(name.prefix { $0 != "[" })
            }
            if !known.contains(pair.name), !known.contains(name) {
                arguments[pair.name] = pair.text
            }
        }
        for (name, member) in members where !known.contains(name) {
            arguments[name] = text(of: member)
        }
    }

    /// Returns the text of a parameter in the place where the request sends it.
    ///
    /// - Parameters:
    ///   - pathValues: The values of the parameters in the path.
    ///   - isShared: Indicates whether a parameter of another place has the same name.
    private static func text(
        of parameter: Parameter,
        in request: MockRequest,
        pathValues: [String: String],
        isShared: Bool
    ) -> String? {
        if parameter.isWhole {
            return request.whole(for: parameter)
        }
        let name = parameter.name
        let pairs = request.pairs
        let members = request.members
        switch parameter.place {
        case .path:
            if pathValues[name] == nil, !isShared {
                // `{?page}` in a path.
                return text(of: parameter, pairs: pairs, members: [:])
            }
            return pathValues[name]
        case .header: return request.headers[name.lowercased()]
        case .cookie: return request.cookies[name]
        case .body where isShared:
            return text(of: parameter, pairs: [], members: members)
        case .query where isShared, .form where isShared:
            return text(of: parameter, pairs: pairs, members: [:])
        case .query, .form, .body, .multipart:
            return text(of: parameter, pairs: pairs, members: members)
        }
    }

    /// Returns the value of a parameter in the query, the form or the body.
    private static func text(
        of parameter: Parameter,
        pairs: [(name: String, text: String)],
        members: [String: JSON]
    ) -> String? {
        let name = parameter.name
        if let member = members[name] {
            return text(of: member)
        }
        let own = pairs.filter { $0.name == name || $0.name == name + "[]" }
        if !own.isEmpty {
            return own.map(\.text).joined(separator: ",")
        }
        // No schema nests more deeply, and a request could otherwise exhaust the stack.
        let inner = pairs.filter { pair in
            pair.name.hasPrefix(name + "[")
                && pair.name.utf8.count(of: "[") <= 64
        }
        guard !inner.isEmpty else { return nil }
        return text(of: object(from: inner, named: name))
    }

    /// Returns an argument in the form of a call's description: flags as words, and lists as their elements even if
    /// they were sent as JSON.
    private func plain(_ text: String, for parameter: Parameter) -> String {
        switch types.plain(parameter.type) {
        case .boolean where text.isEmpty: "true"
        case .boolean: Self.flag(from: text)
        case .array(let element):
            plainList(text, of: element, for: parameter)
        default: text
        }
    }

    private func plainList(
        _ text: String,
        of element: TypeUse,
        for parameter: Parameter
    ) -> String {
        if let joiner = parameter.arrays?.joiner, text.contains(joiner) {
            return plain(text.split(separator: joiner).joined(separator: ","), for: parameter)
        }
        if text.hasPrefix("["), let elements = JSON(text)?.arrayValue {
            return elements.map(Self.text).joined(separator: ",")
        }
        if case .boolean = types.plain(element) {
            let flags = text.split(separator: ",", omittingEmptySubsequences: false)
            return flags.map { Self.flag(from: String($0)) }.joined(separator: ",")
        }
        return text
    }

    /// Returns the object that was sent as `address[city]=Bern&address[tags][]=a&items[0][price]=5`. Each value is a
    /// text.
    static func object(
        from pairs: [(name: String, text: String)],
        named name: String
    ) -> JSON {
        var value = JSON.null
        for pair in pairs {
            let brackets = pair.name.dropFirst(name.count)
            let pieces = brackets.split(separator: "]", omittingEmptySubsequences: false)
            let openKeys = pieces.dropLast()
            let keys = openKeys.map { $0.dropFirst() }
            value = put(
                pair.text,
                at: keys[...],
                into: value)
        }
        return value
    }

    /// Returns the value with a text at a path of keys. A number or an empty key stands for an element of a list.
    private static func put(
        _ text: String,
        at keys: ArraySlice<Substring>,
        into value: JSON
    ) -> JSON {
        guard let key = keys.first else {
            return .string(text)
        }
        if key.isEmpty || Int(key) != nil, value.objectValue == nil {
            var elements = value.arrayValue ?? []
            let index = Int(key) ?? elements.count
            if index == elements.count {
                elements.append(.null)
            }
            guard elements.indices.contains(index) else {
                return value
            }
            elements[index] = put(
                text,
                at: keys.dropFirst(),
                into: elements[index])
            return .array(elements)
        }
        let name = String(key)
        var members = value.objectValue ?? [:]
        members[name] = put(
            text,
            at: keys.dropFirst(),
            into: members[name] ?? .null)
        return .object(members)
    }

    private static func flag(from text: String) -> String {
        switch text {
        case "1": "true"
        case "0": "false"
        default: text
        }
    }

    static func text(of value: JSON) -> String {
        switch value {
        case .string(let text): text
        case .array(let elements):
            elements.map(text).joined(separator: ",")
        default: value.description
        }
    }
}

extension CallStyle.ArrayStyle {
    /// The character between elements, for those styles whose lists would otherwise be one text.
    fileprivate var joiner: Character? {
        switch self {
        case .pipes: "|"
        case .spaces: " "
        case .tabs: "\t"
        case .comma, .repeated, .brackets: nil
        }
    }
}

extension String.UTF8View {
    fileprivate func count(of character: Unicode.Scalar) -> Int {
        count { $0 == UInt8(ascii: character) }
    }
}

extension [Parameter] {
    /// Returns the name of an argument in a call. A parameter named `body` beside a whole body is `query.body`.
    func argument(for parameter: Parameter) -> String {
        let hasWhole = contains(where: \.isWhole)
        guard parameter.title == "body",
            hasWhole,
            contains(where: { $0.name == "body" })
        else {
            return ParameterKeys(self).key(of: parameter)
        }
        if parameter.isWhole {
            return "whole.body"
        }
        return parameter.place.rawValue + ".body"
    }
}
