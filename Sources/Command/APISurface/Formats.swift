import MethodicalGenerator

/// A JSON value to print. Members of the outermost object, and elements of lists of objects in it, have lines
/// of their own. Deeper values are on one line.
package indirect enum JSONOutput: Sendable {
    case text(String), number(Int), flag(Bool), null
    case list([JSONOutput])
    case object([(String, JSONOutput)])

    /// The JSON text, with a line break at its end.
    package var text: String { lines(depth: 0) + "\n" }

    private func lines(depth: Int) -> String {
        let indent = String(repeating: "  ", count: depth)
        switch self {
        case .object(let members) where depth == 0:
            let lines = members.map { key, value in
                "  " + JSONValue.quoted(key) + ": " + value.lines(depth: 1)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n}"
        case .list(let elements) where depth <= 1 && elements.contains(where: \.isObject):
            let lines = elements.map { indent + "  " + $0.line }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        default: return line
        }
    }

    private var isObject: Bool {
        if case .object = self { true } else { false }
    }

    private var line: String {
        switch self {
        case .text(let text): JSONValue.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .null: "null"
        case .list(let elements):
            "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { key, value in JSONValue.quoted(key) + ": " + value.line }.joined(separator: ", ") + "}"
        }
    }
}

/// A workflow command of GitHub Actions, which a pull request shows next to the line (docs.github.com,
/// "Workflow commands for GitHub Actions").
package struct Annotation: CustomStringConvertible, Sendable {
    /// The kinds of annotation.
    package enum Level: String, Sendable { case error, warning, notice }

    private let level: Level
    private let title: String?
    private let place: Place?
    private let message: String

    /// Creates an annotation. Without a place, it belongs to the whole run.
    package init(
        _ level: Level,
        title: String? = nil,
        at place: Place? = nil,
        _ message: String
    ) {
        self.level = level
        self.title = title
        self.place = place
        self.message = message
    }

    /// The command, with a line break at its end.
    package var description: String {
        var properties: [String] = []
        if let place {
            properties += [
                "file=\(Self.property(place.file))",
                "line=\(place.line)",
                "col=\(place.column)",
            ]
        }
        if let title {
            properties.append("title=\(Self.property(title))")
        }
        var command = "::\(level.rawValue)"
        if !properties.isEmpty {
            command += " " + properties.joined(separator: ",")
        }
        return command + "::\(Self.escaped(message))\n"
    }

    /// Returns the text with `%`, line breaks and other hidden characters escaped.
    ///
    /// The function compares Unicode scalars. As a `Character`, a carriage return with a line feed equals
    /// neither of them and would stay unescaped. A schema could then insert commands of its own.
    package static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped.append(contentsOf: "%25".unicodeScalars)
            case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
            case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
            case _ where scalar.isHidden(after: previous):
                escaped.append(contentsOf: scalar.escape.unicodeScalars)
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }

    /// Returns the text escaped for a property of a command.
    package static func property(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

/// A printer of colors, which adds escape sequences for a terminal or leaves the text unchanged.
package struct Ink: Sendable {
    /// The colors and styles by their numbers in escape sequences.
    package enum Colour: Int, Sendable {
        case bold = 1, red = 31, green, yellow, blue, magenta, cyan
    }

    private let isOn: Bool

    /// Creates a printer.
    package init(isOn: Bool) { self.isOn = isOn }

    /// Returns the text in a color.
    package func callAsFunction(_ text: String, _ colour: Colour) -> String {
        if isOn {
            return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
        }
        return text
    }
}

extension String {
    /// The text as a terminal may show it: with hidden characters escaped, except for line breaks, the tabs between
    /// columns and the styles of `Ink`.
    package var fitForTerminal: String {
        if utf8.allSatisfy({ $0 == 0x09 || $0 == 0x0A || (0x20..<0x7F).contains($0) }) {
            return self
        }
        var text = ""
        var rest = unicodeScalars[...]
        var previous: Unicode.Scalar?
        while let scalar = rest.first {
            if let style = Ink.style(at: rest) {
                text.unicodeScalars += style
                rest = rest[style.endIndex...]
                previous = nil
                continue
            }
            rest.removeFirst()
            let isLayout = scalar == "\n" || scalar == "\t"
            if !isLayout, scalar.isHidden(after: previous) {
                text += scalar.escape
            } else {
                text.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return text
    }
}

extension Ink {
    /// Returns the escape sequence of a style at the beginning of a text, or `nil` if there is none.
    fileprivate static func style(at text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
        guard text.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
        let digits = text.dropFirst(2).prefix { ("0"..."9").contains($0) }
        guard let number = Int(String(digits)),
            number == 0 || Colour(rawValue: number) != nil
        else { return nil }
        guard digits.endIndex < text.endIndex,
            text[digits.endIndex] == "m"
        else { return nil }
        return text[...digits.endIndex]
    }
}

extension Unicode.Scalar {
    /// The number of columns that the character occupies in a terminal.
    var columns: Int {
        switch value {
        case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
