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

    func error(_ name: String) -> (name: String, code: Int)? { errorPlaces[name].map { (errorNames[$0], api.errors[$0].code) } }

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
