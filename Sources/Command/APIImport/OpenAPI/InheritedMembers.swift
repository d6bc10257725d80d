import APISurface

// Members that a base requires, and that another part of an `allOf` marks with `readOnly` or `writeOnly`. The base
// stays as it is, because other types have it too.
extension DirectionalMembers {
    /// Returns the names that a referenced part of a schema requires, and that another part marks as absent.
    func inheritedNames(of members: Members, for direction: Direction) -> Set<String> {
        var names: Set<String> = []
        var marked: Set<String> = []
        var seen: Set<String> = []
        collectMarked(
            direction.absent,
            in: members,
            into: &marked,
            seen: &seen)
        for reference in references(of: members) {
            var own: Set<String> = []
            var known: Set<String> = []
            collectMarked(
                direction.absent,
                in: [.init(key: "$ref", value: reference)],
                into: &own,
                seen: &known)
            var visited: Set<String> = []
            names.formUnion(requiredNames(of: reference, visited: &visited).subtracting(own))
        }
        return names.intersection(marked)
    }

    /// Returns the references of a schema and of the parts that it contains.
    private func references(of members: Members) -> [JSONValue] {
        var references = [members["$ref"]].compactMap(\.self)
        if case .array(let parts)? = members["allOf"] {
            references += parts.flatMap { self.references(of: $0.members) }
        }
        return references
    }

    /// Returns the names that the target of a reference requires after its own marks have been applied.
    private func requiredNames(of reference: JSONValue, visited: inout Set<String>) -> Set<String> {
        guard let name = reference.text.flatMap(FileLayout.definition),
            visited.insert(name).inserted,
            let target = definitions[name]?.members
        else { return [] }
        let direction: Direction = requestOnly.contains(name) ? .request : .response
        var absent: Set<String> = []
        var seen: Set<String> = []
        collectMarked(
            direction.absent,
            in: target,
            into: &absent,
            seen: &seen)
        var names = listedNames(in: target)
        for reference in references(of: target) {
            names.formUnion(requiredNames(of: reference, visited: &visited))
        }
        return names.subtracting(absent)
    }

    /// Returns the names in the lists of required members of a schema and of the parts that it contains.
    private func listedNames(in members: Members) -> Set<String> {
        var names: Set<String> = []
        if case .array(let list)? = members["required"] {
            names.formUnion(list.compactMap(\.text))
        }
        if case .array(let parts)? = members["allOf"] {
            for part in parts {
                names.formUnion(listedNames(in: part.members))
            }
        }
        return names
    }

    /// Returns the names of the properties that the target of a reference describes.
    private func describedNames(of reference: JSONValue, visited: inout Set<String>) -> Set<String> {
        guard let name = reference.text.flatMap(FileLayout.definition),
            visited.insert(name).inserted,
            let target = definitions[name]?.members
        else { return [] }
        return describedNames(in: target, visited: &visited)
    }

    private func describedNames(in members: Members, visited: inout Set<String>) -> Set<String> {
        var names = Set((members["properties"]?.members ?? []).map(\.key))
        if let reference = members["$ref"] {
            names.formUnion(describedNames(of: reference, visited: &visited))
        }
        if case .array(let parts)? = members["allOf"] {
            for part in parts {
                names.formUnion(describedNames(in: part.members, visited: &visited))
            }
        }
        return names
    }

    // MARK: Copies of bases

    /// Returns the schema of a request with copies in place of those references whose targets describe members that
    /// another part marks. These members can then be left out, and the targets stay as they are.
    func copyingBases(in members: Members, of absent: Set<String>) -> Members {
        guard case .array(let parts)? = members["allOf"] else {
            return members
        }
        var result = members
        result["allOf"] = .array(parts.map { copied($0, of: absent) })
        return result
    }

    private func copied(_ part: JSONValue, of absent: Set<String>) -> JSONValue {
        guard case .object(let members) = part else {
            return part
        }
        guard members.count == 1,
            let reference = members["$ref"],
            let target = reference.text.flatMap(FileLayout.definition).flatMap({ definitions[$0] })?.members
        else {
            return .object(copyingBases(in: members, of: absent))
        }
        var own: Set<String> = []
        var seen: Set<String> = []
        collectMarked(
            Direction.request.absent,
            in: target,
            into: &own,
            seen: &seen)
        var visited: Set<String> = []
        let described = describedNames(of: reference, visited: &visited)
        let isNeeded = !described.intersection(absent).isSubset(of: own)
        // A copy would not belong to the family that a discriminator tells apart.
        if !isNeeded || target["discriminator"] != nil {
            return part
        }
        let kept = target.filter {
            !["$comment", "description", "title", "swift"].contains($0.key)
        }
        return .object(copyingBases(in: kept, of: absent))
    }

    // MARK: Optional members

    /// Returns a schema whose own parts say that members are optional, whatever the lists of its references say.
    func making(
        _ names: Set<String>,
        optionalIn members: Members,
        of source: Members
    ) -> Members {
        var result = members
        var left = names
        makeOptional(&left, in: &result)
        // Only references describe these members, so a further part says that they are optional. Members that no
        // reference describes are not part of the type.
        var seen: Set<String> = []
        let described = references(of: source).map {
            describedNames(of: $0, visited: &seen)
        }
        left.formIntersection(described.joined())
        if left.isEmpty {
            return result
        }
        let optional = JSONValue.object(["required": .bool(false)])
        let properties = left.sorted().map {
            JSONValue.Member(key: $0, value: optional)
        }
        let part = JSONValue.object(["properties": .object(properties)])
        if case .array(let parts)? = result["allOf"] {
            result["allOf"] = .array(parts + [part])
        } else {
            result["allOf"] = .array([part])
        }
        return result
    }

    /// Makes those members optional that a schema or one of the parts in it describes, and removes their names.
    private func makeOptional(_ names: inout Set<String>, in members: inout Members) {
        if case .object(var properties)? = members["properties"] {
            for index in properties.indices {
                guard names.remove(properties[index].key) != nil else {
                    continue
                }
                properties[index].value = optional(properties[index].value)
            }
            members["properties"] = .object(properties)
        }
        guard case .array(let parts)? = members["allOf"] else {
            return
        }
        var changed: [JSONValue] = []
        for part in parts {
            guard case .object(var inner) = part else {
                changed.append(part)
                continue
            }
            makeOptional(&names, in: &inner)
            changed.append(.object(inner))
        }
        members["allOf"] = .array(changed)
    }

    /// Returns the schema of an optional property.
    private func optional(_ schema: JSONValue) -> JSONValue {
        guard case .object(var members) = schema else {
            return schema
        }
        // The list of an object's required members would collide with the property's own flag.
        if members["required"] != nil {
            members = Members(["allOf": .array([schema])])
        }
        members["required"] = .bool(false)
        return .object(members)
    }
}
