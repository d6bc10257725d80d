import APISurface
import MethodicalGenerator

/// The evidence for everything in an inferred document. It contains names and numbers, and no recorded value but those
/// of enumerations.
package struct TrafficReport: Sendable {
    /// A conclusion with the facts that speak for it.
    package struct Guess: Hashable, Sendable {
        /// The operation or the type.
        package var subject: String
        package var text: String
    }

    /// The exchanges that teach nothing.
    package private(set) var skipped: [TrafficFiles.Skipped]
    /// The number of exchanges in the recordings.
    package let readCount: Int
    /// The number of exchanges that the document describes.
    package internal(set) var usedCount = 0
    package private(set) var guesses: [Guess] = []

    /// The greatest number of conclusions in a text, unless all are asked for.
    private static let limit = 12

    init(skipped: [TrafficFiles.Skipped], readCount: Int) {
        self.skipped = skipped
        self.readCount = readCount
    }

    mutating func skip(_ source: String, reason: String) {
        skipped.append(TrafficFiles.Skipped(source: source, reason: reason))
    }

    mutating func add(_ subject: String, _ text: String) {
        guesses.append(Guess(subject: subject, text: text))
    }

    // MARK: Evidence

    /// Adds an operation of which no call succeeded.
    mutating func leaveOut(_ title: String, calls: Int) {
        add(title, "left out, because no call succeeded (\(Self.counted(calls, "call")))")
    }

    /// Adds the parameters of paths with their evidence, by the templates that end with them.
    mutating func addParameters(_ evidence: [[TemplateSegment]: PathEvidence]) {
        for (template, facts) in evidence.sorted(by: { $0.key.path < $1.key.path }) {
            guard let name = template.last?.parameterName, !facts.isEarlier || facts.count > 0 else { continue }
            let reasons = facts.reasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.words)" }
            let list = reasons.joined(separator: ", ")
            let count = Self.counted(facts.count, "value")
            add(template.path, "{\(name)} is a parameter: \(count), of which \(list)")
        }
    }

    /// Adds a parameter of an operation's query.
    mutating func addQuery(
        _ name: String,
        tally: ParameterTally,
        isRequired: Bool,
        in operation: OperationTally
    ) {
        let type = tally.isList ? "a list of \(tally.kind.rawValue)" : tally.kind.rawValue
        var text = "\(name) is \(type), in \(tally.exchanges) of \(Self.counted(operation.successes, "call"))"
        if isRequired {
            text += "; required, because \(Self.counted(tally.refusalsWithout, "call")) without it failed"
        }
        add(operation.key.title, text)
    }

    /// Adds the places of credentials with the numbers of calls that have them there.
    mutating func addCredentials(of operations: [OperationTally]) {
        var counts: [Set<Credential>: Int] = [:]
        for operation in operations {
            counts.merge(operation.credentials) { $0 + $1 }
        }
        let all = counts.values.reduce(0, +)
        for (set, count) in counts.sorted(by: { $0.value > $1.value }) where !set.isEmpty {
            let places = set.sorted().map(\.words).joined(separator: " and ")
            add("credentials", "\(places), in \(count) of \(Self.counted(all, "call"))")
        }
    }

    /// Adds the types with the numbers of their objects.
    mutating func addTypes(_ schemas: SchemaWriter) {
        for (name, node) in schemas.types.named {
            let required = node.keys.count { schemas.isRequired($0, in: node) }
            let members = Self.counted(node.keys.count, "member")
            let objects = Self.counted(node.count, "object")
            var text = "\(members) in \(objects)"
            if required > 0 {
                text += "; \(required) required, because all have them"
            }
            add(name, text)
            for key in node.keys where !schemas.secrets.reveals(key: key) {
                guard let member = node.members[key] else { continue }
                addMember(key, tally: member, type: name, schemas: schemas)
            }
        }
    }

    /// Adds a member whose values show more than a type: an enumeration, a format, a union, or only null.
    private mutating func addMember(
        _ key: String,
        tally: ValueTally,
        type: String,
        schemas: SchemaWriter
    ) {
        let subject = "\(type).\(key)"
        if tally.kinds.isEmpty {
            add(subject, "any value, because \(Self.counted(tally.nulls, "value")) of \(tally.count) were null")
            return
        }
        if let values = schemas.enumeration(tally.texts, named: key) {
            add(subject, "one of \(values.joined(separator: ", ")), in \(Self.counted(tally.texts.count, "value"))")
        } else if let format = tally.texts.format, format != .uri {
            add(subject, "a string of the format \(format.rawValue), in \(Self.counted(tally.texts.count, "value"))")
        }
        let isUnion = tally.kinds.subtracting([.integer]).count > 1
        if isUnion {
            let kinds = tally.kinds.map(\.rawValue).sorted().joined(separator: " or ")
            add(subject, "\(kinds), in \(Self.counted(tally.count, "value"))")
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}

extension PathEvidence.Reason {
    fileprivate var words: String {
        switch self {
        case .form: "by form"
        case .echo: "in its own response"
        case .identity: "in another response"
        case .structure: "before the same words"
        }
    }
}

// MARK: Formats

extension TrafficReport {
    /// Returns the report for people.
    ///
    /// - Parameter verbose: Indicates whether it has all conclusions.
    package func text(verbose: Bool) -> String {
        var text = "\(Self.counted(readCount, "exchange")), of which \(usedCount) are described\n"
        text += Self.section("Skipped", lines: skippedLines, verbose: verbose)
        text += Self.section("Evidence", lines: guessLines, verbose: verbose)
        return text
    }

    /// The report as lists of Markdown.
    package var markdown: String {
        let count = Self.counted(readCount, "exchange")
        var text = "# Recorded exchanges\n\n\(count), of which \(usedCount) are described.\n"
        for (title, lines) in [("Skipped", skippedLines), ("Evidence", guessLines)] where !lines.isEmpty {
            text += "\n## \(title) (\(lines.count))\n\n" + lines.map { "- \($0)\n" }.joined()
        }
        return text + "\n"
    }

    /// The members of a JSON report.
    package var json: [(String, JSONOutput)] {
        let skippedParts = skipped.map {
            JSONOutput.object([("source", .text($0.source)), ("reason", .text($0.reason))])
        }
        let evidence = guesses.map {
            JSONOutput.object([("subject", .text($0.subject)), ("text", .text($0.text))])
        }
        return [
            ("exchanges", .number(readCount)),
            ("described", .number(usedCount)),
            ("skipped", .list(skippedParts)),
            ("evidence", .list(evidence)),
        ]
    }

    /// The sources that were skipped, one line for each reason.
    private var skippedLines: [String] {
        var sources: [String: [String]] = [:]
        for part in skipped {
            sources[part.reason, default: []].append(part.source)
        }
        return sources.sorted { $0.key < $1.key }.map { reason, sources in
            let first = sources[0].printableLine
            guard sources.count > 1 else {
                return "\(first) \(reason)"
            }
            return "\(first) and \(sources.count - 1) more: \(reason)"
        }
    }

    private var guessLines: [String] {
        guesses.map { "\($0.subject): \($0.text)".printableLine }
    }

    private static func section(_ title: String, lines: [String], verbose: Bool) -> String {
        guard !lines.isEmpty else { return "" }
        let shown = verbose ? lines.count : Self.limit
        var text = "\n\(title) (\(lines.count)):\n"
        text += lines.prefix(shown).map { "  \($0)\n" }.joined()
        if lines.count > shown {
            text += "  and \(lines.count - shown) more: --verbose lists them\n"
        }
        return text
    }
}
