import APISurface
import MethodicalGenerator

/// A report of a lesson, for people or for programs.
package struct LessonReport {
    private let lesson: Lesson

    /// Creates the report of a lesson.
    package init(_ lesson: Lesson) { self.lesson = lesson }

    /// Returns the report in a format.
    ///
    /// - Parameter colour: Indicates whether to add escape sequences for a terminal. Only the format `.text` uses them.
    package func text(in format: Report.Format, colour: Bool = false) -> String {
        switch format {
        case .text: plain(colour: colour)
        case .json: json.text() + "\n"
        case .github:
            lesson.findings.map(annotation).joined() + lesson.evidence.strangers.map(annotation).joined()
        case .markdown: markdown
        }
    }

    private func findings(with effect: Finding.Effect) -> [Finding] {
        lesson.findings.filter { $0.effect == effect }
    }

    /// A summary such as `140 responses of 85 methods: 5 mismatches are refused, 29 by strict reading alone, 7
    /// responses have another version's shape`.
    private var summary: String {
        let evidence = lesson.evidence
        func counted(
            _ count: Int,
            one: String,
            many: String
        ) -> String? {
            switch count {
            case 0: nil
            case 1: "1 \(one)"
            default: "\(count) \(many)"
            }
        }
        let refused = findings(with: .refused)
        let tolerated = findings(with: .tolerated)
        // After the number of refused mismatches, the subject and the verb are clear.
        let tolerance =
            if refused.isEmpty {
                counted(
                    tolerated.count,
                    one: "mismatch is refused by strict reading alone",
                    many: "mismatches are refused by strict reading alone")
            } else {
                counted(
                    tolerated.count,
                    one: "by strict reading alone",
                    many: "by strict reading alone")
            }
        let parts = [
            counted(
                refused.count,
                one: "mismatch is refused",
                many: "mismatches are refused"),
            tolerance,
            counted(
                findings(with: .unknown).count,
                one: "member is unknown",
                many: "members are unknown"),
            counted(
                evidence.strangers.count,
                one: "response belongs to another version",
                many: "responses belong to another version"),
            counted(
                evidence.failures,
                one: "response is an error",
                many: "responses are errors"),
            counted(
                evidence.skipped.count,
                one: "source is skipped",
                many: "sources are skipped"),
        ]
        let responses =
            counted(
                evidence.responses,
                one: "response",
                many: "responses") ?? "no responses"
        let methods =
            counted(
                evidence.methods.count,
                one: "method",
                many: "methods") ?? "no method"
        var said = parts.compactMap(\.self)
        if said.isEmpty {
            said.append("everything matches the schema")
        }
        return "\(responses) of \(methods): " + said.joined(separator: ", ")
    }

    // MARK: For people

    private func plain(colour: Bool) -> String {
        let ink = Ink(isOn: colour)
        func title(_ text: String) -> String {
            "\n" + ink(text, .bold) + "\n"
        }
        var text = "\(lesson.api): \(summary)\n"
        for effect in Finding.Effect.allCases where !findings(with: effect).isEmpty {
            text += title(effect.title)
            for finding in findings(with: effect) {
                text += "  \(ink(finding.name, effect.colour)): \(finding.words) \(finding.share)\n      "
                if let place = finding.place {
                    text += "\(place.file):\(place.line):\(place.column), "
                }
                text += "\(finding.origin)\n"
            }
        }
        if !lesson.evidence.strangers.isEmpty {
            text += title("Responses of another version, which are ignored")
        }
        for stranger in lesson.evidence.strangers {
            text += "  \(stranger.source): \(stranger.sentence)\n"
        }
        if !lesson.evidence.skipped.isEmpty {
            text += title("Skipped")
        }
        for skipped in lesson.evidence.skipped {
            text += "  \(skipped.source): \(skipped.reason)\n"
        }
        return text
    }

    private var markdown: String {
        var text = "# \(lesson.api)\n\n\(summary).\n"
        func code(_ text: String) -> String { "`\(text.replacing("`", with: ""))`" }
        for effect in Finding.Effect.allCases where !findings(with: effect).isEmpty {
            text += "\n## \(effect.title)\n\n"
            for finding in findings(with: effect) {
                text +=
                    "- \(code(finding.name)): \(finding.words.escaped) \(finding.share) (\(finding.origin.escaped))\n"
            }
        }
        if !lesson.evidence.strangers.isEmpty {
            text += "\n## Responses of another version\n\n"
        }
        for stranger in lesson.evidence.strangers {
            text += "- \(code(stranger.source)): \(stranger.sentence.escaped)\n"
        }
        if !lesson.evidence.skipped.isEmpty {
            text += "\n## Skipped\n\n"
        }
        for skipped in lesson.evidence.skipped {
            text += "- \(code(skipped.source)): \(skipped.reason.escaped)\n"
        }
        return text
    }

    // MARK: For programs

    /// Returns a workflow command (docs.github.com, "Workflow commands for GitHub Actions").
    private func annotation(for finding: Finding) -> String {
        let level =
            switch finding.effect {
            case .refused: "error"
            case .tolerated: "warning"
            default: "notice"
            }
        let place =
            finding.place.map { " file=\($0.file.property),line=\($0.line),col=\($0.column)," }
            ?? " "
        let message = "\(finding.name): \(finding.words) \(finding.share), \(finding.origin)"
        return "::\(level)\(place)title=\(finding.effect.title.property)::\(message.data)\n"
    }

    private func annotation(for stranger: Evidence.Stranger) -> String {
        let message = "\(stranger.source): \(stranger.sentence)"
        return "::notice title=Response of another version::\(message.data)\n"
    }

    private var json: JSONValue {
        let evidence = lesson.evidence
        return .object([
            "api": .string(lesson.api),
            "responses": .number(evidence.responses),
            "methods": .number(evidence.methods.count),
            "failures": .number(evidence.failures),
            "mismatches": .array(lesson.findings.map(\.json)),
            "strangers": .array(
                evidence.strangers.map {
                    .object([
                        "source": .string($0.source),
                        "method": .string($0.method),
                        "path": .string($0.path),
                        "expected": .string($0.expected),
                        "found": .string($0.found),
                    ])
                }),
            "skipped": .array(
                evidence.skipped.map { .object(["source": .string($0.source), "reason": .string($0.reason)]) }),
        ])
    }
}

extension Finding {
    /// A share such as `in 3 of 40`.
    var share: String { "in \(count) of \(total)" }

    /// The methods and the first place, such as `users.get, wall.get: first in responses/users.get.json at
    /// response[0].sex`.
    var origin: String {
        var named = methods.prefix(3).joined(separator: ", ")
        if methods.count > 3 {
            named += " and \(methods.count - 3) more"
        }
        return "\(named): first in \(file) at \(path)"
    }

    var json: JSONValue {
        .object([
            "effect": .string(effect.rawValue),
            "name": .string(name),
            "mismatch": .string(words),
            "count": .number(count),
            "of": .number(total),
            "responses": .number(responses),
            "methods": .strings(methods),
            "file": .string(file),
            "path": .string(path),
            "at": pointer.map { .string($0) } ?? .null,
        ])
    }
}

extension Finding.Effect {
    var title: String {
        switch self {
        case .refused: "Refused by strict and tolerant reading"
        case .tolerated: "Refused by strict reading alone"
        case .unchecked: "Beyond the limits of the schema"
        case .unknown: "Not in the schema"
        }
    }

    fileprivate var colour: Ink.Colour {
        switch self {
        case .refused: .red
        case .tolerated, .unchecked: .yellow
        case .unknown: .green
        }
    }
}

extension String {
    /// The text as the data of a workflow command.
    fileprivate var data: String { Annotation.escaped(self) }

    /// The text as a property of a workflow command.
    fileprivate var property: String { Annotation.property(self) }

    /// The text with Markdown's markup escaped.
    fileprivate var escaped: String {
        reduce(into: "") { text, character in
            if "\\`*_[]<>|#&".contains(character) {
                text.append("\\")
            }
            text.append(character)
        }
    }
}
