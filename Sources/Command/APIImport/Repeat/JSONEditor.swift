import APISurface
import MethodicalGenerator

/// An editor of a JSON text that changes only the members it is asked to change. The rest keeps its formatting, order
/// and comments.
///
/// The text must be valid JSON whose root is an object.
package struct JSONEditor {
    private var bytes: [UInt8]

    package init(_ text: [UInt8]) {
        bytes = text
    }

    package var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Sets a member. Missing objects on its path are created.
    ///
    /// - Parameter path: The keys from the root to the member. Each but the last leads to an object.
    package mutating func set(_ path: [String], to value: JSONValue) {
        guard var object = root,
            let last = path.last
        else { return }
        for (depth, key) in path.dropLast().enumerated() {
            guard let member = members(of: object).first(where: { $0.key == key }) else {
                let rest = path[(depth + 1)...].reversed().reduce(value) {
                    .object([$1: $0])
                }
                return insert(key, value: rest, into: object)
            }
            object = member.value.lowerBound
        }
        guard let member = members(of: object).first(where: { $0.key == last }) else {
            return insert(last, value: value, into: object)
        }
        bytes.replaceSubrange(member.value, with: value.text(indent: indent(of: member.start)).utf8)
    }

    /// Removes a member, and each object on its path that is then empty.
    package mutating func remove(_ path: [String]) {
        guard let object = object(around: path) else {
            return
        }
        let all = members(of: object)
        guard let index = all.firstIndex(where: { $0.key == path.last }) else {
            return
        }
        if all.count == 1, path.count > 1 {
            return remove(path.dropLast())
        }
        if index + 1 < all.count {
            bytes.removeSubrange(all[index].start..<all[index + 1].start)
        } else {
            var start = object + 1
            if index > 0 {
                start = all[index - 1].value.upperBound
            }
            bytes.removeSubrange(start..<all[index].value.upperBound)
        }
    }

    /// Gives a member another key. Its place and its value stay.
    package mutating func rename(_ path: [String], to key: String) {
        guard let object = object(around: path),
            let member = members(of: object).first(where: { $0.key == path.last })
        else { return }
        bytes.replaceSubrange(member.start..<endOfValue(from: member.start), with: JSONValue.quoted(key).utf8)
    }

    // MARK: Insertion

    /// Inserts a member at the end of an object, or before `source` at the root, in the object's own layout.
    private mutating func insert(
        _ key: String,
        value: JSONValue,
        into object: Int
    ) {
        guard bytes[object] == UInt8(ascii: "{") else {
            return
        }
        let all = members(of: object)
        let member = JSONValue.Member(key: key, value: value)
        guard let last = all.last else {
            let end = skippingSpace(from: object + 1)
            let outer = indent(of: object)
            let text = "\n\(outer)  \(JSONValue.member(member, indent: outer + "  "))\n\(outer)"
            return bytes.replaceSubrange(object + 1..<end, with: text.utf8)
        }
        let isOnLines = bytes[object..<all[0].start].contains(UInt8(ascii: "\n"))
        let separator: String
        let text: String
        if isOnLines {
            let indent = indent(of: last.start)
            separator = "\n" + indent
            text = JSONValue.member(member, indent: indent)
        } else {
            separator = " "
            text = JSONValue.quoted(key) + ": " + value.line
        }
        if object == root, last.key == "source" {
            bytes.insert(contentsOf: (text + "," + separator).utf8, at: last.start)
        } else {
            bytes.insert(contentsOf: ("," + separator + text).utf8, at: last.value.upperBound)
        }
    }

    /// Returns the spaces at the beginning of the line of an offset.
    private func indent(of offset: Int) -> String {
        let line = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return String(decoding: bytes[line..<offset].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    // MARK: Reading

    /// A member of an object, with its place in the text.
    private struct Member {
        var key: String
        /// The offset of the key.
        var start: Int
        var value: Range<Int>
    }

    /// The offset of the root object.
    private var root: Int? {
        bytes.firstIndex(of: UInt8(ascii: "{"))
    }

    /// Returns the offset of the object that would contain a member, or `nil` if a value on its path is missing.
    private func object(around path: [String]) -> Int? {
        path.dropLast().reduce(root) { object, key in
            object.flatMap { members(of: $0).first { $0.key == key } }?.value.lowerBound
        }
    }

    /// Returns the members of the object at an offset, or none if there is no object.
    private func members(of object: Int) -> [Member] {
        var found: [Member] = []
        guard bytes[object] == UInt8(ascii: "{") else {
            return found
        }
        var at = skippingSpace(from: object + 1)
        while at < bytes.count,
            bytes[at] == UInt8(ascii: "\"")
        {
            let key = at..<endOfValue(from: at)
            // After the key, a colon.
            let start = skippingSpace(from: skippingSpace(from: key.upperBound) + 1)
            guard start < bytes.count else { break }
            let end = endOfValue(from: start)
            found.append(
                Member(
                    key: unescaped(key),
                    start: key.lowerBound,
                    value: start..<end))
            at = skippingSpace(from: end)
            guard at < bytes.count,
                bytes[at] == UInt8(ascii: ",")
            else {
                break
            }
            at = skippingSpace(from: at + 1)
        }
        return found
    }

    private func skippingSpace(from start: Int) -> Int {
        var at = start
        while at < bytes.count,
            [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at])
        {
            at += 1
        }
        return at
    }

    /// Returns the offset after the value that begins at an offset.
    private func endOfValue(from start: Int) -> Int {
        var at = start
        var depth = 0
        var isInString = false
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if isInString {
                if byte == UInt8(ascii: "\\") {
                    at += 1
                }
                if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                if !isInString, depth == 0 {
                    return at
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // The end of the object around a number or a literal.
                if depth == 0 {
                    return at - 1
                }
                depth -= 1
                if depth == 0 {
                    return at
                }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 {
                    return at - 1
                }
            default:
                break
            }
        }
        return min(at, bytes.count)
    }

    /// Returns the text of a key without its quotes and escapes.
    private func unescaped(_ range: Range<Int>) -> String {
        let raw = bytes[range]
        guard raw.contains(UInt8(ascii: "\\")) else {
            return String(decoding: raw.dropFirst().dropLast(), as: UTF8.self)
        }
        var ignored: [Diagnostic] = []
        return parse(SourceFile(path: "", bytes: Array(raw)), problems: &ignored)?.string ?? ""
    }
}
