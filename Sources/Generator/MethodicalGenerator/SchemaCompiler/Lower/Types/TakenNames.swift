/// The names of declared types and namespaces, and the names that `api.json` assigns.
struct TakenNames {
    /// The names with their namespaces, in a spelling that is equal for names that Swift spells in the same way.
    private var spellings: Set<String> = []

    init(_ declarations: some Sequence<TypeDeclaration>, catalogue: Catalogue) {
        for method in catalogue.methods {
            add(method.name.split(separator: ".").dropLast().map(String.init))
        }
        for declaration in declarations where declaration.outerType == nil {
            var scope: [String] = []
            if case .namespace(let parts) = declaration.owner {
                scope = parts
            }
            add(scope)
            for name in [declaration.wire, declaration.swift].compactMap(\.self) {
                add(scope + [name], from: scope.count)
            }
        }
        for rename in catalogue.settings.renames {
            add([rename.string ?? ""])
        }
    }

    /// Adds the namespaces of a dotted name, beginning with the part at `first`.
    private mutating func add(_ parts: [String], from first: Int = 0) {
        for end in parts.indices where end >= first {
            let outer = Array(parts[..<end])
            spellings.insert(Self.spelling(parts[end], in: outer))
        }
    }

    /// Takes a name for a shared type, with a suffix if it is not free. Returns `nil` if that is not free either.
    mutating func take(_ wanted: String, in scope: [String]) -> String? {
        let name = [wanted, wanted + "_value"].first {
            !spellings.contains(Self.spelling($0, in: scope))
        }
        if let name {
            spellings.insert(Self.spelling(wanted, in: scope))
            spellings.insert(Self.spelling(name, in: scope))
        }
        return name
    }

    /// Takes a name for a shared type that has had it before.
    mutating func reserve(_ name: String, in scope: [String]) {
        spellings.insert(Self.spelling(name, in: scope))
    }

    /// Returns a text that is equal for names with the same spelling in Swift.
    private static func spelling(_ name: String, in namespace: [String]) -> String {
        let parts = (namespace + [name]).map { splitWords(of: $0).joined() }
        return parts.joined(separator: ".")
    }
}
