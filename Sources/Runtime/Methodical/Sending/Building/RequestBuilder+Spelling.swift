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
