import Foundation
import MethodicalGenerator

import enum Methodical.JSON

/// Whole bodies, and forms with files.
extension MockRequest {
    /// The media type of the body without its parameters, in lowercase.
    private var type: String {
        let declared = headers["content-type"] ?? ""
        let type = String(declared.prefix { $0 != ";" })
        return type.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Returns the whole body as the text of an argument, or `nil` if there is none or it is of another type.
    ///
    /// JSON keeps its text, and a form becomes an object of texts. Bytes that are not UTF-8 become Base64.
    func whole(for parameter: Parameter) -> String? {
        guard headers["content-type"] != nil,
            accepts(parameter)
        else { return nil }
        let text = String(data: body, encoding: .utf8)
        switch parameter.content?.kind ?? .json {
        case .json:
            guard let json = try? JSON(json: [UInt8](body)) else {
                return nil
            }
            return json.stringValue ?? text
        case .form:
            // A member `place[city]` becomes `[place][city]`, as all further keys are written.
            let pairs = Self.pairs(in: text ?? "").map { pair in
                let key = pair.name.prefix { $0 != "[" }
                return ("[\(key)]\(pair.name.dropFirst(key.count))", pair.text)
            }
            return Arguments.object(from: pairs, named: "").description
        case .text, .xml: return text
        case .bytes: return text ?? body.base64EncodedString()
        }
    }

    /// Indicates whether the body has the type of the parameter.
    private func accepts(_ parameter: Parameter) -> Bool {
        guard let content = parameter.content else {
            return type == "application/json"
        }
        if !content.isRange {
            return content.essence == type
        }
        return content.essence == "*/*"
            || type.hasPrefix(content.essence.prefix { $0 != "*" })
    }

    /// The parts of a form, `multipart/form-data`: the names with the values, or with the names of files.
    var parts: [(name: String, text: String)] {
        guard type == "multipart/form-data",
            let boundary = headers["content-type"]?
                .components(separatedBy: "boundary=")
                .dropFirst().first
        else { return [] }
        // The first line break makes the first part look like all others.
        let bytes = Data("\r\n".utf8) + body
        let mark = Data("\r\n--\(boundary.trimmingCharacters(in: ["\""]))".utf8)
        var found: [(name: String, text: String)] = []
        var place = bytes.startIndex
        while let start = bytes.range(of: mark, in: place..<bytes.endIndex),
            let end = bytes.range(of: mark, in: start.upperBound..<bytes.endIndex)
        {
            if let part = Self.part(from: bytes[start.upperBound..<end.lowerBound]) {
                found.append(part)
            }
            place = end.lowerBound
        }
        return found
    }

    private static func part(from bytes: Data) -> (name: String, text: String)? {
        guard let blank = bytes.range(of: Data("\r\n\r\n".utf8)) else {
            return nil
        }
        let head = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self)
        guard let name = value(for: "name", in: head) else {
            return nil
        }
        if let file = value(for: "filename", in: head) {
            return (name, file)
        }
        return (name, String(decoding: bytes[blank.upperBound...], as: UTF8.self))
    }

    /// Returns a parameter of `Content-Disposition`, with the characters that browsers escape.
    private static func value(for key: String, in head: String) -> String? {
        guard let start = head.range(of: " \(key)=\"") else {
            return nil
        }
        let escaped = head[start.upperBound...].prefix { $0 != "\"" }
        let text = escaped.replacingOccurrences(of: "%22", with: "\"")
        return text.replacingOccurrences(of: "%0D%0A", with: "\r\n")
    }
}
