/// A media type of a schema, such as `application/json` or `image/*`.
package struct MediaType: Hashable, Sendable {
    /// The text in the schema.
    package var text: String

    package init(_ text: String) { self.text = text }

    /// The ways in which a body is written.
    package enum Kind: Sendable { case json, text, form, xml, bytes }

    /// The way in which a body of this type is written.
    package var kind: Kind {
        switch essence {
        case "application/json", "text/json": .json
        case "application/x-www-form-urlencoded": .form
        case "application/xml", "text/xml": .xml
        case let type where type.hasSuffix("+json"): .json
        case let type where type.hasSuffix("+xml"): .xml
        case let type where type.hasPrefix("text/"): .text
        default: .bytes
        }
    }

    /// Indicates whether the type stands for several, as `image/*` does.
    package var isRange: Bool {
        essence.utf8.contains(UInt8(ascii: "*"))
    }

    /// The type without its parameters, in lowercase.
    package var essence: String {
        let type = text.prefix { $0 != ";" && $0 != " " }
        return type.lowercased()
    }
}
