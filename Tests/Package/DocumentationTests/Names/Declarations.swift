/// The names that Swift sources declare, read without a compiler.
///
/// It knows declarations of types, members and enumeration cases, but not those in the bodies of functions. Types of
/// the same name in different modules or types share their members.
struct Declarations {
    /// A parameter of a function, an initializer or an enumeration case.
    struct Parameter: Hashable {
        /// The label with its colon, such as `_:`.
        var label: String
        var hasDefault: Bool
    }

    /// The names of modules, and of the folders that sources lie in.
    private(set) var modules: Set<String> = []
    /// The names of types, of type aliases and of generic parameters.
    private(set) var types: Set<String> = []
    /// The names of everything else, without the labels of functions.
    private var names: Set<String> = []
    /// The members of each type by its last name, such as `Configuration` for `Client.Configuration`.
    private var members: [String: Set<String>] = [:]
    /// The parameters of all functions of a name. Initializers are called `init`.
    private var parameters: [String: Set<[Parameter]>] = [:]
    private var protocols: Set<String> = []

    /// Adds the name of a module or of a folder.
    mutating func add(module: String) {
        modules.insert(module)
    }

    /// Adds what a source file declares.
    mutating func add(source: String) {
        var reader = DeclarationReader(source)
        while let declaration = reader.next() {
            add(declaration)
        }
    }

    private mutating func add(_ declaration: DeclarationReader.Declaration) {
        switch declaration.kind {
        case .protocol:
            types.insert(declaration.name)
            protocols.insert(declaration.name)
        case .type, .genericParameter:
            types.insert(declaration.name)
        case .function(let parameters):
            self.parameters[declaration.name, default: []].insert(parameters)
            names.insert(declaration.name)
        case .value:
            names.insert(declaration.name)
        }
        if let type = declaration.enclosingType {
            members[type, default: []].insert(declaration.name)
        }
    }

    /// Indicates whether something has this name: in a type whose members are known, or else anywhere.
    func contains(_ name: String, in type: String?) -> Bool {
        guard let type, let members = members[type] else {
            return types.contains(name) || names.contains(name) || modules.contains(name)
        }
        if members.contains(name) {
            return true
        }
        // The protocols of the type are not known, so the members of all are possible.
        return protocols.contains { self.members[$0]?.contains(name) == true }
    }

    /// Indicates whether a function can be called with these labels: arguments may be missing that have defaults.
    func contains(function name: String, labels: [String]) -> Bool {
        parameters[name, default: []].contains { parameters in
            var rest = labels[...]
            for parameter in parameters {
                if rest.first == parameter.label {
                    rest.removeFirst()
                } else if !parameter.hasDefault {
                    return false
                }
            }
            return rest.isEmpty
        }
    }
}
