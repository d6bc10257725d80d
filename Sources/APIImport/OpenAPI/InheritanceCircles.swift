import APISurface

/// The parts of `allOf` that make a type a part of itself.
struct InheritanceCircles {
    /// The types that a type contains as parts, by name.
    private var bases: [String: Set<String>]

    init(_ definitions: [ImportedDefinition]) {
        bases = Dictionary(definitions.map { ($0.name, Self.bases(of: $0.schema)) }) { first, _ in first }
    }

    /// Returns the schema of a definition without the parts that lead back to it, or `nil` if there are none.
    mutating func broken(_ definition: ImportedDefinition) -> JSONValue? {
        guard definition.schema.members["allOf"] != nil else { return nil }
        let circular = (bases[definition.name] ?? []).filter { leads(from: $0, to: definition.name) }
        guard !circular.isEmpty else { return nil }
        bases[definition.name]?.subtract(circular)
        return Self.without(circular, definition.schema)
    }

    private func leads(from start: String, to end: String) -> Bool {
        var (waiting, seen) = ([start], Set<String>())
        while let next = waiting.popLast() {
            if next == end { return true }
            if seen.insert(next).inserted { waiting += bases[next] ?? [] }
        }
        return false
    }

    private static func bases(of schema: JSONValue) -> Set<String> {
        var found = Set([schema.members["$ref"]?.text.flatMap(FileLayout.definition)].compactMap(\.self))
        for part in parts(of: schema) { found.formUnion(bases(of: part)) }
        return found
    }

    private static func without(_ names: Set<String>, _ schema: JSONValue) -> JSONValue {
        let kept = parts(of: schema).filter { part in
            part.members["$ref"]?.text.flatMap(FileLayout.definition).map { !names.contains($0) } ?? true
        }
        var members = schema.members
        members["allOf"] = kept.isEmpty ? nil : .array(kept.map { parts(of: $0).isEmpty ? $0 : without(names, $0) })
        return .object(members)
    }

    private static func parts(of schema: JSONValue) -> [JSONValue] {
        if case .array(let parts)? = schema.members["allOf"] { parts } else { [] }
    }
}
