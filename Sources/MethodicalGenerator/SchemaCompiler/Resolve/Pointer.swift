enum Walk {
    case found(JSONNode)
    /// The first part of the pointer that does not exist, and the node that lacks it.
    case missing(String, JSONNode)
}

/// Follows a JSON Pointer (RFC 6901), with the percent-encoding that fragments of URLs have.
func walk(_ pointer: [UInt8], from root: JSONNode) -> Walk {
    var node = root
    for token in pointerTokens(pointer) {
        guard let next = step(node, token) else { return .missing(token, node) }
        node = next
    }
    return .found(node)
}

func step(_ node: JSONNode, _ token: String) -> JSONNode? {
    if node.isObject { return node[token] }
    guard node.isArray, let index = Int(token), index >= 0 else { return nil }
    var left = index
    for child in node.children {
        if left == 0 { return child }
        left -= 1
    }
    return nil
}

/// A tilde of a pointer with what follows it, where that makes no escape.
func wrongEscape(_ pointer: [UInt8]) -> String? {
    let decoded = percentDecoded(pointer)
    for (index, byte) in decoded.enumerated() where byte == UInt8(ascii: "~") {
        let next = index + 1 < decoded.count ? decoded[index + 1] : 0
        if next == UInt8(ascii: "0") || next == UInt8(ascii: "1") { continue }
        return next > 32 && next < 127 ? "~" + String(UnicodeScalar(next)) : "~"
    }
    return nil
}

/// The keys of a pointer that begins with a slash.
func pointerTokens(_ pointer: [UInt8]) -> [String] {
    let decoded = percentDecoded(pointer[...])
    return decoded.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { part in
        var token: [UInt8] = []
        var isTilde = false
        for byte in part {
            if isTilde {
                token.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
                isTilde = false
            } else if byte == UInt8(ascii: "~") {
                isTilde = true
            } else {
                token.append(byte)
            }
        }
        return String(decoding: token, as: UTF8.self)
    }
}

func percentDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
        if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = hexDigit(bytes[at + 1]), let low = hexDigit(bytes[at + 2]) {
            result.append(high << 4 | low)
            at += 3
        } else {
            result.append(bytes[at])
            at += 1
        }
    }
    return result
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
}
