/// A file of the schema, with its path and its bytes.
package struct SourceFile: Sendable {
    /// The path relative to the schema's root, with `/` as separator.
    package var path: String
    /// The path that diagnostics show, which editors and Xcode can open.
    package var shownPath: String
    package var bytes: [UInt8]

    package init(path: String, shownPath: String? = nil, bytes: [UInt8]) {
        self.path = path
        self.shownPath = shownPath ?? path
        self.bytes = bytes
    }
}

/// A place in a file. Lines and columns count from 1. A column is a byte, as in the messages of compilers.
package struct Place: Hashable, Comparable, Sendable {
    package var file: String
    package var line: Int
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    package static func < (a: Place, b: Place) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }
}

/// A problem at a place, printed in the format of compilers, so that terminals and Xcode link to the place.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Sendable { case error, warning, note }
    package var severity: Severity
    package var place: Place
    package var message: String

    package init(_ severity: Severity, at place: Place, _ message: String) {
        self.severity = severity
        self.place = place
        self.message = message
    }

    package var description: String {
        "\(place.file):\(place.line):\(place.column): \(severity.rawValue): \(message)"
    }
}
