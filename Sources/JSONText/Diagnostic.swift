/// A place in a file. Lines and columns count from 1; a column is a byte, as compilers count.
public struct Place: Hashable, Comparable, Sendable {
    public var file: String
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    public static func < (a: Place, b: Place) -> Bool {
        (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }
}

/// A problem at its place, printed as compilers print theirs, so that terminals and Xcode link to it.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Sendable { case error, warning }
    public var severity: Severity
    public var place: Place
    public var message: String

    public init(_ severity: Severity, at place: Place, _ message: String) {
        self.severity = severity
        self.place = place
        self.message = message
    }

    public var description: String { "\(place.file):\(place.line):\(place.column): \(severity.rawValue): \(message)" }
}
