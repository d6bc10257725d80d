import Foundation
import Methodical

/// The names and values of a form or a query, decoded and in their order.
struct FormFields {
    var all: [(name: String, value: String)]

    init(_ all: [(name: String, value: String)] = []) {
        self.all = all
    }

    /// Decodes a form or a query, in which `+` stands for a space.
    init(_ text: some Sequence<UInt8>) {
        all = Array(text).split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false)
            let value = parts.dropFirst().first.map(Self.decoded)
            return (Self.decoded(parts[0]), value ?? "")
        }
    }

    /// The value of the first field with this name.
    subscript(name: String) -> String? {
        all.first { $0.name == name }?.value
    }

    /// The fields in the order of the bytes of their names. The operator `<` compares Unicode characters instead.
    var sorted: FormFields {
        FormFields(all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    /// The fields as a form.
    var encoded: String {
        var bytes: [UInt8] = []
        for (index, field) in all.enumerated() {
            if index > 0 {
                bytes.append(UInt8(ascii: "&"))
            }
            PercentEncoding.append(field.name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(field.value, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the decoded text. Text with a malformed escape is returned as it is.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        for index in bytes.indices where bytes[index] == UInt8(ascii: "+") {
            bytes[index] = UInt8(ascii: " ")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.removingPercentEncoding ?? text
    }
}

extension HTTPRequest {
    /// Indicates whether the body is a form.
    var hasForm: Bool {
        body?.isEmpty == false
            && headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }
}
