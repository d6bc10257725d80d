/// The namespaces of an API. The first one is the API itself.
package struct Namespaces {
    package private(set) var all: [Namespace]
    private let speller: Speller
    private var byWire: [[String]: Int] = [[]: 0]
    private var byPath: [String: Int] = [:]
    /// The full names of types that keep them.
    private let kept: Set<String>

    /// Creates the API's own namespace.
    ///
    /// - Parameter kept: The full names of types that keep them. A namespace gets another name.
    init(api: String, kept: Set<String>, speller: Speller) {
        self.speller = speller
        self.kept = kept
        all = [Namespace(type: api, property: "", path: api, call: "", isCallable: true)]
    }

    /// Returns the index of a namespace, and adds it if it is new. Namespaces with the same Swift name are one.
    ///
    /// - Parameter isCallable: A Boolean value that indicates whether the namespace has a method.
    mutating func index(of wire: [String], isCallable: Bool = false) -> Int {
        if let known = byWire[wire], all[known].isCallable || !isCallable { return known }
        var current = 0
        for (depth, word) in wire.enumerated() {
            current = byWire[Array(wire[...depth])] ?? add(word, to: current)
            byWire[Array(wire[...depth])] = current
            if isCallable { all[current].isCallable = true }
        }
        return current
    }

    private mutating func add(_ word: String, to parent: Int) -> Int {
        var type = Reserved.namespace(speller.type(word))
        if type == all[0].type || kept.contains(all[parent].path + "." + type) { type += "Methods" }
        var property = speller.property(word, lead: "methods")
        if property == "client" || property == "init" { property += "Methods" }
        let path = all[parent].path + "." + type
        if let known = byPath[path] { return known }
        byPath[path] = all.count
        all[parent].children.append(all.count)
        all.append(Namespace(type: type, property: property, path: path, call: all[parent].call + property + "."))
        return all.count - 1
    }

    /// Sorts the children of each namespace by name, so that a new namespace moves no other in the generated code.
    mutating func sort() {
        let paths = all.map(\.path)
        for i in all.indices { all[i].children.sort { paths[$0] < paths[$1] } }
    }
}
