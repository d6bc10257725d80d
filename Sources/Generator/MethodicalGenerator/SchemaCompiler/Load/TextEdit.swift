/// A change of a file's text.
package struct TextEdit: Sendable {
    /// A position in the text, in bytes.
    enum Position: Sendable {
        case offset(Int)
        /// The end of the value, or of the key, that begins at an offset.
        case end(ofValueAt: Int)
    }

    /// A part of the new text.
    enum Piece: Sendable {
        case text(String)
        /// The text of the value that begins at an offset.
        case value(at: Int)
    }

    /// The file, as diagnostics show it.
    package let file: String
    let start: Position
    let end: Position
    let pieces: [Piece]
}

extension TextEdit {
    /// Gives a member another key.
    init(renaming member: JSONNode, to key: String) {
        file = member.place.file
        start = .offset(member.keyOffset)
        end = .end(ofValueAt: member.keyOffset)
        pieces = [.text("\"\(key)\"")]
    }

    /// Replaces a value.
    init(replacing node: JSONNode, by pieces: [Piece]) {
        file = node.place.file
        start = .offset(node.offset)
        end = .end(ofValueAt: node.offset)
        self.pieces = pieces
    }

    /// Removes a member with the comma on that side of it where another member is kept.
    init?(removing member: JSONNode, from object: JSONNode, beside kept: JSONNode) {
        guard let index = object.children.firstIndex(of: member),
            let keptIndex = object.children.firstIndex(of: kept)
        else {
            return nil
        }
        file = member.place.file
        pieces = []
        if index < keptIndex {
            start = .offset(member.keyOffset)
            end = .offset(object.children[index + 1].keyOffset)
        } else {
            start = .end(ofValueAt: object.children[index - 1].offset)
            end = .end(ofValueAt: member.offset)
        }
    }
}

extension [TextEdit] {
    /// Returns the text of a file with the changes that belong to it. They must not overlap.
    package func applied(to file: SourceFile) -> [UInt8] {
        let text = JSONBytes(bytes: file.bytes)
        let edits = filter { $0.file == file.shownPath }
        let changes = edits.map { edit in
            let range = text.offset(of: edit.start)..<text.offset(of: edit.end)
            return (range: range, bytes: edit.pieces.flatMap(text.bytes(of:)))
        }
        var result = file.bytes
        // Later changes come first, so that the offsets of earlier ones stay valid.
        for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            result.replaceSubrange(change.range, with: change.bytes)
        }
        return result
    }
}

/// The bytes of a JSON text that has been parsed without an error.
private struct JSONBytes {
    let bytes: [UInt8]

    func offset(of position: TextEdit.Position) -> Int {
        switch position {
        case .offset(let offset): offset
        case .end(let start): end(ofValueAt: start)
        }
    }

    func bytes(of piece: TextEdit.Piece) -> [UInt8] {
        switch piece {
        case .text(let text): Array(text.utf8)
        case .value(let start): Array(bytes[start..<end(ofValueAt: start)])
        }
    }

    /// Returns the offset after the value that begins at an offset.
    private func end(ofValueAt start: Int) -> Int {
        var depth = 0
        var offset = start
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset = end(ofStringAt: offset)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
            default:
                offset = end(ofScalarAt: offset)
            }
            if depth == 0 {
                return offset
            }
        }
        return offset
    }

    private func end(ofStringAt start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            // An escape is a backslash and at least one other byte.
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return offset + 1
    }

    /// Returns the offset after a number or a literal. Inside an object or a list, these may be preceded by white space
    /// and punctuation, which is skipped as well.
    private func end(ofScalarAt start: Int) -> Int {
        let delimiters = Array("{}[]\",".utf8)
        var offset = start + 1
        while offset < bytes.count, !delimiters.contains(bytes[offset]), bytes[offset] > UInt8(ascii: " ") {
            offset += 1
        }
        return offset
    }
}
