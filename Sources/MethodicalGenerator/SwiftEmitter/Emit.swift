/// One file of generated code.
package struct GeneratedFile: Equatable, Sendable {
    /// The top-level folder of the schema that it holds; empty for what all have in common.
    package var unit: String
    package var text: String
}

/// Names an API in Swift and prints it: a file for each unit and the common one, whether or not there is something in it.
/// - Parameters:
///   - sources: The schema files of each unit, for the files' first lines.
///   - lock: The API that was last accepted: what is gone since then, or called otherwise, stays as a declaration that says so.
package func emit(_ api: API, units: [String], sources: [String: [String]] = [:], lock: Lock? = nil) -> [GeneratedFile] {
    let emission = Emission(api)
    let vanished = lock.map { Vanished($0, emission) }
    var seen: Set<String> = []
    var files: [GeneratedFile] = []
    let contents = emission.contents(Set(units))
    for unit in [""] + units where seen.insert(unit).inserted {
        let text = emission.file(unit, contents[unit] ?? UnitContents(), sources[unit] ?? [], unit.isEmpty ? vanished : nil)
        files.append(GeneratedFile(unit: unit, text: text))
    }
    return files
}

/// The Swift names of an API's types, `VK.Users.User`, in the order of `API.types`.
package func typeNames(_ api: API) -> [String] { Emission(api).types.paths }

/// What a unit's file holds, by its place in the model.
struct UnitContents {
    /// In the order in which their first function stands in the schema.
    var namespaces: [Int] = []
    var functions: [Int: [Int]] = [:]
    /// In the order of the namespaces.
    var scopes: [Int] = []
    var types: [Int: [Int]] = [:]

    mutating func add(function: Int, to namespace: Int) {
        if functions[namespace] == nil { namespaces.append(namespace) }
        functions[namespace, default: []].append(function)
    }

    mutating func add(type: Int, to scope: Int) {
        if types[scope] == nil { scopes.append(scope) }
        types[scope, default: []].append(type)
    }
}

extension Emission {
    /// What belongs to a unit that gets no file of its own goes to the common one.
    func contents(_ units: Set<String>) -> [String: UnitContents] {
        var result: [String: UnitContents] = [:]
        for (i, function) in functions.enumerated() {
            let unit = api.methods[function.method].unit
            result[units.contains(unit) ? unit : "", default: UnitContents()].add(function: i, to: function.namespace)
        }
        for scope in namespaces.all.indices {
            for i in types.members[.namespace(scope)] ?? [] {
                let unit = api.types[i].unit
                result[units.contains(unit) ? unit : "", default: UnitContents()].add(type: i, to: scope)
            }
        }
        return result
    }

    func file(_ unit: String, _ contents: UnitContents, _ sources: [String], _ vanished: Vanished?) -> String {
        var out = Printer(capacity: 0x10000)
        header(sources, &out)
        let isEmpty = contents.namespaces.isEmpty && contents.scopes.isEmpty
        if isEmpty && !unit.isEmpty { return out.text }
        out.blank()
        bring("Methodical", &out)
        if unit.isEmpty, api.answers.format == .xml { out.line("import MethodicalXML") }
        transfers(contents, vanished, &out)
        for name in ["Data", "Date"]
        where vanished?.uses(name) == true || contents.functions.values.contains(where: { $0.contains { uses(name, functions[$0]) } }) {
            bring("struct Foundation." + name, &out)
        }
        if unit.isEmpty {
            out.blank()
            common(&out)
        }
        for namespace in contents.namespaces {
            out.blank()
            out.block("nonisolated extension ", namespaces.all[namespace].path) { out in
                for (place, i) in (contents.functions[namespace] ?? []).enumerated() {
                    if place > 0 { out.blank() }
                    function(functions[i], &out)
                }
            }
        }
        for scope in contents.scopes {
            out.blank()
            out.block("extension ", namespaces.all[scope].path) { out in
                for (place, i) in (contents.types[scope] ?? []).enumerated() {
                    if place > 0 { out.blank() }
                    type(i, &out)
                }
            }
        }
        vanished?.print(&out)
        return out.text
    }

    /// An import as visible as the declarations that use it, since imports may be internal by default (SE-0409). `package` is said only where
    /// they are: elsewhere the target's own plain imports of the module would be errors beside it.
    func bring(_ module: String, _ out: inout Printer) {
        guard api.access == .package else { return out.line(access, "import ", module) }
        out.line("#if hasFeature(InternalImportsByDefault)")
        out.line("    package import ", module)
        out.line("#else")
        out.line("    import ", module)
        out.line("#endif")
    }

    private func header(_ sources: [String], _ out: inout Printer) {
        let from = sources.isEmpty ? "" : " from " + sources.map(CommentText.line).joined(separator: ", ")
        out.line("// Generated by Methodical", from, ". Do not edit: change the schema, or correct it with an overlay.")
    }

    /// Whether a parameter has this type of Foundation's.
    private func uses(_ name: String, _ function: Function) -> Bool {
        function.parameters.contains { spelling(api.methods[function.method].parameters[$0].type)?.natural.hasSuffix(name) == true }
    }
}

