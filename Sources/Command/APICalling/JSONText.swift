import Methodical

import struct Foundation.Data

/// A text of valid JSON, whose parts can be shown as the server sent them: members in their order, and numbers with
/// all their digits.
package struct JSONText {
    private let bytes: [UInt8]

    /// Creates a text. Returns `nil` if the bytes are not JSON.
    package init?(_ bytes: [UInt8]) {
        guard (try? JSON(json: bytes)) != nil else { return nil }
        self.bytes = bytes
    }

    // MARK: Parts

    /// Returns the range of the value under a path of keys, or that of the whole text if there is no such value.
    func range(under path: [String]) -> Range<Int> {
        value(under: path, in: bytes.indices) ?? bytes.indices
    }

    /// Returns the range of the value under a path of keys, or `nil` if there is no such value.
    func value(under path: [String], in whole: Range<Int>) -> Range<Int>? {
        var range = whole
        for key in path {
            guard let inner = member(key, in: range) else { return nil }
            range = inner
        }
        return range
    }

    /// Returns the ranges of the elements of an array, or `nil` if the value is not an array.
    func elements(in range: Range<Int>) -> [Range<Int>]? {
        var at = skipSpace(from: range.lowerBound)
        guard at < bytes.count, bytes[at] == UInt8(ascii: "[") else { return nil }
        var elements: [Range<Int>] = []
        at = skipSpace(from: at + 1)
        while at < bytes.count, bytes[at] != UInt8(ascii: "]") {
            let end = end(ofValueAt: at)
            elements.append(at..<end)
            at = skipSpace(from: end)
            guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
            at = skipSpace(from: at + 1)
        }
        return elements
    }

    /// Returns the range of the last member with a key.
    private func member(_ key: String, in range: Range<Int>) -> Range<Int>? {
        var at = skipSpace(from: range.lowerBound)
        guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return nil }
        let wanted = try? key.json()
        var found: Range<Int>?
        at = skipSpace(from: at + 1)
        while at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
            let end = end(ofStringAt: at)
            let spelled = Array(bytes[at..<end])
            let start = skipSpace(from: skipSpace(from: end) + 1)
            let valueEnd = self.end(ofValueAt: start)
            if spelled == wanted || (try? String(json: spelled)) == key {
                found = start..<valueEnd
            }
            at = skipSpace(from: valueEnd)
            guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
            at = skipSpace(from: at + 1)
        }
        return found
    }

    private func skipSpace(from start: Int) -> Int {
        var at = start
        while at < bytes.count, Self.isSpace(bytes[at]) {
            at += 1
        }
        return at
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        // The bytes of a byte order mark can only stand before the text.
        case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: true
        default: false
        }
    }

    /// Returns the end of a string that begins with its quotation mark.
    private func end(ofStringAt start: Int) -> Int {
        var at = start + 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(at + 1, bytes.count)
    }

    private func end(ofValueAt start: Int) -> Int {
        var at = start
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at = end(ofStringAt: at)
                if depth == 0 {
                    return at
                }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 {
                    return at
                }
                depth -= 1
                if depth == 0 {
                    return at + 1
                }
            case UInt8(ascii: ",") where depth == 0:
                return at
            case let byte where depth == 0 && Self.isSpace(byte):
                return at
            default:
                break
            }
            at += 1
        }
        return at
    }

    // MARK: Layout

    /// Returns a value on one line.
    package func line(_ range: Range<Int>) -> [UInt8] {
        var line: [UInt8] = []
        var at = range.lowerBound
        while at < range.upperBound {
            if bytes[at] == UInt8(ascii: "\"") {
                let end = end(ofStringAt: at)
                line += bytes[at..<end]
                at = end
                continue
            }
            if !Self.isSpace(bytes[at]) {
                line.append(bytes[at])
            }
            at += 1
        }
        return line
    }

    /// Returns a value with a line for each member and element.
    ///
    /// - Parameters:
    ///   - range: The range of the value.
    ///   - colour: Indicates whether to add escape sequences for a terminal.
    ///   - depth: The number of objects and arrays around the value.
    package func indented(_ range: Range<Int>, colour: Bool, depth: Int = 0) -> [UInt8] {
        var layout = Layout(colour: colour, depth: depth)
        var at = skipSpace(from: range.lowerBound)
        while at < range.upperBound {
            switch bytes[at] {
            case let byte where Self.isSpace(byte):
                at += 1
            case UInt8(ascii: "\""):
                let end = end(ofStringAt: at)
                let next = skipSpace(from: end)
                let isKey = next < range.upperBound && bytes[next] == UInt8(ascii: ":")
                layout.scalar(bytes[at..<end], colour: isKey ? .key : .string)
                at = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let next = skipSpace(from: at + 1)
                let isEmpty = next < bytes.count && [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[next])
                layout.open(bytes[at], isEmpty: isEmpty)
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                layout.close(bytes[at])
                at += 1
            case UInt8(ascii: ","):
                layout.separate()
                at += 1
            case UInt8(ascii: ":"):
                layout.bytes += ": ".utf8
                at += 1
            default:
                let end = end(ofValueAt: at)
                layout.scalar(bytes[at..<max(end, at + 1)], colour: .scalar(startingWith: bytes[at]))
                at = max(end, at + 1)
            }
        }
        return layout.bytes
    }

    /// The colours of tokens, as escape sequences of a terminal.
    private enum Colour: String {
        case key = "\u{1B}[34m"
        case string = "\u{1B}[32m"
        case number = "\u{1B}[33m"
        case literal = "\u{1B}[35m"

        static var reset: String { "\u{1B}[0m" }

        static func scalar(startingWith byte: UInt8) -> Colour {
            switch byte {
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): .literal
            default: .number
            }
        }
    }

    private struct Layout {
        let colour: Bool
        var bytes: [UInt8] = []
        private var depth: Int
        /// Indicates whether the open object or array has no members.
        private var isEmpty = false

        init(colour: Bool, depth: Int) {
            self.colour = colour
            self.depth = depth
        }

        mutating func scalar(_ text: ArraySlice<UInt8>, colour kind: Colour) {
            guard colour else {
                bytes += text
                return
            }
            bytes += kind.rawValue.utf8
            bytes += text
            bytes += Colour.reset.utf8
        }

        mutating func open(_ byte: UInt8, isEmpty: Bool) {
            bytes.append(byte)
            self.isEmpty = isEmpty
            if !isEmpty {
                depth += 1
                line()
            }
        }

        mutating func close(_ byte: UInt8) {
            if !isEmpty {
                depth -= 1
                line()
            }
            isEmpty = false
            bytes.append(byte)
        }

        mutating func separate() {
            bytes.append(UInt8(ascii: ","))
            line()
        }

        private mutating func line() {
            bytes.append(0x0A)
            bytes += [UInt8](repeating: 0x20, count: 2 * depth)
        }
    }
}
