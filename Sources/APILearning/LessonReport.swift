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
    package func text(_ format: Report.Format, colour: Bool = false) -> String {
        switch format {
        case .text: plain(colour)
        case .json: json.text() + "\n"
        case .github: lesson.findings.map(annotation).joined() + lesson.evidence.strangers.map(annotation).joined()
        case .markdown: markdown
        }
    }

    private func findings(_ effect: Finding.Effect) -> [Finding] { lesson.findings.filter { $0.effect == effect } }

    /// A summary such as `140 responses of 85 methods: 5 mismatches are refused, 29 by strict reading alone, 7
    /// responses have another version's shape`.
    private var summary: String {
        let evidence = lesson.evidence
        func counted(_ count: Int, _ one: String, _ many: String) -> String? {
            count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        let parts = [
            counted(findings(.refused).count, "mismatch is refused", "mismatches are refused"),
            counted(
                findings(.tolerated).count,
                findings(.refused).isEmpty ? "mismatch is refused by strict reading alone" : "by strict reading alone",
                findings(.refused).isEmpty
                    ? "mismatches are refused by strict reading alone" : "by strict reading alone"),
            counted(findings(.unknown).count, "member is unknown", "members are unknown"),
            counted(
                evidence.strangers.count, "response belongs to another version", "responses belong to another version"),
            counted(evidence.failures, "response is an error", "responses are errors"),
            counted(evidence.skipped.count, "source is skipped", "sources are skipped"),
        ]
        let responses = counted(evidence.responses, "response", "responses") ?? "no responses"
        let methods = counted(evidence.methods.count, "method", "methods") ?? "no method"
        let said = parts.compactMap(\.self)
        return "\(responses) of \(methods): "
            + (said.isEmpty ? "everything matches the schema" : said.joined(separator: ", "))
    }

    // MARK: For people

    private func plain(_ colour: Bool) -> String {
        func title(_ text: String) -> String { "\n" + (colour ? "\u{1B}[1m\(text)\u{1B}[0m" : text) + "\n" }
        var text = "\(lesson.api): \(summary)\n"
        for effect in Finding.Effect.allCases where !findings(effect).isEmpty {
            text += title(effect.title)
            for finding in findings(effect) {
                let name = colour ? "\u{1B}[\(effect.colour)m\(finding.name)\u{1B}[0m" : finding.name
                text += "  \(name): \(finding.words) \(finding.share)\n      "
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
        for effect in Finding.Effect.allCases where !findings(effect).isEmpty {
            text += "\n## \(effect.title)\n\n"
            for finding in findings(effect) {
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
    private func annotation(_ finding: Finding) -> String {
        let level =
            switch finding.effect {
            case .refused: "error"
            case .tolerated: "warning"
            default: "notice"
            }
        let place = finding.place.map { " file=\($0.file.property),line=\($0.line),col=\($0.column)," } ?? " "
        let message = "\(finding.name): \(finding.words) \(finding.share), \(finding.origin)"
        return "::\(level)\(place)title=\(finding.effect.title.property)::\(message.data)\n"
    }

    private func annotation(_ stranger: Evidence.Stranger) -> String {
        "::notice title=Response of another version::\("\(stranger.source): \(stranger.sentence)".data)\n"
    }

    private var json: JSONValue {
        let evidence = lesson.evidence
        return .object([
            "api": .string(lesson.api), "responses": .number(evidence.responses),
            "methods": .number(evidence.methods.count),
            "failures": .number(evidence.failures),
            "mismatches": .array(lesson.findings.map(\.json)),
            "strangers": .array(
                evidence.strangers.map {
                    .object([
                        "source": .string($0.source), "method": .string($0.method), "path": .string($0.path),
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
        let named =
            methods.prefix(3).joined(separator: ", ") + (methods.count > 3 ? " and \(methods.count - 3) more" : "")
        return "\(named): first in \(file) at \(path)"
    }

    var json: JSONValue {
        .object([
            "effect": .string(effect.rawValue), "name": .string(name), "mismatch": .string(words),
            "count": .number(count), "of": .number(total),
            "responses": .number(responses), "methods": .strings(methods), "file": .string(file), "path": .string(path),
            "at": pointer.map { .string($0) } ?? .null,
        ])
    }
}

extension Finding.Effect {
    var title: String {
        switch self {
        case .refused: "Refused by strict and tolerant reading"
        case .tolerated: "Refused by strict reading alone"
        case .unknown: "Not in the schema"
        }
    }

    /// The ANSI code of a colour: red, yellow or green.
    fileprivate var colour: Int {
        switch self {
        case .refused: 31
        case .tolerated: 33
        default: 32
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
