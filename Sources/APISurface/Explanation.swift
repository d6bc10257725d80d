import MethodicalGenerator

extension Surface.Function {
    /// `vk.users.get(userIDs: [Int]?, fields: [VK.UserField]?) -> [VK.User]`.
    package func signature(in surface: Surface) -> String {
        let arguments = parameters.map { "\($0.swift): \(surface.spelled($0.type))\($0.isOptional ? "?" : "")" }
        return "\(surface.client).\(swift)(\(arguments.joined(separator: ", "))) -> \(surface.spelled(result))"
    }

    /// The call, what it does on the wire, and the types that it takes and gives.
    package func explained(in surface: Surface) -> String {
        var lines = [signature(in: surface)]
        for (name, value) in facts.sorted(by: { $0.key < $1.key }) { lines.append("  \(name): \(value)") }
        if let deprecated { lines.append("  deprecated: \(deprecated)") }
        for parameter in parameters where "`" + parameter.id + "`" != parameter.swift && parameter.id != parameter.swift {
            lines.append("  \(parameter.swift): travels as \(parameter.id)")
        }
        for type in surface.types where ([result] + parameters.map(\.type)).contains(where: { $0.contains("<\(type.id)>") }) {
            lines.append("  \(type.swift): \(type.kind.rawValue)")
            for member in type.members {
                lines.append("    \(member.swift)\(member.type.isEmpty ? "" : ": " + surface.spelled(member.type) + (member.isOptional ? "?" : ""))")
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension Surface {
    /// What a variable that holds a client would be called.
    var client: String {
        name.uppercased() == name ? name.lowercased() : name.prefix(1).lowercased() + name.dropFirst()
    }
}

/// The types that no method takes or gives, directly or within another, by their ids.
package func unused(_ api: API) -> [String] {
    var types: [TypeID: TypeDeclaration] = [:]
    for type in api.types { types[type.id] = type }
    var seen: Set<TypeID> = []
    var queue: [TypeUse] = api.methods.flatMap { $0.variants.map(\.result) + $0.parameters.map(\.type) }
    while let use = queue.popLast() {
        switch use {
        case .named(let id):
            guard seen.insert(id).inserted, let type = types[id] else { continue }
            switch type.shape {
            case .record(let record): queue += record.properties.map(\.type) + [record.additional].compactMap(\.self)
            case .union(let union): queue += union.cases.map(\.type)
            case .alias(let target): queue.append(target)
            case .enumeration: break
            }
        case .array(let inner), .dictionary(let inner), .optional(let inner): queue.append(inner)
        default: break
        }
    }
    return api.types.map(\.id).filter { !seen.contains($0) }.map(\.text)
}
