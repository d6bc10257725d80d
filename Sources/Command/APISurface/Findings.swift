import MethodicalGenerator

/// The diagnostics of a schema's files, printed for people or programs.
package struct Findings: Sendable {
    /// The diagnostics in the order in which they are printed.
    package let diagnostics: [Diagnostic]
    private let files: [SourceFile]

    /// Creates the report.
    ///
    /// - Parameters:
    ///   - diagnostics: The diagnostics.
    ///   - files: The files whose lines are shown below the diagnostics.
    package init(_ diagnostics: [Diagnostic], in files: [SourceFile]) {
        self.diagnostics = diagnostics
        self.files = files
    }

    /// Returns the diagnostics in the given format.
    ///
    /// - Parameter colour: Indicates whether `text` contains escape sequences for a terminal.
    package func text(in format: Report.Format, colour: Bool = false) -> String {
        switch format {
        case .text: plain(ink: Ink(isOn: colour))
        case .json: JSONOutput.object([("problems", json)]).text
        case .github:
            diagnostics
                .map {
                    Annotation($0.severity.level, at: $0.place, $0.message).description
                }
                .joined()
        case .markdown:
            diagnostics
                .map { "- **\($0.severity.rawValue)** `\($0.place.shown)`: \($0.message.printable)\n" }
                .joined()
        }
    }

    /// The diagnostics for a JSON report.
    package var json: JSONOutput {
        .list(
            diagnostics.map { diagnostic in
                .object([
                    ("severity", .text(diagnostic.severity.rawValue)),
                    ("file", .text(diagnostic.place.file)),
                    ("line", .number(diagnostic.place.line)),
                    ("column", .number(diagnostic.place.column)),
                    ("message", .text(diagnostic.message)),
                ])
            })
    }

    /// The number of diagnostics by severity, such as `2 errors, 1 warning`, or `no problem`.
    package var summary: String {
        let severities: [Diagnostic.Severity] = [.error, .warning, .note]
        let counts = severities.compactMap { severity -> String? in
            let count = diagnostics.count { $0.severity == severity }
            switch count {
            case 0: return nil
            case 1: return "1 \(severity.rawValue)"
            default: return "\(count) \(severity.rawValue)s"
            }
        }
        if counts.isEmpty {
            return "no problem"
        }
        return counts.joined(separator: ", ")
    }

    /// Returns the diagnostics in the format of compilers: the place, the message, the line, and a mark below
    /// the place.
    private func plain(ink: Ink) -> String {
        var excerpts = Excerpts(files)
        var text = ""
        for diagnostic in diagnostics {
            let severity = diagnostic.severity
            let place = ink(diagnostic.place.shown + ":", .bold)
            let kind = ink(severity.rawValue + ":", severity.colour)
            text += "\(place) \(kind) \(diagnostic.message.printable)\n"
            if severity != .note, let excerpt = excerpts.excerpt(at: diagnostic.place) {
                text += "\(excerpt.line)\n\(excerpt.indent)\(ink("^", .green))\n"
            }
        }
        return text
    }
}

/// The lines of schema files that are shown below diagnostics.
private struct Excerpts {
    /// The greatest number of characters of a line that are shown.
    private static let width = 110

    private let files: [String: [UInt8]]
    /// The offsets at which the lines of a file begin.
    private var starts: [String: [Int]] = [:]

    init(_ files: [SourceFile]) {
        self.files = Dictionary(files.map { ($0.shownPath, $0.bytes) }) { first, _ in first }
    }

    /// Returns a line and the indentation of the mark below it, or `nil` if the line is empty or does not exist.
    mutating func excerpt(at place: Place) -> (line: String, indent: String)? {
        guard let bytes = files[place.file] else { return nil }
        let starts = starts(of: place.file, bytes: bytes)
        guard place.line <= starts.count else { return nil }
        let start = starts[place.line - 1]
        let column = min(start + place.column - 1, bytes.count)
        var before = Self.scalars(in: bytes[start..<column])
        var after = Self.scalars(in: bytes[column...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
        guard (before + after).contains(where: { !$0.properties.isWhitespace }) else {
            return nil
        }
        while before.first?.properties.isWhitespace == true {
            before.removeFirst()
        }
        if before.count + after.count > Self.width {
            let kept = max(Self.width / 2, Self.width - after.count) - 1
            if before.count > kept {
                before = ["…"] + before.suffix(kept)
            }
            let left = Self.width - before.count
            if after.count > left {
                after = after.prefix(left) + ["…"]
            }
        }
        let indent = before.reduce(0) { $0 + $1.columns }
        return ("    " + Self.text(of: before + after), String(repeating: " ", count: 4 + indent))
    }

    private mutating func starts(of file: String, bytes: [UInt8]) -> [Int] {
        if let known = starts[file] {
            return known
        }
        var found = [0]
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            found.append(place + 1)
        }
        starts[file] = found
        return found
    }

    /// Returns the characters of a line. Invisible characters are replaced by a dot that occupies one column.
    private static func scalars(in bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
            switch $0 {
            case "\t": " "
            case _ where $0.isHidden(): "·"
            default: $0
            }
        }
    }

    private static func text(of scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

extension Diagnostic.Severity {
    fileprivate var level: Annotation.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        default: .notice
        }
    }

    fileprivate var colour: Ink.Colour {
        switch self {
        case .error: .red
        case .warning: .yellow
        default: .cyan
        }
    }
}

extension Place {
    fileprivate var shown: String { "\(file.printable):\(line):\(column)" }
}
