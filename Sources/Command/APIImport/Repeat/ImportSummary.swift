import APISurface
import MethodicalGenerator

/// The report of an import, printed for people or programs.
package struct ImportSummary: Sendable {
    /// The greatest number of notes of a kind in a text, unless all are asked for.
    private static let limit = 8

    let report: ImportReport
    /// The path or URL of the document.
    private let document: String
    let surface: Surface?
    private let kept: [SettingsMerge.Kept]
    private let newNames: NewNames
    /// The command that takes the new names, in backticks.
    private let renaming: String

    /// Creates the report.
    ///
    /// - Parameters:
    ///   - surface: The imported API, or `nil` if the schema has errors.
    ///   - kept: The values of `api.json` that a person changed.
    ///   - newNames: The names that a first import would choose otherwise.
    ///   - renaming: The command that takes the new names, in backticks.
    package init(
        _ report: ImportReport,
        of document: String,
        surface: Surface?,
        kept: [SettingsMerge.Kept],
        newNames: NewNames,
        renaming: String
    ) {
        self.report = report
        self.document = document
        self.surface = surface
        self.kept = kept
        self.newNames = newNames
        self.renaming = renaming
    }

    /// Returns the report in the given format. The formats for programs have all notes.
    ///
    /// - Parameters:
    ///   - verbose: Indicates whether a text has all notes.
    ///   - colour: Indicates whether a text contains escape sequences for a terminal.
    package func text(
        in format: Report.Format,
        verbose: Bool = false,
        colour: Bool = false
    ) -> String {
        switch format {
        case .text:
            plain(verbose: verbose, ink: Ink(isOn: colour))
        case .json:
            JSONOutput.object(json).text
        case .github:
            annotations
        case .markdown:
            markdown
        }
    }

    /// The members of a JSON report.
    package var json: [(String, JSONOutput)] {
        let notes = report.notes.map { note in
            var members: [(String, JSONOutput)] = [("kind", .text(note.kind.rawValue))]
            if let operation = note.operation {
                members.append(("operation", .text(operation.title)))
            }
            return JSONOutput.object(members + Self.place(note.place) + [("message", .text(note.text))])
        }
        let edited = kept.map {
            JSONOutput.object(
                [("path", .list($0.path.map { .text($0) }))] + Self.place($0.place) + [("message", .text($0.text))])
        }
        return [
            ("document", .text(document)),
            ("format", .text(report.format)),
            ("operations", .number(report.operations)),
            ("kept", .number(report.kept)),
            ("exact", .number(report.exact)),
            ("methods", .number(report.methods)),
            ("namespaces", surface.map { .number(Self.namespaces(in: $0)) } ?? .null),
            ("types", surface.map { .number($0.types.count) } ?? .null),
            ("signIn", signInWays),
            ("missingAddress", missingAddress.map { .text($0) } ?? .null),
            ("notes", .list(notes)),
            ("edited", .list(edited)),
            ("newNames", newNames.json),
        ]
    }

    private static func place(_ place: Place) -> [(String, JSONOutput)] {
        [
            ("file", .text(place.file)),
            ("line", .number(place.line)),
            ("column", .number(place.column)),
        ]
    }

    /// The numbers of operations, methods, namespaces and types.
    private var counts: String {
        let all = report.operations
        let operations =
            switch (all, report.kept) {
            case (1, 1):
                "the only operation"
            case (all, all):
                "all \(all) operations"
            default:
                "\(report.kept) of \(Self.counted(all, noun: "operation"))"
            }
        var parts = [
            operations,
            Self.counted(report.methods, noun: "method"),
        ]
        if report.exact != report.kept {
            parts[0] += " (\(report.exact) of them exactly as described)"
        }
        if let surface {
            parts.append(Self.counted(Self.namespaces(in: surface), noun: "namespace"))
            parts.append(Self.counted(surface.types.count, noun: "type"))
        }
        return parts.joined(separator: ", ")
    }

    private static func namespaces(in surface: Surface) -> Int {
        let namespaces = surface.functions.map {
            $0.method.split(separator: ".").dropLast()
        }
        return Set(namespaces.filter { !$0.isEmpty }).count
    }

    private static func counted(_ count: Int, noun: String) -> String {
        let ending = count == 1 ? "" : "s"
        return "\(count) \(noun)\(ending)"
    }
}

