import APISurface
import MethodicalGenerator

/// The names that a first import of a document would choose today, where a repeated import keeps others.
package struct NewNames: Sendable {
    /// A name that callers know, and the one that an import without a record would choose.
    package struct Change: Hashable, Sendable {
        package var old: String
        package var new: String

        package init(old: String, new: String) {
            self.old = old
            self.new = new
        }
    }

    /// The dotted names of methods, in order.
    package private(set) var methods: [Change] = []
    /// The names of definitions and inline types, in order.
    package private(set) var types: [Change] = []

    package init() {}

    /// Compares the names in the files of two imports of a document.
    ///
    /// - Parameters:
    ///   - kept: The files of the repeated import.
    ///   - fresh: The files of a first import.
    package init(kept: [SourceFile], fresh: [SourceFile]) {
        methods = Self.changes(from: ImportPlan.methodNames(in: kept), to: ImportPlan.methodNames(in: fresh))
        types = Self.changes(from: ImportPlan.definitionNames(in: kept), to: ImportPlan.definitionNames(in: fresh))
    }

    /// Adds the inline types that stay at recorded places, by their full names in Swift.
    package mutating func add(
        _ record: RecordedTypes,
        kept: LoweredSchemas,
        fresh: LoweredSchemas
    ) {
        let keptNames = kept.swiftNames
        let freshNames = fresh.swiftNames
        var found: Set<Change> = []
        for place in record.places.values.joined() {
            guard let old = keptNames[kept.currentType(at: place)],
                let new = freshNames[fresh.currentType(at: place)]
            else { continue }
            if old != new {
                found.insert(Change(old: old, new: new))
            }
        }
        types += found.sorted { ($0.old, $0.new) < ($1.old, $1.new) }
    }

    package var isEmpty: Bool {
        methods.isEmpty && types.isEmpty
    }

    /// Returns the names that differ, by the old ones.
    private static func changes(from old: [String: String], to new: [String: String]) -> [Change] {
        let changes = old.compactMap { key, name -> Change? in
            guard let other = new[key],
                other != name
            else { return nil }
            return Change(old: name, new: other)
        }
        return changes.sorted { $0.old < $1.old }
    }
}

extension LoweredSchemas {
    /// The full Swift names of types, by their identities.
    fileprivate var swiftNames: [TypeID: String] {
        let names = Emission(api).types.map {
            ($0.id, $0.path)
        }
        return Dictionary(names) { first, _ in first }
    }
}

// MARK: Formats

extension NewNames {
    /// The greatest number of names in a text, unless all are asked for.
    private static let limit = 10

    /// Returns the names for a terminal, or an empty text if there are none.
    ///
    /// - Parameters:
    ///   - command: The command that takes the names, in backticks.
    ///   - isVerbose: Indicates whether all names are listed.
    package func text(
        command: String,
        isVerbose: Bool,
        ink: Ink
    ) -> String {
        if isEmpty {
            return ""
        }
        let shown = isVerbose ? lines.count : Self.limit
        var text = "\n\(ink(title, .bold)): a \(Self.meaning(of: command))\n"
        for line in lines.prefix(shown) {
            text += "  \(line.printable)\n"
        }
        if lines.count > shown {
            text += "  and \(lines.count - shown) more: --verbose lists them\n"
        }
        return text
    }

    /// Returns the names in Markdown, or an empty text if there are none.
    func markdown(command: String) -> String {
        if isEmpty {
            return ""
        }
        var text = "\n## \(title)\n\nA \(Self.meaning(of: command)).\n\n"
        for line in lines {
            text += "- \(line.printable)\n"
        }
        return text
    }

    /// The names as JSON.
    var json: JSONOutput {
        func list(of changes: [Change]) -> JSONOutput {
            .list(
                changes.map {
                    .object([
                        ("old", .text($0.old)),
                        ("new", .text($0.new)),
                    ])
                })
        }
        return .object([
            ("methods", list(of: methods)),
            ("types", list(of: types)),
        ])
    }

    private var title: String {
        "Other names (\(lines.count))"
    }

    private static func meaning(of command: String) -> String {
        "first import would choose these today; \(command) takes them"
    }

    private var lines: [String] {
        methods.map { "\($0.old) -> \($0.new)" } + types.map { "type \($0.old) -> \($0.new)" }
    }
}
