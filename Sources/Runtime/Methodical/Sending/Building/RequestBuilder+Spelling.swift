import Foundation

/// The texts of arguments, and the values that have none in their place.
extension RequestBuilder {
    /// Returns the text of a value, or throws `.invalidRequest` if a number is not finite.
    func text(of value: ArgumentValue, for parameter: Call.Parameter) throws(APIError) -> String {
        let flags = parameter.style.flags(in: call)
        var isJSON = !parameter.style.isDisjoint(with: [.json, .jsonElements])
        let spelled =
            if isJSON {
                value.jsonText()
            } else {
                value.text(flags: flags)
            }
        guard let text = spelled else {
            throw .unwritable(parameter.name)
        }
        if case .json = value {
            isJSON = true
        }
        if !isJSON || parameter.style.isDisjoint(with: [.header, .cookie]) {
            return text
        }
        // Header fields are ASCII. JSON can escape everything else.
        return text.utf16.map(Self.escapedBeyondASCII).joined()
    }

    private static func escapedBeyondASCII(_ unit: UInt16) -> String {
        if unit < 0x7F {
            return String(UnicodeScalar(UInt8(unit)))
        }
        let digits = String(0x10000 + Int(unit), radix: 16).suffix(4)
        return "\\u\(digits)"
    }

    /// Returns the keys of an object, each followed by its value, as RFC 6570 writes it in a path. Returns `nil` for
    /// other values, and for an object that is sent as JSON.
    func keysAndValues(of parameter: Call.Parameter) throws(APIError) -> [String]? {
        guard case .json(let bytes) = parameter.value, !parameter.style.contains(.json),
            let members = JSON(String(decoding: bytes, as: UTF8.self))?.objectValue
        else { return nil }
        var texts: [String] = []
        for (key, member) in members.sortedByKey {
            texts.append(key)
            texts.append(try text(of: member._argument, for: parameter))
        }
        return texts
    }

    /// Throws `.invalidRequest` for an element that contains the separator of its list, in a place in which the server
    /// cannot tell them apart. Objects and lists delimit themselves.
    func refuse(
        _ element: ArgumentValue,
        number: Int,
        of parameter: Call.Parameter,
        between arrays: ArrayStyle
    ) throws(APIError) {
        switch element {
        case .json, .list: return
        case .string, .integer, .number, .flag:
            var text = ""
            if !parameter.style.contains(.secret) {
                text = " \(JSON.string(try self.text(of: element, for: parameter)))"
            }
            throw .invalidRequest(
                "element \(number) of \(parameter.name)\(text) contains \(arrays.separatorName), which separates the "
                    + "elements of this list: the server would read two elements")
        }
    }
}

extension RequestBuilder {
    /// Adds a value in brackets: `ids[]=1`, `address[city]=Bern`, `items[0][price]=5`.
    ///
    /// Objects in an array get its indices, because without them servers cannot tell which members belong together.
    mutating func spread(
        _ value: ArgumentValue,
        named name: String,
        of parameter: Call.Parameter,
        in place: ParameterPlace
    ) throws(APIError) {
        switch value {
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                switch element {
                case .list, .json:
                    try spread(
                        element,
                        named: "\(name)[\(index)]",
                        of: parameter,
                        in: place)
                default:
                    try spread(element, named: name + "[]", of: parameter, in: place)
                }
            }
        case .json(let bytes):
            let json = JSON(String(decoding: bytes, as: UTF8.self))
            if let elements = json?.arrayValue {
                return try spread(
                    .list(elements.map(\._argument)),
                    named: name,
                    of: parameter,
                    in: place)
            }
            guard let members = json?.objectValue else {
                let text =
                    if json == .null {
                        ""
                    } else {
                        try self.text(of: value, for: parameter)
                    }
                return try put(text, of: parameter, named: name, in: place)
            }
            for (key, member) in members.sortedByKey {
                guard !key.isEmpty,
                    !key.contains(where: { "[]".contains($0) })
                else {
                    throw .invalidRequest(
                        "\(parameter.name) has the key \(JSON.string(key)), which the server could not tell from the "
                            + "brackets around it")
                }
                try spread(
                    member._argument,
                    named: "\(name)[\(key)]",
                    of: parameter,
                    in: place)
            }
        default:
            try put(
                text(of: value, for: parameter),
                of: parameter,
                named: name,
                in: place)
        }
    }
}

extension APIEngine {
    /// The value of an argument, before its place in the request decides the spelling.
    public enum ArgumentValue: Hashable, Sendable {
        /// A string, which is sent as it is.
        case string(String)
        /// An integer.
        case integer(Int)
        /// A floating-point number. Building a request with a number that is not finite throws `.invalidRequest`.
        case number(Double)
        /// A Boolean value, whose spelling a ``APIEngine/FlagStyle`` decides.
        case flag(Bool)
        /// A list, whose spelling an ``APIEngine/ArrayStyle`` decides outside a JSON body.
        case list([ArgumentValue])
        /// A JSON text, for objects and other values without a spelling of their own.
        case json([UInt8])
    }
}

/// The spelling of arguments as text and as JSON.
extension ArgumentValue {
    /// Returns the text for a query, a form, a path or a header field, or `nil` if a number is not finite.
    ///
    /// Numbers are spelled as in JSON: integers exactly, other numbers with the fewest digits that read back as the
    /// same number.
    func text(flags: FlagStyle) -> String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .flag(let isOn): flags.text(of: isOn)
        case .number, .list, .json: jsonText()
        }
    }

    /// The elements of a list, or the value itself as the only element.
    var elements: [ArgumentValue] {
        if case .list(let elements) = self {
            elements
        } else {
            [self]
        }
    }

    /// Returns the value as JSON text, or `nil` if a number is not finite.
    func jsonText() -> String? {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    /// Writes the value as JSON. The writer is broken afterwards if a number is not finite.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text):
            writer.string(text)
        case .integer(let number):
            writer.integer(number)
        case .number(let number):
            writer.number(number)
        case .flag(let isOn):
            writer.boolean(isOn)
        case .json(let text):
            writer.raw(String(decoding: text, as: UTF8.self))
        case .list(let elements):
            writer.byte(.openBracket)
            for element in elements {
                writer.separate()
                element.write(to: &writer)
            }
            writer.byte(.closeBracket)
        }
    }
}

extension FlagStyle {
    /// Returns the spelling of a Boolean value outside JSON.
    fileprivate func text(of isOn: Bool) -> String {
        switch (self, isOn) {
        case (.digits, true): "1"
        case (.digits, false): "0"
        case (.words, true), (.present, true): "true"
        case (.words, false), (.present, false): "false"
        }
    }
}

extension Dictionary where Key: Comparable {
    /// The members in the order of their keys, for an output that does not change from run to run.
    var sortedByKey: [(key: Key, value: Value)] {
        sorted { $0.key < $1.key }
    }
}
