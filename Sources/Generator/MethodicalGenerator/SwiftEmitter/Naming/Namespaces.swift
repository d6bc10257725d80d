/// The Swift form of a namespace, such as `users` in `users.get`: a type with the methods, and a property of the type
/// around it.
package struct Namespace {
    /// The name of the type.
    package fileprivate(set) var type: String
    /// The name of the property that returns a value of the type.
    let property: String
    /// The type's full name, such as `VK.Users`.
    package fileprivate(set) var path: String
    /// The full name of the type that the types of the namespace are nested in.
    ///
    /// It is that of the namespace, unless a type of the schema has the namespace's name. That type then keeps the name
    /// and holds the other types, and the namespace only has the methods: `Petstore.Pet` and `Petstore.PetMethods`.
    package fileprivate(set) var typesPath: String
    /// The beginning of a call to a method of the namespace, such as `users.`.
    package let call: String
    /// The indices of the namespaces directly inside it.
    package fileprivate(set) var children: [Int] = []
    /// Indicates whether there is a method in the namespace or below it. A namespace without methods only holds types.
    package fileprivate(set) var isCallable = false

    /// Indicates whether the namespace has a declaration of its own.
    var isDeclared: Bool { isCallable || !children.isEmpty || typesPath == path }
}

/// The namespaces of an API. The first one is the API itself, and each one follows the namespace around it.
package struct Namespaces {
    package private(set) var all: [Namespace]
    private let speller: Speller
    private var byWire: [[String]: Int] = [[]: 0]
    private var byPath: [String: Int] = [:]

    /// The word that is appended to the name of a namespace if something else has that name.
    private static let suffix = "Methods"

    /// Creates the API's own namespace.
    init(api: String, speller: Speller) {
        self.speller = speller
        let root = Namespace(
            type: api,
            property: "",
            path: api,
            typesPath: api,
            call: "",
            isCallable: true)
        all = [root]
    }

    /// Returns the index of a namespace, and adds it if it is new. Namespaces with the same Swift name are one.
    ///
    /// - Parameter isCallable: A Boolean value that indicates whether the namespace has a method.
    mutating func index(of wire: [String], isCallable: Bool = false) -> Int {
        if let known = byWire[wire], all[known].isCallable || !isCallable {
            return known
        }
        var current = 0
        for (depth, name) in wire.enumerated() {
            let path = Array(wire[...depth])
            current = byWire[path] ?? add(name, to: current)
            byWire[path] = current
            if isCallable {
                all[current].isCallable = true
            }
        }
        return current
    }

    private mutating func add(_ name: String, to parent: Int) -> Int {
        var type = Reserved.namespace(speller.type(name))
        if type == all[0].type {
            type += Self.suffix
        }
        var property = speller.property(name, lead: "methods")
        if property == "client" || property == "init" {
            property += Self.suffix
        }
        let path = "\(all[parent].path).\(type)"
        if let known = byPath[path] {
            return known
        }
        let index = all.count
        byPath[path] = index
        all[parent].children.append(index)
        all.append(
            Namespace(
                type: type,
                property: property,
                path: path,
                typesPath: path,
                call: "\(all[parent].call)\(property)."))
        return index
    }

    /// Gives new names to those namespaces inside another whose names types have, and completes the full names of all.
    ///
    /// - Parameters:
    ///   - outer: The index of the namespace around them, whose own name is settled.
    ///   - types: The full names of the types in `outer` by their names, or `nil` for a type that holds no others.
    mutating func settle(inside outer: Int, besides types: [String: String?]) {
        var taken = Set(types.keys)
        taken.formUnion(children(of: all[outer]).map(\.type))
        taken.insert(all[0].type)
        for child in all[outer].children {
            let name = all[child].type
            guard let host = types[name] else {
                all[child].path = "\(all[outer].path).\(name)"
                all[child].typesPath = all[child].path
                continue
            }
            var type = name
            repeat {
                type += Self.suffix
            } while !taken.insert(type).inserted
            all[child].type = type
            all[child].path = "\(all[outer].path).\(type)"
            all[child].typesPath = host ?? all[child].path
        }
    }

    /// Returns the namespaces directly inside another.
    func children(of namespace: Namespace) -> [Namespace] {
        namespace.children.map { all[$0] }
    }

    /// Sorts the children of each namespace by name, so that a new namespace moves no other in the generated code.
    mutating func sort() {
        let paths = all.map(\.path)
        for index in all.indices {
            all[index].children.sort { paths[$0] < paths[$1] }
        }
    }
}
