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

extension Parameter {
    /// Indicates whether the parameter is a part of a form whose type is JSON.
    package var hasJSONContent: Bool {
        place == .multipart && !isFile && content?.kind == .json
    }

    /// Indicates whether the parameter is the whole body.
    package var isWhole: Bool { name.isEmpty }

    /// The name for people and for tests, also if the parameter is the whole body.
    package var title: String { isWhole ? "body" : name }
}

extension Method {
    /// The parameter that is the whole body.
    package var whole: Parameter? {
        parameters.first(where: \.isWhole)
    }

    /// Indicates whether the body is a form of parts, `multipart/form-data`.
    package var isMultipart: Bool {
        parameters.contains { $0.place == .multipart }
    }

    /// Indicates whether a call sends a file, or a form that may hold files.
    package var isUpload: Bool {
        upload != nil || whole?.isFile == true || isMultipart
    }
}
