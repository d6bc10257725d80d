/// An expression of a path's template, as in RFC 6570: `{+path}`, `{/list*}`, `{?query,page}`.
///
/// A name alone, such as `{pin_id}`, is an expression too, but plain calls do not need this type for it.
struct PathExpression {
    /// The operator before the names, or `nil` if there is none.
    let mark: Character?
    /// The names with their modifiers.
    let variables: [(name: String, isExploded: Bool, limit: Int?)]

    /// Creates an expression from the text between braces. The generator has checked the text.
    init(_ text: String) {
        var names = text[...]
        if let first = text.first, "+#./;?&".contains(first) {
            mark = first
            names.removeFirst()
        } else {
            mark = nil
        }
        variables = names.split(separator: ",").map { variable in
            let parts = variable.split(separator: ":")
            var name = parts.first ?? ""
            let isExploded = name.last == "*"
            if isExploded {
                name.removeLast()
            }
            let limit = parts.dropFirst().last.flatMap { Int($0) }
            return (String(name), isExploded, limit)
        }
    }

    /// Indicates whether the path is incomplete without the values.
    var isRequired: Bool {
        mark == nil || mark == "+"
    }

    /// Appends the values to an address. A value that is `nil`, or a list or an object without members, is left out.
    func expand(
        into bytes: inout [UInt8],
        flags: FlagStyle,
        _ value: (String) -> ArgumentValue?
    ) {
        var isFirst = true
        for variable in variables {
            for part in parts(of: variable, value: value(variable.name), flags: flags) {
                let lead = isFirst ? first : separator
                if !lead.isEmpty {
                    bytes += lead.utf8
                }
                isFirst = false
                if let name = part.name {
                    PercentEncoding.append(literal: name.utf8[...], to: &bytes)
                    if !part.value.isEmpty || mark != ";" {
                        bytes.append(UInt8(ascii: "="))
                    }
                }
                bytes += part.value
            }
        }
    }

    /// Returns what a variable expands to: an encoded value, or several with a separator between them.
    private func parts(
        of variable: (name: String, isExploded: Bool, limit: Int?),
        value: ArgumentValue?,
        flags: FlagStyle
    ) -> [(name: String?, value: [UInt8])] {
        let name = isNamed ? variable.name : nil
        var elements: [(key: String?, value: [UInt8])] = []
        switch value {
        case nil:
            return []
        case .list(let list):
            elements = list.map {
                (nil, encoded($0.text(flags: flags) ?? ""))
            }
        case .json(let text):
            guard let json = JSON(String(decoding: text, as: UTF8.self)),
                json != .null
            else { return [] }
            if let list = json.arrayValue {
                return parts(
                    of: variable,
                    value: .list(list.map(\._argument)),
                    flags: flags)
            }
            guard let members = json.objectValue else {
                return [(name, encoded(json.description))]
            }
            elements = members.sortedByKey.map { key, member in
                let text = member._argument.text(flags: flags) ?? ""
                return (String(decoding: encoded(key), as: UTF8.self), encoded(text))
            }
        case .some(let scalar):
            var text = scalar.text(flags: flags) ?? ""
            if let limit = variable.limit {
                text = String(text.unicodeScalars.prefix(limit))
            }
            return [(name, encoded(text))]
        }
        if elements.isEmpty {
            return []
        }
        if variable.isExploded {
            return elements.map { element in
                if isNamed {
                    return (element.key ?? variable.name, element.value)
                }
                guard let key = element.key else {
                    return (nil, element.value)
                }
                return (nil, Array((key + "=").utf8) + element.value)
            }
        }
        let texts = elements.flatMap { element in
            (element.key.map { [Array($0.utf8)] } ?? []) + [element.value]
        }
        return [(name, Array(texts.joined(separator: ",".utf8)))]
    }

    /// Returns the text with escapes. After `+` and `#` only characters that would leave the path are escaped.
    private func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        guard mark == "+" || mark == "#" else {
            PercentEncoding.append(text, to: &bytes)
            return bytes
        }
        var parts = [text[...]]
        if mark == "+" {
            parts = text.split(omittingEmptySubsequences: false) { "?#".contains($0) }
        }
        for part in parts {
            if part.startIndex > text.startIndex {
                PercentEncoding.append(String(text[text.index(before: part.startIndex)]), to: &bytes)
            }
            PercentEncoding.append(literal: part.utf8, to: &bytes)
        }
        return bytes
    }

    /// The text before the first value.
    private var first: String {
        switch mark {
        case nil, "+": ""
        case .some(let mark): String(mark)
        }
    }
    /// The text between values.
    private var separator: String {
        switch mark {
        case nil, "+", "#": ","
        case "?": "&"
        case .some(let mark): String(mark)
        }
    }

    /// Indicates whether each value follows its name.
    private var isNamed: Bool {
        mark == ";" || mark == "?" || mark == "&"
    }
}

extension PathExpression {
    /// Indicates whether a path has a part that servers resolve: `.` or `..`, also with escaped dots and slashes. Some
    /// servers cut off what follows a semicolon first.
    static func leavesPath(_ path: ArraySlice<UInt8>) -> Bool {
        let bytes = path.prefix { !"?#".utf8.contains($0) }
        var text = String(decoding: bytes, as: UTF8.self).lowercased()
        for (escape, sign) in [("%2e", "."), ("%2f", "/"), ("%5c", "/")] {
            text = text.replacing(escape, with: sign)
        }
        return text.split(separator: "/").contains { part in
            let name = part.prefix { $0 != ";" }
            return name == "." || name == ".."
        }
    }
}

extension Call {
    /// Appends the values of an expression. Throws `.invalidRequest` if the path needs a value that is missing.
    ///
    /// - Parameter texts: The texts of the arguments in the path.
    func expand(
        _ expression: PathExpression,
        with texts: [(name: String, text: String)],
        into bytes: inout [UInt8]
    ) throws(APIError) {
        for variable in expression.variables where expression.isRequired {
            guard let text = texts.first(where: { $0.name == variable.name })?.text else {
                let message = "\(variable.name) is part of the path and is missing"
                let placesOfSecrets = [client.api.authorization] + client.api.schemes.values
                if placesOfSecrets.contains(.path(variable.name)) {
                    throw APIError(.notAuthorized, message)
                }
                throw .invalidRequest(message)
            }
            if text.isEmpty {
                throw .invalidRequest("\(variable.name) is part of the path and cannot be \"\"")
            }
        }
        expression.expand(into: &bytes, flags: method.flags ?? client.api.flags) { name in
            parameters.first { $0.name == name && $0.style.contains(.path) }?.value
                ?? texts.first { $0.name == name }.map { .string($0.text) }
        }
    }
}
