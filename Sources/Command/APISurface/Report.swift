import MethodicalGenerator

/// A comparison, printed for people or programs.
package struct Report: Sendable {
    /// The formats of reports.
    package enum Format: String, Sendable, CaseIterable { case text, json, github, markdown }

    private let comparison: Comparison
    private let files: [SourceFile]

    /// Creates the report.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - files: The schema's files in the new state, to which annotations refer.
    package init(_ comparison: Comparison, of files: [SourceFile] = []) {
        self.comparison = comparison
        self.files = files
    }

    /// Returns the report in the given format.
    ///
    /// - Parameter colour: Indicates whether `text` contains escape sequences for a terminal.
    package func text(in format: Format, colour: Bool = false) -> String {
        switch format {
        case .text: return plain(ink: Ink(isOn: colour))
        case .json: return JSONOutput.object(json).text
        case .github:
            let places = Places(files)
            return comparison.changes.map { annotation(for: $0, at: places.place(of: $0)) }.joined()
        case .markdown: return markdown
        }
    }

    /// The numbers of changes, such as `2 changes break callers, 1 is compatible; methods: 1 added, 0 removed; …`.
    private var summary: String {
        let counts = Change.Effect.allCases.compactMap { effect -> String? in
            let count = comparison.changes.count { $0.effect == effect }
            guard count > 0 else { return nil }
            return effect.counted(count)
        }
        if counts.isEmpty {
            return "no change"
        }
        func shown(_ count: Comparison.Count) -> String { "\(count.added) added, \(count.removed) removed" }
        return counts.joined(separator: ", ")
            + "; methods: \(shown(comparison.methods)); properties: \(shown(comparison.properties))"
    }

    private func plain(ink: Ink) -> String {
        var text = "\(comparison.new.name): \(comparison.verdict.rawValue) (\(summary))\n"
        for effect in Change.Effect.allCases {
            let changes = comparison.changes.filter { $0.effect == effect }
            if changes.isEmpty {
                continue
            }
            text += "\n\(ink(effect.title, .bold))\n"
            for change in changes {
                text += "  \(ink(change.sign, effect.colour)) \(change.sentence.printableLine)\n"
                text += "      \(change.swift.printableLine)\n"
            }
        }
        return text
    }

    private var markdown: String {
        var text = "# \(comparison.new.name): \(comparison.verdict.rawValue)\n\n\(summary).\n"
        for effect in Change.Effect.allCases {
            let changes = comparison.changes.filter { $0.effect == effect }
            if changes.isEmpty {
                continue
            }
            text += "\n## \(effect.title)\n\n"
            for change in changes {
                text +=
                    "- \(change.sentence.printableLine) (`\(change.swift.printableLine.replacing("`", with: ""))`)\n"
            }
        }
        return text
    }

    private func annotation(for change: Change, at place: Place?) -> String {
        let level: Annotation.Level =
            switch change.effect {
            case .breaks: .error
            case .behaviour: .warning
            default: .notice
            }
        return Annotation(
            level,
            title: change.effect.title,
            at: place,
            "\(change.sentence): \(change.swift)"
        )
        .description
    }

    /// The members of a JSON report.
    package var json: [(String, JSONOutput)] {
        func shown(_ count: Comparison.Count) -> JSONOutput {
            .object([("added", .number(count.added)), ("removed", .number(count.removed))])
        }
        let changes = comparison.changes.map { change in
            JSONOutput.object([
                ("effect", .text(change.effect.rawValue)),
                ("action", .text(change.action.rawValue)),
                ("kind", .text(change.kind.rawValue)),
                ("id", .text(change.id)),
                ("swift", .text(change.swift)),
                ("message", .text(change.message)),
            ])
        }
        return [
            ("api", .text(comparison.new.name)),
            ("verdict", .text(comparison.verdict.rawValue)),
            ("methods", shown(comparison.methods)),
            ("properties", shown(comparison.properties)),
            ("changes", .list(changes)),
        ]
    }
}

extension Change {
    /// The change as a sentence, such as ``parameter `users.get.user_ids` is required now``.
    package var sentence: String {
        switch kind {
        case .api: "the API \(message)"
        default: "\(kind.rawValue) `\(id)` \(message)"
        }
    }

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
        switch (self, count) {
        case (.breaks, 1): "1 change breaks callers"
        case (.breaks, _): "\(count) changes break callers"
        case (.behaviour, 1): "1 changes behaviour"
        case (.behaviour, _): "\(count) change behaviour"
        case (.compatible, 1): "1 is compatible"
        case (.compatible, _): "\(count) are compatible"
        }
    }

    fileprivate var colour: Ink.Colour {
        switch self {
        case .breaks: .red
        case .behaviour: .yellow
        default: .green
        }
    }
}
