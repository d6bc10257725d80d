import MethodicalGenerator

/// A place of the schema at which values are compared: a property, the element of a list, the result of a method.
struct Site {
    /// The name for people, such as `users_user.city`.
    var name: String
    /// The type of the value in the model.
    var type: TypeUse
    /// The schema of the value at this place, or `nil` if no node describes it alone.
    var node: JSONNode?
    /// The key of the envelope, if the node refers to an object that contains the value under this key.
    var envelope: String?
    /// The key of a property.
    var key = ""
    /// The lists under `required` that name the property.
    var lists: Set<JSONNode> = []
    /// The number of values, present or missing, that were compared.
    var met = 0
    /// The number of values that were present and not null.
    var held = 0
}

/// A record with the places of its members.
struct RecordSites {
    /// A property with its place.
    struct Field {
        let property: Property
        let site: Int
        let isTrusted: Bool
    }

    /// The place that counts unknown members.
    let own: Int
    let fields: [Field]
    /// The indices of the fields with one key, by this key.
    let known: [String: Int]
    /// The indices of the fields whose values are below several keys.
    let lifted: [Int]
    /// The first keys of these fields.
    let heads: Set<String>
    /// The type and the place of additional members.
    let additional: (type: TypeUse, site: Int)?

    /// Indicates whether an object with unknown members alone cannot be the record.
    var demandsKnownMember: Bool {
        additional == nil && fields.contains { $0.property.isRequired }
    }
}

/// The places of an API's schema that the responses have led to so far.
final class Sites {
    let api: API
    let nodes: SchemaNodes
    let unionTables: UnionTables
    /// Indicates whether mismatches are found that no reader notices: limits, and new values of open enumerations.
    var isStrict = false
    private let types: [TypeID: TypeDeclaration]
    private(set) var all: [Site] = []
    private var records: [TypeID: RecordSites] = [:]
    /// The places by their nodes. A property that several objects inherit is one place, and so are the elements of a
    /// list with a name.
    private var uses: [JSONNode: Int] = [:]
    private var enumerations: [TypeID: Int] = [:]
    private var elements: [Int: Int] = [:]
    private var cases: [Int: [Int]] = [:]
    private var results: [String: Int] = [:]

    init(api: API, nodes: SchemaNodes) {
        self.api = api
        self.nodes = nodes
        unionTables = UnionTables(api)
        let identified = api.types.map { ($0.id, $0) }
        types = Dictionary(identified) { first, _ in first }
    }

    func shape(of id: TypeID) -> TypeDeclaration.Shape? {
        types[id]?.shape
    }

    /// Adds the numbers of compared values to the places.
    ///
    /// - Parameters:
    ///   - met: The number of all values, present or missing, at each place.
    ///   - held: The number of values that are present and not null.
    func add(met: [Int: Int], held: [Int: Int]) {
        for (site, count) in met {
            all[site].met += count
        }
        for (site, count) in held {
            all[site].held += count
        }
    }

    /// Adds a place, and returns its index.
    private func add(_ site: Site) -> Int {
        var site = site
        if site.envelope == nil, let name = site.node.flatMap(nodes.name) {
            site.name = name
        }
        all.append(site)
        return all.count - 1
    }

    /// Returns the index of the place that a node describes. It is the same on every path to the node.
    private func use(_ site: Site) -> Int {
        guard let node = site.node else {
            return add(site)
        }
        if let known = uses[node], all[known].type == site.type {
            return known
        }
        let index = add(site)
        uses[node] = index
        return index
    }

    /// Returns the place of the result of a method's variant.
    func result(of method: Method, variant: Variant) -> Int {
        let name =
            switch variant.wire {
            case "response": method.name
            default: "\(method.name):\(variant.wire)"
            }
        if let known = results[name] {
            return known
        }
        var site = Site(
            name: name,
            type: variant.result,
            node: nodes.response(named: variant.wire, of: method.name))
        if let node = site.node, let reference = node["$ref"] {
            let target = nodes.lowered.catalogue.resolver.look(reference)
            if let target, nodes.lowered.catalogue.unwrapped(target) != target {
                site.envelope = api.wire.envelope.result
            }
        } else if let node = site.node, node.isObject {
            site.node = nodes.lowered.catalogue.unwrapped(node)
        }
        let index = add(site)
        results[name] = index
        return index
    }

