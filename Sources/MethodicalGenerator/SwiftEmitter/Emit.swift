/// A file of generated code.
package struct GeneratedFile: Equatable, Sendable {
    /// The top-level folder of the schema whose declarations the file holds, or an empty string for the common file.
    package var unit: String
    /// The Swift source code.
    package var text: String
}

/// Names an API in Swift and returns its code: the common file and a file for each unit, even if a unit has no
/// declarations.
///
/// - Parameters:
///   - api: The compiled schema.
///   - units: The top-level folders of the schema that get a file of their own.
///   - sources: The schema files of each unit. They are named in the first line of the unit's file.
package func emit(_ api: API, units: [String], sources: [String: [String]] = [:]) -> [GeneratedFile] {
    let emission = Emission(api)
    var seen: Set<String> = []
    var files: [GeneratedFile] = []
    let contents = emission.contents(Set(units))
    for unit in [""] + units where seen.insert(unit).inserted {
        let text = emission.file(unit, contents[unit] ?? UnitContents(), sources[unit] ?? [])
        files.append(GeneratedFile(unit: unit, text: text))
    }
    return files
}

/// Returns the Swift names of an API's types, such as `VK.Users.User`, in the order of `API.types`.
package func typeNames(_ api: API) -> [String] { Emission(api).types.paths }

/// The declarations of a unit's file, as indices into the model.
struct UnitContents {
    /// The namespaces that have functions, in the order in which the schema first uses them.
    var namespaces: [Int] = []
    /// The functions of each namespace.
    var functions: [Int: [Int]] = [:]
    /// The namespaces that have types, in the order of `Namespaces.all`.
    var scopes: [Int] = []
    /// The types of each namespace.
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
    /// Returns the contents of each unit's file. The common file, with the key `""`, gets everything that belongs to a
    /// unit without a file of its own.
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

    /// Returns the text of a unit's file.
    func file(_ unit: String, _ contents: UnitContents, _ sources: [String]) -> String {
        var out = Printer(capacity: 0x10000)
        header(sources, &out)
        let isEmpty = contents.namespaces.isEmpty && contents.scopes.isEmpty
        if isEmpty && !unit.isEmpty { return out.text }
        out.blank()
        bring("Methodical", &out)
        if unit.isEmpty, api.answers.format == .xml { out.line("import MethodicalXML") }
        transfers(contents, &out)
        for name in ["Data", "Date"]
        where contents.functions.values.contains(where: { $0.contains { uses(name, functions[$0]) } }) {
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
        return out.text
    }

    /// Prints an import of a module with the access level of the generated declarations.
    ///
    /// An import is internal by default if the target enables the feature of SE-0409. `package import` is printed only
    /// for such targets: in others it would be an error beside the target's own plain imports of the module.
    package func bring(_ module: String, _ out: inout Printer) {
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

    /// Indicates whether a parameter of the function has the given type from Foundation.
    private func uses(_ name: String, _ function: Function) -> Bool {
        function.parameters.contains {
            spelling(api.methods[function.method].parameters[$0].type)?.natural.hasSuffix(name) == true
        }
    }
}

/// The state that all renderers share: the model, its Swift names and its layout in memory.
package final class Emission {
    package let api: API
    package let resolver: Resolver
    package let speller: Speller
    package let namespaces: Namespaces
    package let types: SwiftTypeNames
    package let functions: [Function]
    let layout: Layout
    /// The access level before a declaration: `public `, `package ` or an empty string.
    package let access: String
    /// The Swift names of the error codes, in the order of `API.errors`.
    package let errorNames: [String]
    /// The indices of the error codes by their names in the schema.
    private let errorPlaces: [String: Int]
    /// Indicates for each type whether its required properties are non-optional in Swift, unless a property itself says
    /// otherwise.
    private let trusted: [Bool]
    /// The facts that records supply as pages or as items of pages, by the index of the record.
    let pageFacts: [Int: PageFacts]

    package init(_ api: API) {
        self.api = api
        resolver = Resolver(api.types)
        let name = Self.name(api)
        speller = Speller(
            acronyms: api.acronyms + (name.utf8.allSatisfy(Scanner.isCapital) && name.utf8.count > 1 ? [name] : []))
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
        pageFacts = PageFacts.collected(api, resolver)
    }

    /// Returns the name of the client's type: the API's name if Swift allows it, otherwise a name derived from it.
    private static func name(_ api: API) -> String {
        var name = api.name
        if !Speller.isIdentifier(name) { name = Speller(acronyms: api.acronyms).type(name) }
        name = WordSplitter.capitalized(name)
        if Reserved.isType(name) || name == "Type" { return name + "API" }
        return Reserved.escaped(name) == name ? name : name + "API"
    }

    /// The name of the client's type.
    package var root: String { namespaces.all[0].type }

    /// Returns the Swift name and the code of an error, or `nil` if the schema does not define it.
    func error(_ name: String) -> (name: String, code: String)? {
        errorPlaces[name].map { (errorNames[$0], api.errors[$0].code) }
    }

    // MARK: Optionals

    /// Returns the type of a property without optionals, and indicates whether the property is an optional in Swift and
    /// whether it lives in a box.
    ///
    /// - Parameters:
    ///   - type: The index of the record in the model.
    ///   - place: The index of the property in the record.
    func property(_ type: Int, _ place: Int, _ property: Property) -> (type: TypeUse, isOptional: Bool, isBoxed: Bool) {
        let isBoxed = layout.isBoxed[type][place]
        let isOptional =
            isBoxed || layout.isEndless[type][place] || Self.isOptional(property, property.isTrusted ?? trusted[type])
        if case .optional = resolver.resolved(property.type) { return (peeled(property.type), true, isBoxed) }
        return (property.type, isOptional, isBoxed)
    }

    /// Indicates whether a required property would contain its own type.
    func isEndless(_ type: Int, _ place: Int) -> Bool {
        layout.isEndless[type][place]
    }

    /// Indicates whether the schema requires the property and is trusted with that, so that its key must be present.
    func isRequired(_ type: Int, _ property: Property) -> Bool {
        property.isRequired && (property.isTrusted ?? trusted[type])
    }

    /// Returns the marks of a key in the runtime's field table: `!` if the key must be present, `+` if the schema
    /// requires it but is not trusted with that, and `?` if the value may be null.
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

    /// Returns the type without the optionals around it.
    package func peeled(_ use: TypeUse) -> TypeUse {
        var use = use
        while case .optional(let inner) = resolver.resolved(use) { use = inner }
        return use
    }

    /// Indicates for each type whether its required properties are non-optional in Swift.
    private static func trusted(_ api: API, _ resolver: Resolver) -> [Bool] {
        if api.answers.trustsRequired { return api.types.map { _ in true } }
        // The server may omit required keys from its responses. Only records that no response contains are trusted:
        // there `required` says what the caller has to give.
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
