import MethodicalGenerator

/// A place of the schema at which values are judged: a property, the element of a list, the answer of a method.
struct Site {
    /// `users_user.city`
    var name: String
    /// What the model says of the value.
    var type: TypeUse
    /// What the schema says of it, where it is used. Nil where no node of the schema says it alone.
    var node: JSONNode?
    /// The key of the envelope, where the node is a reference to an object that has the value under it.
    var envelope: String?
    /// Of a property: its key, and the lists under `required` that name it.
    var key = ""
    var lists: Set<JSONNode> = []
    /// How many values, or places for one, were judged.
    var met = 0
}

/// A record as the judge needs it.
struct RecordSites {
    struct Field {
        let property: Property
        let site: Int
        let isTrusted: Bool
    }

    /// Where members are counted that the schema does not know.
    let own: Int
    let fields: [Field]
    /// By the only key that leads to it.
    let known: [String: Int]
    /// Fields whose values lie deeper.
    let lifted: [Int]
    let heads: Set<String>
    let additional: (type: TypeUse, site: Int)?
}

/// All places of an API's schema that answers have led to so far.
final class Sites {
    let api: API
    let nodes: SchemaNodes
    private let types: [TypeID: TypeDeclaration]
    private(set) var all: [Site] = []
    private var records: [TypeID: RecordSites] = [:]
    /// By their nodes: a property that several objects inherit is one place, and so are the elements of a list that has a name.
    private var uses: [JSONNode: Int] = [:]
    private var enumerations: [TypeID: Int] = [:]
    private var elements: [Int: Int] = [:]
    private var cases: [Int: [Int]] = [:]
    private var results: [String: Int] = [:]

    init(_ api: API, _ nodes: SchemaNodes) {
        self.api = api
        self.nodes = nodes
        types = Dictionary(api.types.map { ($0.id, $0) }) { first, _ in first }
    }

    func shape(_ id: TypeID) -> TypeDeclaration.Shape? { types[id]?.shape }

    func meet(_ counts: [Int: Int]) {
        for (site, count) in counts { all[site].met += count }
    }

    private func add(_ site: Site) -> Int {
        var site = site
        if site.envelope == nil, let name = site.node.flatMap(nodes.name) { site.name = name }
        all.append(site)
        return all.count - 1
    }

    /// The place of values that a node describes, the same however one came there.
    private func use(_ site: Site) -> Int {
        guard let node = site.node else { return add(site) }
        if let known = uses[node], all[known].type == site.type { return known }
        let index = add(site)
        uses[node] = index
        return index
    }

    /// The answer of a method's variant.
    func result(of method: Method, _ variant: Variant) -> Int {
        let name = variant.wire == "response" ? method.name : "\(method.name):\(variant.wire)"
        if let known = results[name] { return known }
        var site = Site(name: name, type: variant.result, node: nodes.response(variant.wire, of: method.name))
        if let node = site.node, let reference = node["$ref"] {
            let target = nodes.lowering.resolver.look(reference)
            if let target, nodes.lowering.unwrapped(target) != target { site.envelope = api.wire.envelope.result }
        } else if let node = site.node, node.isObject {
            site.node = nodes.lowering.unwrapped(node)
        }
        let index = add(site)
        results[name] = index
        return index
    }

    /// The elements of a list, or the values of a dictionary.
    func element(_ type: TypeUse, of site: Int) -> Int {
        if let known = elements[site] { return known }
        let node = all[site].node.flatMap { node in
            if case .dictionary = resolved(all[site].type) { return nodes.additional(of: reached(node, all[site])) }
            return nodes.items(of: reached(node, all[site]))
        }
        let index = use(Site(name: all[site].name + "[]", type: type, node: node))
        elements[site] = index
        return index
    }

    /// The cases of a union.
    func cases(_ union: Union, of site: Int) -> [Int] {
        if let known = cases[site] { return known }
        let node = all[site].node.map { nodes.structural(reached($0, all[site])) }
        let found = union.cases.map { item in
            use(
                Site(name: all[site].name, type: item.type, node: node.flatMap { nodes.alternative(item.type, in: $0) })
            )
        }
        cases[site] = found
        return found
    }

    /// The values of an enumeration, wherever it is used.
    func enumeration(_ id: TypeID, at site: Int) -> Int {
        if let known = enumerations[id] { return known }
        let node = all[site].node.map { nodes.structural(reached($0, all[site])) }
        let index = add(Site(name: shown(id), type: .named(id), node: node?["enum"] == nil ? nil : node))
        enumerations[id] = index
        return index
    }

    func record(_ record: Record, _ id: TypeID, at site: Int) -> RecordSites {
        if let known = records[id] { return known }
        let node = all[site].node.map { nodes.structural(reached($0, all[site])) }
        let name = shown(id)
        let fields = record.properties.map { property in
            let found = node.map { nodes.property(property.name, of: $0) }
            let site = use(
                Site(name: "\(name).\(property.name)", type: property.type, node: found?.node, key: property.name))
            // Objects that inherit a property may require it each by a list of its own.
            all[site].lists.formUnion(found?.lists ?? [])
            return RecordSites.Field(
                property: property, site: site, isTrusted: property.isTrusted ?? api.answers.trustsRequired)
        }
        let simple = fields.indices.filter { fields[$0].property.path.count == 1 }
        let lifted = fields.indices.filter { fields[$0].property.path.count > 1 }
        let additional = record.additional.map { type in
            (type, use(Site(name: name + "[]", type: type, node: node.flatMap { nodes.additional(of: $0) })))
        }
        let sites = RecordSites(
            own: add(Site(name: name, type: .named(id), node: node)), fields: fields,
            known: Dictionary(simple.map { (fields[$0].property.path[0], $0) }) { first, _ in first }, lifted: lifted,
            heads: Set(lifted.compactMap { fields[$0].property.path.first }), additional: additional)
        records[id] = sites
        return sites
    }

    /// The type behind names for it.
    func resolved(_ type: TypeUse) -> TypeUse {
        var type = type
        for _ in 0..<64 {
            guard case .named(let id) = type, case .alias(let other)? = shape(id) else { break }
            type = other
        }
        return type
    }

    /// Inside the envelope.
    private func reached(_ node: JSONNode, _ site: Site) -> JSONNode {
        site.envelope == nil ? node : nodes.target(node) ?? node
    }

    /// `users_user.career[]` instead of `users_user/career/items`.
    private func shown(_ id: TypeID) -> String {
        id.text.replacing("/items", with: "[]").replacing("/", with: ".")
    }
}
