import Methodical

extension Call {
    /// Adds a body of XML. Generated code calls this.
    ///
    /// Members become elements in the order of the schema, and a list becomes an element for each of its values. A
    /// member `#text` is the text of its element. Members whose names begin with `@` or `xmlns` are attributes. The
    /// call is refused with `.invalidRequest` if the value contains a number that is not finite, a control character
    /// that XML cannot express, or a key that is not a name in XML.
    ///
    /// - Parameters:
    ///   - value: The value of the body. `nil` means no body.
    ///   - root: The name of the root element.
    ///   - isSecret: Indicates whether no output may show the body.
    public mutating func add<T: APIValue>(xml value: T?, root: String, isSecret: Bool = false) {
        guard let value else { return }
        // The JSON of an argument has no members that only the server sets.
        guard case .json(let json) = value._argument,
            let text = XMLWriter.document(from: json, root: root)
        else {
            add("body", Double.nan, .whole)
            return
        }
        if isSecret {
            add("body", text, [.whole, .secret])
        } else {
            add("body", text, .whole)
        }
    }
}

/// A writer of XML that reads the JSON of a value, because the JSON has the members in the order of the schema.
private struct XMLWriter {
    /// The JSON that is not read yet. It has no white space between values.
    private var json: ArraySlice<UInt8>
    /// Indicates whether a text contains a character that XML cannot express.
    private var isBroken = false

    private init(json: ArraySlice<UInt8>) { self.json = json }

    /// Returns the document with a root element, or `nil` if XML cannot express the value.
    static func document(from json: [UInt8], root: String) -> String? {
        var writer = XMLWriter(json: json[...])
        let element = writer.element(named: root)
        if writer.isBroken {
            return nil
        }
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + element
    }

    /// Returns the element for the next value, or an element for each value of a list.
    private mutating func element(named name: String) -> String {
        var attributes = ""
        var content = ""
        switch json.first {
        case UInt8(ascii: "["):
            forEach(before: "]") { content += $0.element(named: name) }
            return content
        case UInt8(ascii: "{"):
            forEach(before: "}") { writer in
                let key = writer.scalar()
                writer.json.removeFirst()
                if key.hasPrefix("@") || key == "xmlns" || key.hasPrefix("xmlns:") {
                    let name = key.hasPrefix("@") ? key.dropFirst() : key[...]
                    writer.check(name)
                    attributes += " \(name)=\"\(writer.escaped(writer.scalar(), isAttribute: true))\""
                } else if key == "#text" {
                    content += writer.escaped(writer.scalar())
                } else {
                    content += writer.element(named: key)
                }
            }
        default: content = escaped(scalar())
        }
        check(name[...])
        if content.isEmpty {
            return "<\(name)\(attributes)/>"
        }
        return "<\(name)\(attributes)>\(content)</\(name)>"
    }

    /// Marks the document as broken if a key is not a name, because it could begin another element.
    private mutating func check(_ name: Substring) {
        let isName = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-._:".unicodeScalars.contains(scalar)
        }
        let beginsName = name.unicodeScalars.first.map { first in
            first.properties.isAlphabetic || first == "_" || first == ":"
        }
        if !isName || beginsName != true {
            isBroken = true
        }
    }

    /// Reads a list or an object, and calls a function before each of its values.
    private mutating func forEach(before end: Unicode.Scalar, _ body: (inout XMLWriter) -> Void) {
        json.removeFirst()
        while let byte = json.first, byte != UInt8(ascii: end) {
            body(&self)
            if json.first == UInt8(ascii: ",") {
                json.removeFirst()
            }
        }
        json = json.dropFirst()
    }

    /// Reads a scalar, and returns its text. The text of `null` is empty.
    private mutating func scalar() -> String {
        var length = 0
        if json.first == UInt8(ascii: "\"") {
            var isEscaped = false
            let end = json.dropFirst().firstIndex { byte in
                let isEnd = byte == UInt8(ascii: "\"") && !isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                return isEnd
            }
            length = 1 + (end ?? json.startIndex) - json.startIndex
        } else {
            let end = json.firstIndex { byte in
                byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
            }
            length = (end ?? json.endIndex) - json.startIndex
        }
        let text = String(decoding: json.prefix(length), as: UTF8.self)
        json = json.dropFirst(length)
        if text == "null" {
            return ""
        }
        return JSON(text)?.stringValue ?? text
    }

    private mutating func escaped(_ text: String, isAttribute: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"" where isAttribute: escaped += "&quot;"
            // A reader would turn these into a line feed or a space.
            case "\r": escaped += "&#13;"
            case "\n" where isAttribute, "\t" where isAttribute: escaped += "&#\(scalar.value);"
            case "\u{0}"..<" " where scalar != "\n" && scalar != "\t", "\u{FFFE}", "\u{FFFF}": isBroken = true
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
