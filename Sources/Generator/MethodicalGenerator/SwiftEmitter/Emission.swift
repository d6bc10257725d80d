/// The model of an API with its Swift names and its layout in memory. All renderers read it.
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
    let errors: [String: Int]
    /// Indicates for each type whether its required properties are non-optional in Swift, unless a property itself says
    /// otherwise.
    private let isTrusted: [Bool]
    /// The facts that records supply as pages or as items of pages, by the index of the record.
    let pageFacts: [Int: PageFacts]

    package init(_ api: API) {
        self.api = api
        resolver = Resolver(api.types)
        let name = Self.name(of: api)
        var acronyms = api.acronyms
        if name.utf8.count > 1, name.unicodeScalars.allSatisfy(\.isCapital) {
            acronyms.append(name)
        }
        speller = Speller(acronyms: acronyms)
        var namespaces = Namespaces(api: name, speller: speller)
        functions = Functions(api, namespaces: &namespaces, speller: speller).all
        for type in api.types where type.replacement == nil {
            if case .namespace(let wire) = type.owner {
                _ = namespaces.index(of: wire)
            }
        }
        types = SwiftTypeNames(
            api.types,
            hasErrors: !api.errors.isEmpty,
            index: resolver.index,
            namespaces: &namespaces,
            speller: speller)
        namespaces.sort()
        self.namespaces = namespaces
        let isTrusted = trustedTypes(in: api, resolver: resolver)
        self.isTrusted = isTrusted
        layout = Layout(resolver) { type, property in
            property.isOptional(isTrusted: property.isTrusted ?? isTrusted[type])
        }
        switch api.access {
        case .internal: access = ""
        case .package, .public: access = api.access.rawValue + " "
        }
        errorNames = speller.errors(api.errors)
        var errors: [String: Int] = [:]
        for (i, error) in api.errors.enumerated() {
            errors[error.name] = i
        }
        self.errors = errors
        pageFacts = PageFacts.collected(in: api, resolver: resolver)
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

    /// The name of the client's type.
    package var root: String { namespaces.all[0].type }

    /// Returns the type of a value that may be null.
    func nullable(_ type: String) -> String {
        "Methodical.Nullable<" + type + ">"
    }

    /// Returns the method that a function calls, with the parameters of the function's form.
    package func method(of function: Function) -> Method {
        let method = api.methods[function.method]
        if function.takesRecord {
            return method.takingRecord
        }
        return method
    }

    /// Returns the variant of a method that a function stands for.
    func variant(of function: Function) -> Variant {
        api.methods[function.method].variants[function.variant]
    }

    /// Returns the type without the optionals around it.
    package func peeled(_ use: TypeUse) -> TypeUse {
        resolver.peeled(use)
    }

    /// Returns the properties of a record with their Swift names and types.
    package func fields(of i: Int, record: Record) -> [RecordField] {
        let names = speller.properties(of: record)
        return record.properties.enumerated().map { place, property in
            RecordField(
                property,
                name: names[place],
                place: place,
                of: i,
                isTrusted: property.isTrusted ?? isTrusted[i],
                isInput: record.isInput,
                emission: self)
        }
    }
}
