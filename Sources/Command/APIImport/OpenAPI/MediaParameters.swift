/// The parameters of a media type: `version` and its value in `application/json; version=2`.
struct MediaParameters {
    /// A parameter as the document writes it, and its name in lowercase.
    private struct Parameter {
        var name: String
        var text: String
        /// The value without quotes.
        var value: String
    }

    private var parameters: [Parameter] = []

    /// Reads the parameters of a media type. A list of media types counts as its first element.
    init(_ text: String) {
        for piece in Self.pieces(of: text).dropFirst() {
            let sides = piece.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            ).map(Self.trimmed)
            let isPlain = piece.utf8.allSatisfy {
                $0 >= 0x20 && $0 < 0x7F
            }
            guard isPlain,
                sides.count == 2,
                !sides[0].isEmpty,
                !sides[1].isEmpty
            else {
                continue
            }
            let name = sides[0].lowercased()
            let value = sides[1].filter { $0 != "\"" }
            parameters.append(
                Parameter(
                    name: name,
                    text: sides[0] + "=" + sides[1],
                    value: value))
        }
    }

    /// Returns the value of a parameter, or `nil` if there is none.
    subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Returns the parameters as they follow a type, `; version=2`, without those of the given names.
    func text(without names: Set<String>) -> String {
        parameters
            .filter { !names.contains($0.name) }
            .map { "; " + $0.text }
            .joined()
    }

    /// Returns the pieces between semicolons, up to a comma. Neither separates anything in a quoted text.
    private static func pieces(of text: String) -> [String] {
        var pieces = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
            }
            if character == ",", !isQuoted {
                break
            }
            if character == ";", !isQuoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}
