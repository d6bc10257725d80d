import Foundation
import Methodical

/// The names and values of a query or a form, decoded and in their order.
struct Parameters {
    var all: [(name: String, value: String)] = []

    init() {}

    /// Decodes a query or a form, in which `+` stands for a space.
    init(_ text: some StringProtocol) {
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.dropFirst().first.map { Self.decode($0) }
            all.append((Self.decode(parts[0]), value ?? ""))
        }
    }

    /// Collects the parameters of the query and of a body that is a form. Returns `nil` if the body is of
    /// another kind, because it contains more than parameters.
    init?(_ request: HTTPRequest) {
        self.init(request.url.query(percentEncoded: true) ?? "")
        guard request.file == nil else { return nil }
        guard let body = request.body, !body.isEmpty else { return }
        guard request.hasForm else { return nil }
        all += Parameters(String(decoding: body, as: UTF8.self)).all
    }

    /// Sorts the parameters by the bytes of names and values.
    mutating func sort() { all.sort(by: Self.areInIncreasingOrder) }

    /// Indicates whether a parameter comes before another one in the order of the bytes of names and values.
    static func areInIncreasingOrder(
        _ first: (name: String, value: String), _ second: (name: String, value: String)
    ) -> Bool {
        if first.name == second.name {
            return first.value.precedes(second.value)
        }
        return first.name.precedes(second.name)
    }

    /// The parameters as text: escaped according to RFC 3986, and separated by `&`.
    var encoded: String {
        let pairs = all.map { Self.encode($0.name) + "=" + Self.encode($0.value) }
        return pairs.joined(separator: "&")
    }

    /// Escapes each byte that RFC 3986 does not call unreserved.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Escapes each byte that RFC 3986 does not call unreserved. Existing escapes are decoded first, so nothing is
    /// escaped twice.
    static func recode(_ text: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        for byte in decoded(text, isForm: false) {
            PercentEncoding.append(byte, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func decode(_ text: some Sequence<UInt8>) -> String {
        String(decoding: decoded(text, isForm: true), as: UTF8.self)
    }

    private static func decoded(_ text: some Sequence<UInt8>, isForm: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = Self.byte(from: rest.prefix(2)) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else if isForm, byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func byte(from digits: ArraySlice<UInt8>) -> UInt8? {
        let isHex = digits.count == 2 && digits.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
        guard isHex else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension String {
    /// Indicates whether the string comes first in the order of bytes, which all specifications of signatures
    /// use. The operator `<` compares Unicode characters instead.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension HTTPRequest {
    var hasForm: Bool {
        headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }

    /// Appends a parameter to the form, or to the query if the request has no form.
    mutating func append(_ name: String, value: String) throws(APIError) {
        let pair = Parameters.encode(name) + "=" + Parameters.encode(value)
        if let body, !body.isEmpty, hasForm {
            self.body = body + Data("&\(pair)".utf8)
        } else {
            let query = url.query(percentEncoded: true) ?? ""
            let parts = [query, pair].filter { !$0.isEmpty }
            url = try url.replacingQuery(parts.joined(separator: "&"))
        }
    }
}

extension URL {
    /// Returns the address with another query, whose escapes are kept unchanged.
    func replacingQuery(_ query: String) throws(APIError) -> URL {
        var address = String(absoluteString.prefix { $0 != "?" && $0 != "#" })
        if !query.isEmpty {
            address += "?" + query
        }
        guard let url = URL(string: address) else {
            throw APIError(.invalidRequest, "the signed parameters do not form a valid address")
        }
        return url
    }
}
