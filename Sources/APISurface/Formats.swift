import MethodicalGenerator

/// A JSON value to print: what is at the top a member or an element a line, what is deeper on one line.
package indirect enum JSONOutput: Sendable {
    case text(String), number(Int), flag(Bool), null
    case list([JSONOutput])
    case object([(String, JSONOutput)])

    package var text: String { lines(0) + "\n" }

    private func lines(_ depth: Int) -> String {
        let indent = String(repeating: "  ", count: depth)
        switch self {
        case .object(let members) where depth == 0:
            return "{\n" + members.map { "  \(Self.quoted($0.0)): \($0.1.lines(1))" }.joined(separator: ",\n") + "\n}"
        case .list(let elements) where depth <= 1 && elements.contains(where: \.isObject):
            return "[\n" + elements.map { indent + "  " + $0.line }.joined(separator: ",\n") + "\n\(indent)]"
        default: return line
        }
    }

    private var isObject: Bool { if case .object = self { true } else { false } }

    private var line: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .null: "null"
        case .list(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let members): "{" + members.map { "\(Self.quoted($0.0)): \($0.1.line)" }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20: quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// A workflow command (docs.github.com, "Workflow commands for GitHub Actions"): what a pull request shows beside the line.
package struct Annotation: CustomStringConvertible, Sendable {
    package enum Level: String, Sendable { case error, warning, notice }

    private let level: Level
    private let title: String?
    private let place: Place?
    private let message: String

    package init(_ level: Level, title: String? = nil, at place: Place? = nil, _ message: String) {
        self.level = level
        self.title = title
        self.place = place
        self.message = message
    }

    /// With the line break behind it.
    package var description: String {
        var properties: [String] = []
        if let place { properties += ["file=\(Self.property(place.file))", "line=\(place.line)", "col=\(place.column)"] }
        if let title { properties.append("title=\(Self.property(title))") }
        return "::\(level.rawValue)\(properties.isEmpty ? "" : " ")\(properties.joined(separator: ","))::\(Self.escaped(message))\n"
    }

    /// By scalars: to characters a carriage return with a line feed is neither, and behind one a schema could give commands of its own.
    package static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped.append(contentsOf: "%25".unicodeScalars)
            case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
            case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    package static func property(_ text: String) -> String { escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C") }
}

/// Escape sequences for a terminal, or none.
package struct Ink: Sendable {
    package enum Colour: Int, Sendable { case bold = 1, red = 31, green, yellow, blue, magenta, cyan }

    private let isOn: Bool

    package init(_ isOn: Bool) { self.isOn = isOn }

    package func callAsFunction(_ text: String, _ colour: Colour) -> String { isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text }
}

extension String {
    /// Without what would move a terminal's cursor, colour its text or turn the direction of reading round: schemas come from strangers.
    package var printable: String {
        guard unicodeScalars.contains(where: { $0.isUnprintable }) else { return self }
        var text = ""
        for scalar in unicodeScalars { text += scalar.isUnprintable ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar) }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C: true
        default: false
        }
    }

    /// How many columns of a terminal it takes.
    var columns: Int {
        switch value {
        case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
