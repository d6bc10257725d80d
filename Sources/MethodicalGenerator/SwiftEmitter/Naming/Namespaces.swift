/// What `users` in `users.get` becomes: a type that carries the methods, and a property of the type around it.
struct Namespace {
    var type: String
    var property: String
    /// From the root: `VK.Users`.
    var path: String
    var children: [Int] = []
    /// Whether there is a method in it or below it; without one there is nothing to call.
    var isCallable = false
}

/// All namespaces; the first is the API itself.
struct Namespaces {
    private(set) var all: [Namespace]
    private let speller: Speller
    private var byWire: [String: Int] = [:]
    private var byPath: [String: Int] = [:]

    init(api: String, speller: Speller) {
        self.speller = speller
        all = [Namespace(type: api, property: "", path: api, isCallable: true)]
    }

    /// Namespaces whose Swift names are equal are one.
    mutating func index(of wire: [String]) -> Int {
        var current = 0
        var key = ""
        for part in wire {
            key += "\u{0}"
            key += part
            if let known = byWire[key] {
                current = known
                continue
            }
            var type = Reserved.namespace(speller.type(part))
            if type == all[0].type { type += "Methods" }
            let property = speller.property(part, lead: "methods")
            let path = all[current].path + "." + type
            let index = byPath[path] ?? all.count
            if index == all.count {
                all.append(Namespace(type: type, property: property == "client" || property == "init" ? property + "Methods" : property, path: path))
                all[current].children.append(index)
                byPath[path] = index
            }
            byWire[key] = index
            current = index
        }
        return current
    }

    mutating func markCallable(_ wire: [String]) {
        var count = wire.count
        while count > 0 {
            let i = index(of: Array(wire[..<count]))
            if all[i].isCallable { return }
            all[i].isCallable = true
            count -= 1
        }
    }

    /// In alphabetical order, so that a new one changes no other line.
    mutating func sort() {
        let paths = all.map(\.path)
        for i in all.indices where all[i].children.count > 1 { all[i].children.sort { paths[$0] < paths[$1] } }
    }
}
