import APISurface
import MethodicalGenerator

/// The types that extend a base by `allOf`, if the base names them by a discriminator.
///
/// A response of the base's type means any of them, so the base's name becomes a union, and the base's own record gets
/// another name.
struct Families {
    /// A base with the types that extend it.
    struct Family {
        /// The name of the base's own record.
        var record: String
        var union: JSONValue
    }

    private let context: OpenAPIContext
    private let components: [JSONNode]
    private var families: [String: Family] = [:]

    init(context: OpenAPIContext, components: JSONNode?) {
        self.context = context
        self.components = components?.objectMembers ?? []
    }

    /// Returns the family of a definition, or `nil` if it is not a base.
    func family(of name: String) -> Family? {
        families[name]
    }

    /// Finds the bases and their members.
    mutating func findBases() {
        var children: [JSONNode: [JSONNode]] = [:]
        for component in components {
            for part in component.elements("allOf") {
                if part["$ref"] != nil,
                    let base = context.documents.resolved(part)
                {
                    children[base, default: []].append(component)
                }
            }
        }
        for base in components where base["discriminator"] != nil {
            guard base["oneOf"] == nil,
                base["anyOf"] == nil,
                let direct = children[base],
                !direct.isEmpty,
                let target = context.component(named: base.key)
            else { continue }
            var members = [JSONNode]()
            var waiting = direct
            var seen = Set([base])
            while !waiting.isEmpty {
                let node = waiting.removeFirst()
                guard seen.insert(node).inserted else { continue }
                members.append(node)
                waiting += children[node] ?? []
            }
            add(
                base,
                named: context.name(of: target),
                members: members)
        }
    }

    private mutating func add(
        _ base: JSONNode,
        named name: String,
        members: [JSONNode]
    ) {
        guard let discriminator = base["discriminator"],
            let property = discriminator["propertyName"]?.string ?? discriminator.string,
            !property.isEmpty
        else { return }
        let record = context.definitions.freshName(from: name + "Base")
        context.bases[name] = record
        var mapping: Members = []
        let schemas = SchemaTranslator(context: context)
        let components = members.compactMap {
            context.component(named: $0.key)
        }
        var names = components.map { context.name(of: $0) }
        for member in discriminator.members("mapping") {
            guard let target = schemas.mapped(member) else { continue }
            if target == name, !names.contains(record) {
                names.append(record)
            }
            let chosen = target == name ? record : target
            if names.contains(chosen) {
                mapping.append(.init(key: member.key, value: .string("#/definitions/" + chosen)))
            }
        }
        let mapped = Set(mapping.compactMap(\.value.text))
        for name in names where !mapped.contains("#/definitions/" + name) {
            guard let origin = context.definitions.origin(of: name) else {
                continue
            }
            mapping.append(.init(key: origin, value: .string("#/definitions/" + name)))
        }
        var value = Members(["propertyName": .string(property)])
        if !mapping.isEmpty {
            value["mapping"] = .object(mapping)
        }
        var union: Members = schemas.annotations(of: base)
        union["oneOf"] = .array(names.map { .definition(named: $0) })
        union["discriminator"] = .object(value)
        families[name] = Family(record: record, union: .object(union))
        context.note(
            .inferred,
            at: base,
            "\(name) is a union of the \(names.count) types that extend it; its record is \(record)")
    }
}