/// Everything that renderers need to know: the model, its names, its layout.
package final class Emission {
    let api: API
    package let resolver: Resolver
    package let speller: Speller
    package private(set) var namespaces: Namespaces
    package let types: SwiftTypeNames
    package let functions: [Function]
    let layout: Layout
    /// `public `, `package `, or nothing.
    let access: String
    package let errorNames: [String]
    private let errorPlaces: [String: Int]
    /// Whether what the schema requires of the type's properties is believed.
    private let trusted: [Bool]
    /// The keys of the items in records that paged methods answer with, by the record's place.
    let pageItems: [Int: String]
    /// Cases that unions had, by the union's place: their attributes and declarations.
    var keptCases: [Int: [(attribute: String, head: String)]] = [:]

    package init(_ api: API) {
        self.api = api
        resolver = Resolver(api.types)
        let name = Self.name(api)
        speller = Speller(acronyms: api.acronyms + (name.utf8.allSatisfy(Scanner.isCapital) && name.utf8.count > 1 ? [name] : []))
        var namespaces = Namespaces(api: name, speller: speller)
        functions = Functions(api, namespaces: &namespaces, speller: speller).all
        for type in api.types { if case .namespace(let wire) = type.owner { _ = namespaces.index(of: wire) } }
        types = SwiftTypeNames(api.types, index: resolver.index, namespaces: &namespaces, speller: speller)
        namespaces.sort()
        self.namespaces = namespaces
        let trusted = Self.trusted(api, resolver)
        self.trusted = trusted
        layout = Layout(resolver) { type, property in Self.isOptional(property, property.isTrusted ?? trusted[type]) }
        access = api.access == .internal ? "" : api.access.rawValue + " "
        errorNames = speller.errors(api.errors)
        var places: [String: Int] = [:]
        for (i, error) in api.errors.enumerated() { places[error.name] = i }
        errorPlaces = places
        pageItems = Self.pageItems(api, resolver)
    }

    /// The name of the client's type: as the schema has it, where Swift allows it.
    private static func name(_ api: API) -> String {
        var name = api.name
        if !Speller.isIdentifier(name) { name = Speller(acronyms: api.acronyms).type(name) }
        name = WordSplitter.capitalized(name)
        if Reserved.isType(name) || name == "Type" { return name + "API" }
        return Reserved.escaped(name) == name ? name : name + "API"
    }

    /// The place of a namespace for what was in it once.
    func keepNamespace(_ names: [String], isCallable: Bool) -> Int {
        let i = namespaces.index(of: names)
        if isCallable { namespaces.markCallable(names) }
        namespaces.sort()
        return i
    }

    package var root: String { namespaces.all[0].type }

    func error(_ name: String) -> (name: String, code: String)? { errorPlaces[name].map { (errorNames[$0], api.errors[$0].code) } }

    // MARK: Optionals

    /// What a property is without `null`, and whether it is an optional in Swift.
    func property(_ type: Int, _ place: Int, _ property: Property) -> (type: TypeUse, isOptional: Bool, isBoxed: Bool) {
        let isBoxed = layout.isBoxed[type][place]
        let isOptional = isBoxed || layout.isEndless[type][place] || Self.isOptional(property, property.isTrusted ?? trusted[type])
        if case .optional = resolver.resolved(property.type) { return (peeled(property.type), true, isBoxed) }
        return (property.type, isOptional, isBoxed)
    }

    func isEndless(_ type: Int, _ place: Int) -> Bool {
        layout.isEndless[type][place]
    }

    func isRequired(_ type: Int, _ property: Property) -> Bool { property.isRequired && (property.isTrusted ?? trusted[type]) }

    /// What the runtime's table says of a key: that it must be there (`!`), that the schema says so (`+`), that its value may be null (`?`).
    func marks(_ field: RecordField) -> String {
        let required = field.isRequired ? "!" : field.property.isRequired ? "+" : ""
        switch resolver.resolved(field.property.type) {
        case .any, .optional: return field.isOptional ? required + "?" : required
        default: return field.property.isNullable ? required + "?" : required
        }
    }

    private static func isOptional(_ property: Property, _ trusted: Bool) -> Bool {
        if case .optional = property.type { return true }
        return property.isNullable || !(property.isRequired && trusted)
    }

    /// The type without the optionals around it.
    package func peeled(_ use: TypeUse) -> TypeUse {
        var use = use
        while case .optional(let inner) = resolver.resolved(use) { use = inner }
        return use
    }

    private static func trusted(_ api: API, _ resolver: Resolver) -> [Bool] {
        if api.answers.trustsRequired { return api.types.map { _ in true } }
        // Only a record that no answer holds is believed: the schema says there what a caller must give.
        var seen = api.types.map { _ in false }
        var queue: [TypeUse] = []
        for method in api.methods { for variant in method.variants { queue.append(variant.result) } }
        while let use = queue.popLast() {
            switch use {
            case .named(let id):
                guard let i = resolver.index[id], !seen[i] else { continue }
                seen[i] = true
                switch api.types[i].shape {
                case .record(let record):
                    for property in record.properties { queue.append(property.type) }
                    if let additional = record.additional { queue.append(additional) }
                case .union(let union): for member in union.cases { queue.append(member.type) }
                case .alias(let target): queue.append(target)
                case .enumeration: break
                }
            case .array(let inner), .dictionary(let inner), .optional(let inner): queue.append(inner)
            default: continue
            }
        }
        return api.types.indices.map { i in
            guard case .record(let record) = api.types[i].shape else { return false }
            return record.isInput && !seen[i]
        }
    }
}