// MARK: Formats

extension ImportSummary {
    private func plain(verbose: Bool, ink: Ink) -> String {
        var text = "\(ink(document.printable, .bold)) (\(report.format)): \(counts)\n"
        for kind in ImportNote.Kind.inOrder {
            let notes = report.notes.filter { $0.kind == kind }
            if notes.isEmpty {
                continue
            }
            var shown = Self.limit
            if verbose {
                shown = notes.count
            } else if kind == .unchecked {
                shown = 0
            }
            text += "\n\(ink("\(kind.title) (\(notes.count))", .bold)): \(kind.meaning)\n"
            for note in notes.prefix(shown) {
                text += "  \(Self.line(for: note).printableLine)\n"
            }
            if shown == 0 {
                text += "  --verbose lists them\n"
            }
            if shown > 0, notes.count > shown {
                text += "  and \(notes.count - shown) more: --verbose lists them\n"
            }
        }
        let usage = usage
        if !usage.isEmpty {
            text += "\n" + ink("To call it", .bold) + ":\n" + Self.list("  ", lines: usage)
        }
        if !kept.isEmpty {
            text += "\n\(ink("Edited settings (\(kept.count))", .bold)): your values in api.json stay\n"
            for value in kept {
                text += "  \(Self.shown(value.place).printable): \(value.text.printableLine)\n"
            }
        }
        return text + newNames.text(command: renaming, isVerbose: verbose, ink: ink)
    }

    private var markdown: String {
        var text = "# Import of \(document)\n\n\(report.format): \(counts).\n"
        for kind in ImportNote.Kind.inOrder {
            let notes = report.notes.filter { $0.kind == kind }
            if notes.isEmpty {
                continue
            }
            text += "\n## \(kind.title) (\(notes.count))\n\n"
            for note in notes {
                text += "- \(Self.line(for: note).printableLine)\n"
            }
        }
        let usage = usage
        if !usage.isEmpty {
            text += "\n## To call it\n\n" + Self.list("- ", lines: usage)
        }
        if !kept.isEmpty {
            text += "\n## Edited settings (\(kept.count))\n\n"
            for value in kept {
                text += "- \(Self.shown(value.place).printable): \(value.text.printableLine)\n"
            }
        }
        return text + newNames.markdown(command: renaming)
    }

    private var annotations: String {
        let notes = report.notes.map { note in
            let isWarning = note.kind == .wrong || note.kind == .leftOut
            let level: Annotation.Level = isWarning ? .warning : .notice
            let subject = note.operation.map { $0.title + ": " } ?? ""
            return Annotation(
                level,
                title: note.kind.title,
                at: note.place,
                subject + note.text
            ).description
        }
        let edited = kept.map {
            Annotation(
                .notice,
                title: "Edited setting",
                at: $0.place,
                $0.text
            ).description
        }
        return (notes + edited).joined()
    }

    private static func line(for note: ImportNote) -> String {
        "\(shown(note.place)): \(note.operation.map { $0.title + ": " } ?? "")\(note.text)"
    }

    private static func shown(_ place: Place) -> String {
        "\(place.file):\(place.line):\(place.column)"
    }
}

extension ImportNote.Kind {
    /// The kinds in the order of a report: first those that a person may want to act on.
    fileprivate static let inOrder: [ImportNote.Kind] = [.leftOut, .wrong, .changed, .inferred, .renamed, .unchecked]

    fileprivate var title: String {
        switch self {
        case .wrong: "Mistakes in the document"
        case .leftOut: "Left out"
        case .changed: "Changed"
        case .unchecked: "Not checked"
        case .inferred: "Inferred"
        case .renamed: "Renamed"
        }
    }

    fileprivate var meaning: String {
        switch self {
        case .wrong: "an OpenAPI overlay (--overlay) can correct them"
        case .leftOut: "operations that the schema cannot express"
        case .changed: "calls may differ from the document"
        case .unchecked: "restrictions of values that generated code does not check"
        case .inferred: "conclusions that the document does not state"
        case .renamed: "\"rename\" in api.json chooses other names"
        }
    }
}
