import Foundation
import Methodical

/// A reader of tab-separated lines, the first of which has the columns' names.
///
/// A backslash stands before the second letter of an escaped character, as ClickHouse writes such files: `\t`, `\n`,
/// `\\`, `\'`.
struct LogLines {
    /// The largest length of a line in bytes.
    let longest: Int

    /// Indicates whether the last line has been read.
    var isFinished: Bool { isEnded && position >= input.count }

    private var input: [UInt8] = []
    private var position = 0
    /// The number of bytes after the position that are known to contain no line's end.
    private var searched = 0
    private var isEnded = false
    private var line = 0
    private var columns: Metrika.LogRow.Columns?

    /// Creates a reader.
    init(longest: Int) { self.longest = longest }

    /// Takes the next bytes.
    mutating func append(_ bytes: Data) {
        input.removeFirst(position)
        position = 0
        input.append(contentsOf: bytes)
    }

    /// Records that no more bytes follow.
    mutating func finish() { isEnded = true }

    /// Returns the next complete row, or `nil` if more bytes are needed.
    mutating func next() throws(APIError) -> Metrika.LogRow? {
        while let bytes = try nextLine() {
            line += 1
            let values = try fields(bytes)
            guard let columns else {
                columns = Metrika.LogRow.Columns(values)
                continue
            }
            guard values.count == columns.names.count else {
                throw APIError(
                    .undecodable,
                    "line \(line) of the log has \(values.count) columns, and the first line names "
                        + "\(columns.names.count)")
            }
            return Metrika.LogRow(columns: columns, values: values)
        }
        return nil
    }

    private mutating func nextLine() throws(APIError) -> ArraySlice<UInt8>? {
        let rest = input[position...]
        let end = rest.dropFirst(searched).firstIndex(of: 0x0A)
        guard (end ?? input.count) - position <= longest else {
            throw APIError(.tooLarge, "line \(line + 1) of the log is longer than \(longest) bytes")
        }
        guard let end else {
            searched = rest.count
            guard isEnded, !rest.isEmpty else { return nil }
            position = input.count
            return rest
        }
        (position, searched) = (end + 1, 0)
        return rest[..<end]
    }

    private func fields(_ line: ArraySlice<UInt8>) throws(APIError) -> [String] {
        let line = line.last == 0x0D ? line.dropLast() : line
        var fields: [String] = []
        for field in line.split(separator: 0x09, omittingEmptySubsequences: false) {
            guard let text = String(bytes: unescaped(field), encoding: .utf8) else {
                throw APIError(.undecodable, "line \(self.line) of the log is not valid UTF-8")
            }
            fields.append(text)
        }
        return fields
    }

    private func unescaped(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let backslash = UInt8(ascii: "\\")
        guard field.contains(backslash) else { return field }
        var text: ArraySlice<UInt8> = []
        var isEscaped = false
        for byte in field {
            if isEscaped {
                text.append(Self.escapes[byte] ?? byte)
                isEscaped = false
            } else if byte == backslash {
                isEscaped = true
            } else {
                text.append(byte)
            }
        }
        return text
    }

    /// The characters that letters after a backslash stand for. Any other letter stands for itself.
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "0"): 0x00,
    ]
}
