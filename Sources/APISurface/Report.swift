/// A comparison for people's eyes and for programs.
package struct Report: Sendable {
    package enum Format: String, Sendable, CaseIterable { case text, json, github, markdown }

    private let comparison: Comparison

    package init(_ comparison: Comparison) { self.comparison = comparison }

    /// - Parameter colour: escape sequences for a terminal; in `text` only.
    package func text(_ format: Format, colour: Bool = false) -> String {
        switch format {
        case .text: plain(colour)
        case .json: json
        case .github: comparison.changes.map(annotation).joined()
        case .markdown: markdown
        }
    }

    /// `VK: 2 changes break callers, 1 is compatible; methods: 1 added, 0 removed; ...`
    private var summary: String {
        let counts = Change.Effect.allCases.compactMap { effect -> String? in
            let count = comparison.changes.count { $0.effect == effect }
            return count == 0 ? nil : effect.counted(count)
        }
        if counts.isEmpty { return "no change" }
        func shown(_ count: Comparison.Count) -> String { "\(count.added) added, \(count.removed) removed" }
        return counts.joined(separator: ", ") + "; methods: \(shown(comparison.methods)); properties: \(shown(comparison.properties))"
    }

    private func plain(_ colour: Bool) -> String {
        var text = "\(comparison.new.name): \(comparison.verdict.rawValue) (\(summary))\n"
        for effect in Change.Effect.allCases {
            let changes = comparison.changes.filter { $0.effect == effect }
            if changes.isEmpty { continue }
            text += "\n" + (colour ? "\u{1B}[1m\(effect.title)\u{1B}[0m" : effect.title) + "\n"
            for change in changes {
                let sign = colour ? "\u{1B}[\(effect.colour)m\(change.sign)\u{1B}[0m" : change.sign
                text += "  \(sign) \(change.sentence)\n      \(change.swift)\n"
            }
        }
        return text
    }

    private var markdown: String {
        var text = "# \(comparison.new.name): \(comparison.verdict.rawValue)\n\n\(summary).\n"
        for effect in Change.Effect.allCases {
            let changes = comparison.changes.filter { $0.effect == effect }
            if changes.isEmpty { continue }
            text += "\n## \(effect.title)\n\n"
            for change in changes { text += "- \(change.sentence) (`\(change.swift.replacing("`", with: ""))`)\n" }
        }
        return text
    }

    /// A workflow command (docs.github.com, "Workflow commands for GitHub Actions").
    private func annotation(_ change: Change) -> String {
        let level = change.effect == .breaks ? "error" : change.effect == .behaviour ? "warning" : "notice"
        let message = "\(change.sentence): \(change.swift)"
            .replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
        return "::\(level) title=\(change.effect.title)::\(message)\n"
    }

    private var json: String {
        var lines: [String] = []
        for change in comparison.changes {
            let members = [
                ("effect", change.effect.rawValue), ("action", change.action.rawValue), ("kind", change.kind.rawValue), ("id", change.id),
                ("swift", change.swift), ("message", change.message),
            ]
            lines.append("    {" + members.map { "\(Self.quoted($0.0)): \(Self.quoted($0.1))" }.joined(separator: ", ") + "}")
        }
        let (methods, properties) = (comparison.methods, comparison.properties)
        return """
            {
              "api": \(Self.quoted(comparison.new.name)),
              "verdict": \(Self.quoted(comparison.verdict.rawValue)),
              "methods": {"added": \(methods.added), "removed": \(methods.removed)},
              "properties": {"added": \(properties.added), "removed": \(properties.removed)},
              "changes": [\(lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n  ")]
            }

            """
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

extension Change {
    /// ``parameter `users.get.user_ids` needs...``
    package var sentence: String { kind == .api ? "the API \(message)" : "\(kind.rawValue) `\(id)` \(message)" }

    fileprivate var sign: String {
        switch action {
        case .added: "+"
        case .removed: "-"
        case .renamed: ">"
        case .changed: "~"
        case .deprecated: "!"
        }
    }
}

extension Change.Effect {
    fileprivate var title: String {
        switch self {
        case .breaks: "Breaks callers"
        case .behaviour: "Changes behaviour"
        case .compatible: "Compatible"
        }
    }

    fileprivate func counted(_ count: Int) -> String {
        let one = count == 1
        return switch self {
        case .breaks: one ? "1 change breaks callers" : "\(count) changes break callers"
        case .behaviour: one ? "1 changes behaviour" : "\(count) change behaviour"
        case .compatible: one ? "1 is compatible" : "\(count) are compatible"
        }
    }

    /// ANSI's number: red, yellow, green.
    fileprivate var colour: Int { self == .breaks ? 31 : self == .behaviour ? 33 : 32 }
}
