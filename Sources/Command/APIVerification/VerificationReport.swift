import APISurface
import MethodicalGenerator

/// The outcome of a verification.
package struct VerificationReport: Sendable {
    /// The name of the API.
    package let api: String
    /// The reason why the server was not reached, or `nil` if it was.
    package internal(set) var unreachable: String?
    /// The mismatches, with the gravest first.
    package internal(set) var faults: [Fault] = []
    /// The methods that were not verified.
    package internal(set) var omissions: [Omission] = []
    /// The names of the methods that returned results.
    package internal(set) var verified: Set<String> = []
    /// The number of calls that were made.
    package private(set) var callCount = 0
    private(set) var responseCount = 0
    private var lines: [String] = []

    init(api: String) { self.api = api }

    var isUnreachable: Bool { unreachable != nil }

    /// The mismatches that are not just notes.
    package var mismatches: [Fault] { faults.filter(\.severity.isMismatch) }

    /// Adds a call, and returns its number.
    mutating func add(_ line: CallLine, hasResponse: Bool) -> Int {
        callCount += 1
        if hasResponse {
            responseCount += 1
        }
        lines.append(line.text)
        return lines.count - 1
    }

    /// Adds calls that share the command line of another one: the pages of a list.
    mutating func add(pages: Int) {
        callCount += pages
        responseCount += pages
    }

    /// Adds the command line of a call that was made already, and returns its number.
    mutating func add(_ line: CallLine) -> Int {
        lines.append(line.text)
        return lines.count - 1
    }

    /// Returns the command line of a call.
    package func line(of exchange: Int) -> String { lines[exchange] }

    /// Puts the mismatches in the order of their severity and place, and leaves out repetitions.
    mutating func sort() {
        faults.sort { $0.sortKey < $1.sortKey }
        var seen: Set<String> = []
        omissions = omissions.filter { seen.insert("\($0.method): \($0.reason)").inserted }
    }
}

extension Fault {
    fileprivate var sortKey: (Int, String, Int, Int, String) {
        let rank = Severity.allCases.firstIndex(of: severity) ?? 0
        return (rank, place?.file ?? "", place?.line ?? 0, place?.column ?? 0, message)
    }
}

extension Fault.Severity {
    fileprivate var colour: Ink.Colour {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .note: .green
        }
    }
}

extension VerificationReport {
    /// The formats of reports.
    package enum Format: String, Sendable, CaseIterable { case text, json, junit, github }

    /// Returns the report in a format.
    ///
    /// - Parameter colour: Indicates whether to add escape sequences for a terminal. Only the format `.text` uses them.
    package func text(in format: Format, colour: Bool = false) -> String {
        switch format {
        case .text: plain(ink: Ink(isOn: colour))
        case .json: json.text
        case .junit: junit
        case .github: faults.map(annotation).joined()
        }
    }

    /// The numbers of calls and mismatches, such as `6 calls, 3 methods verified: 1 mismatch, 4 methods not verified`.
    package var summary: String {
        if let unreachable {
            return "the server was not reached: \(unreachable)"
        }
        let notes = faults.count - mismatches.count
        let omitted = Set(omissions.map(\.method)).subtracting(verified).count
        var parts = [mismatches.isEmpty ? "no mismatch" : Self.counted(mismatches.count, "mismatch", "mismatches")]
        if notes > 0 {
            parts.append(Self.counted(notes, "note", "notes"))
        }
        if omitted > 0 {
            parts.append(Self.counted(omitted, "method", "methods") + " not verified")
        }
        let calls = Self.counted(callCount, "call", "calls")
        let methods = Self.counted(verified.count, "method", "methods")
        return "\(calls), \(methods) verified: " + parts.joined(separator: ", ")
    }

    private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    // MARK: For people

    private func plain(ink: Ink) -> String {
        if isUnreachable {
            return "\(api): \(summary)\n"
        }
        var text = ""
        for fault in faults {
            text += line(for: fault, ink: ink) + "\n    \(lines[fault.exchange].printableLine)\n"
        }
        if !omissions.isEmpty {
            text += "\(ink("Not verified", .bold))\n"
        }
        for omission in omissions {
            text += "    \(omission.method.printableLine): \(omission.reason.printableLine)\n"
        }
        return text + "\(api): \(summary)\n"
    }

    private func line(for fault: Fault, ink: Ink) -> String {
        var text = ""
        if let place = fault.place {
            text = "\(place.file.printableLine):\(place.line):\(place.column): "
        }
        let severity = ink(fault.severity.rawValue, fault.severity.colour)
        return text + severity + ": " + fault.message.printableLine
    }

    // MARK: For programs

    private func annotation(for fault: Fault) -> String {
        let level: Annotation.Level =
            switch fault.severity {
            case .error: .error
            case .warning: .warning
            case .note: .notice
            }
        return Annotation(level, title: fault.method, at: fault.place, "\(fault.message); \(lines[fault.exchange])")
            .description
    }

    private var json: JSONOutput {
        let shown = faults.map { fault in
            JSONOutput.object([
                ("severity", .text(fault.severity.rawValue)),
                ("method", .text(fault.method)),
                ("message", .text(fault.message)),
                ("file", fault.place.map { .text($0.file) } ?? .null),
                ("line", fault.place.map { .number($0.line) } ?? .null),
                ("column", fault.place.map { .number($0.column) } ?? .null),
                ("at", fault.pointer.map { .text($0) } ?? .null),
                ("call", .text(lines[fault.exchange])),
            ])
        }
        let omitted = omissions.map { omission in
            JSONOutput.object([("method", .text(omission.method)), ("reason", .text(omission.reason))])
        }
        return .object([
            ("api", .text(api)),
            ("unreachable", unreachable.map { .text($0) } ?? .null),
            ("calls", .number(callCount)),
            ("verified", .list(verified.sorted().map { .text($0) })),
            ("mismatches", .list(shown)),
            ("omitted", .list(omitted)),
        ])
    }
}
