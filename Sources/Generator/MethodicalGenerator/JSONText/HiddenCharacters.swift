// Texts of schemas and documents come from strangers. A character that nobody sees can hide text from a reader, move
// the cursor of a terminal, color its text, or show code in another order than the compiler reads it (Boucher and
// Anderson, "Trojan Source", 2021). Terminals, reports and generated code get such texts through these functions.

extension Unicode.Scalar {
    /// Indicates whether the character has no shape of its own: it is a control or format character, of private use, a
    /// separator of lines, or one that Unicode says to show as nothing (Unicode Standard, section 5.21).
    ///
    /// - Parameter previous: The character before this one. A variation selector is visible after an emoji, whose
    ///   color it chooses.
    package func isHidden(after previous: Unicode.Scalar? = nil) -> Bool {
        if value < 0x7F {
            return value < 0x20
        }
        switch properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: return true
        default: break
        }
        guard properties.isDefaultIgnorableCodePoint else { return false }
        let choosesColor = value == 0xFE0E || value == 0xFE0F
        // The digits are emoji, too, but look the same with and without the selector.
        if choosesColor, let previous, !previous.isASCII, previous.properties.isEmoji {
            return false
        }
        return true
    }
}

extension String {
    /// Returns the text with its hidden characters replaced.
    package func replacingHidden(_ replacement: (Unicode.Scalar) -> String) -> String {
        if allBytes({ $0 >= 0x20 && $0 < 0x7F }) {
            return self
        }
        var text = ""
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar.isHidden(after: previous) {
                text += replacement(scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return text
    }

    /// The text with its hidden characters, which include line breaks, escaped as in Swift.
    package var printable: String { replacingHidden(\.escape) }
}

extension Unicode.Scalar {
    /// The character as an escape of a Swift literal, such as `\u{202E}`.
    package var escape: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}