    /// Returns the place of a list's elements or of a dictionary's values.
    func element(as type: TypeUse, of site: Int) -> Int {
        if let known = elements[site] {
            return known
        }
        let node = all[site].node.flatMap { node in
            if case .dictionary = resolved(all[site].type) {
                return nodes.additional(of: reached(node, at: all[site]))
            }
            return nodes.items(of: reached(node, at: all[site]))
        }
        let index = use(
            Site(
                name: all[site].name + "[]",
                type: type,
                node: node))
        elements[site] = index
        return index
    }

    /// Returns the places of a union's cases.
    func cases(in union: Union, of site: Int) -> [Int] {
        if let known = cases[site] {
            return known
        }
        let node = all[site].node.map {
            nodes.structural(reached($0, at: all[site]))
        }
        let found = union.cases.map { item in
            let alternative = node.flatMap {
                nodes.alternative(for: item.type, in: $0)
            }
            return use(
                Site(
                    name: all[site].name,
                    type: item.type,
                    node: alternative))
        }
        cases[site] = found
        return found
    }

    /// Returns the place of an enumeration's values. It is the same for all uses of the enumeration.
    func enumeration(named id: TypeID, at site: Int) -> Int {
        if let known = enumerations[id] {
            return known
        }
        var node = all[site].node.map {
            nodes.structural(reached($0, at: all[site]))
        }
        if node?["enum"] == nil {
            node = nil
        }
        let index = add(
            Site(
                name: shown(id),
                type: .named(id),
                node: node))
        enumerations[id] = index
        return index
    }

    /// Returns the places of a record's members. They are the same for all uses of the record.
    func record(
        _ record: Record,
        named id: TypeID,
        at site: Int
    ) -> RecordSites {
        if let known = records[id] {
            return known
        }
        let node = all[site].node.map {
            nodes.structural(reached($0, at: all[site]))
        }
        let name = shown(id)
        let fields = record.properties.map { property in
            let found = node.map {
                nodes.property(named: property.name, of: $0)
            }
            let site = use(
                Site(
                    name: "\(name).\(property.name)",
                    type: property.type,
                    node: found?.node,
                    key: property.name))
            // Each object that inherits a property may require it by a list of its own.
            all[site].lists.formUnion(found?.lists ?? [])
            return RecordSites.Field(
                property: property,
                site: site,
                isTrusted: property.isTrusted ?? api.decoding.trustsRequired)
        }
        let simple = fields.indices.filter {
            fields[$0].property.path.count == 1
        }
        let lifted = fields.indices.filter {
            fields[$0].property.path.count > 1
        }
        let additional = record.additional.map { type in
            let node = node.flatMap { nodes.additional(of: $0) }
            return (
                type,
                use(
                    Site(
                        name: name + "[]",
                        type: type,
                        node: node))
            )
        }
        let sites = RecordSites(
            own: add(
                Site(
                    name: name,
                    type: .named(id),
                    node: node)),
            fields: fields,
            known: Dictionary(simple.map { (fields[$0].property.path[0], $0) }) { first, _ in first },
            lifted: lifted,
            heads: Set(lifted.compactMap { fields[$0].property.path.first }),
            additional: additional)
        records[id] = sites
        return sites
    }

    /// The number of aliases in a row that are followed, so that aliases of each other end.
    private static let aliasLimit = 64

    /// Returns the type without aliases.
    func resolved(_ type: TypeUse) -> TypeUse {
        var type = type
        for _ in 0..<Self.aliasLimit {
            guard case .named(let id) = type,
                case .alias(let other)? = shape(of: id)
            else { break }
            type = other
        }
        return type
    }

    /// Returns the node inside the envelope.
    func reached(_ node: JSONNode, at site: Site) -> JSONNode {
        guard site.envelope != nil else { return node }
        return nodes.target(of: node) ?? node
    }

    /// Returns the name for people: `users_user.career[]` instead of `users_user/career/items`.
    private func shown(_ id: TypeID) -> String {
        id.text.replacing("/items", with: "[]").replacing("/", with: ".")
    }
}
