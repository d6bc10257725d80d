/// The model of an API with its Swift names and its layout in memory. All renderers read it.
package final class Emission {
    package let api: API
    package let resolver: Resolver
    package let speller: Speller
    package let namespaces: Namespaces
    /// The types, in the order of `API.types`.
    package let types: [EmittedType]
    package let functions: [Function]
    /// The access level before a declaration: `public `, `package ` or an empty string.
    package let access: String
    /// The error codes, in the order of `API.errors`.
    package let errors: [EmittedError]
    /// The modules of the types that stand for types of the schema, sorted, without the runtime, which each file
    /// imports.
    private(set) lazy var replacementModules = findReplacementModules()

    package init(_ api: API) {
        self.api = api
        let resolver = Resolver(api.types)
        self.resolver = resolver
        let name = Self.name(of: api)
        var acronyms = api.acronyms
        if name.utf8.count > 1, name.unicodeScalars.allSatisfy(\.isCapital) {
            acronyms.append(name)
        }
        speller = Speller(acronyms: acronyms)
        var namespaces = Namespaces(api: name, speller: speller)
        functions = Functions(api, namespaces: &namespaces, speller: speller).all
        let scopes = TypeScopes(api.types, resolver: resolver, namespaces: &namespaces)
        let names = SwiftTypeNames(scopes, hasErrors: !api.errors.isEmpty, namespaces: namespaces, speller: speller)
        namespaces = names.namespaces
        namespaces.sort()
        self.namespaces = namespaces
        let isTrusted = trustedTypes(in: api, resolver: resolver)
        let layout = Layout(resolver, isTrusted: isTrusted)
        let pageFacts = PageFacts.collected(in: api, resolver: resolver)
        types = scopes.types.enumerated().map { index, type in
            EmittedType(
                type.declaration,
                name: names.all[index],
                scope: type.scope,
                layout: layout.records[index],
                isTrusted: isTrusted[index],
                isEndless: resolver.isEndless(index),
                pageFacts: pageFacts[index])
        }
        switch api.access {
        case .internal: access = ""
        case .package, .public: access = api.access.rawValue + " "
        }
        errors = zip(api.errors, speller.errors(api.errors)).map { error, name in
            EmittedError(declaration: error, name: name)
        }
        for type in types {
            if case .type(let owner) = type.scope {
                types[owner].nest(type)
            }
            type.createFields(in: self)
        }
    }

    /// Returns the name of the client's type: the API's name if Swift allows it, otherwise a name derived from it.
    private static func name(of api: API) -> String {
        var name = api.name
        if !Speller.isIdentifier(name) {
            name = Speller(acronyms: api.acronyms).type(name)
        }
        name = WordSplitter.capitalized(name)
        if Reserved.isClient(name) {
            return name
        }
        return name + "API"
    }

    private func findReplacementModules() -> [String] {
        var modules: Set<String> = []
        for type in types where type.declaration.replacement != nil {
            let parts = type.path.split(separator: ".")
            if parts.count > 1 {
                modules.insert(String(parts[0]))
            }
        }
        modules.remove("Methodical")
        return modules.sorted()
    }

    /// The name of the client's type.
    package var root: String { namespaces.all[0].type }

    /// The beginning of the declaration of a type.
    var typeHead: String { "nonisolated " + access }

    /// Returns the type of a value that may be null.
    func nullable(_ type: String) -> String {
        "Methodical.Nullable<\(type)>"
    }

    /// Returns the type without the optionals around it.
    package func peeled(_ use: TypeUse) -> TypeUse {
        resolver.peeled(use)
    }

    /// The error codes by their names in the schema.
    private lazy var errorsByName: [String: EmittedError] = {
        let pairs = errors.map { ($0.declaration.name, $0) }
        return Dictionary(pairs) { _, last in last }
    }()

    /// Returns the error code with a name in the schema, or `nil` if the schema does not define it.
    func error(named name: String) -> EmittedError? {
        errorsByName[name]
    }

    /// The indices of the methods by their names.
    private lazy var methodIndices: [String: Int] = {
        var indices: [String: Int] = [:]
        for (index, method) in api.methods.enumerated() where indices[method.name] == nil {
            indices[method.name] = index
        }
        return indices
    }()

    /// Returns the method of a step of an upload, or the one that another method needs.
    package func step(named name: String?) -> Method? {
        guard let name, let index = methodIndices[name] else {
            return nil
        }
        return api.methods[index]
    }

    /// Returns the type with an identifier, or `nil` if the schema does not define it.
    package func type(named id: TypeID) -> EmittedType? {
        resolver.index(of: id).map { types[$0] }
    }

    /// Returns the record that a value of the type is, directly or as an optional, or `nil` if it is none.
    func record(behind use: TypeUse) -> EmittedType? {
        resolver.record(behind: use).map { types[$0] }
    }
}

/// An error code of the server with its Swift name.
package struct EmittedError {
    package let declaration: ErrorCode
    /// The Swift name, without backticks.
    package let name: String
}
