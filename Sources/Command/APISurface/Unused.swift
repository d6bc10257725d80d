import MethodicalGenerator

/// Returns a note for each definition that no method refers to, directly or indirectly, and that `include` does not
/// name.
package func unused(_ api: API, in files: [SourceFile]) -> [Diagnostic] {
    var ignored: [Diagnostic] = []
    var definitions: [String: [JSONNode]] = [:]
    var queue: [JSONNode] = []
    for file in files {
        guard let root = parse(file, problems: &ignored),
            root.isObject
        else { continue }
        for member in root.children {
            if ["definitions", "$defs"].contains(member.key) {
                for definition in member.children {
                    definitions[definition.key, default: []].append(definition)
                }
            } else {
                // Methods, and the additions of overlay files.
                queue.append(member)
            }
        }
    }
    let included =
        queue
        .filter { $0.key == "include" }
        .flatMap(\.children)
        .compactMap(\.string)
    let wanted = included.filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    var seen = Set(
        definitions.keys.filter { name in
            wanted.contains { Pattern.matches($0, name: name) }
        })
    queue += seen.flatMap { definitions[$0] ?? [] }
    while let node = queue.popLast() {
        for child in node.children {
            if child.isObject || child.isArray {
                queue.append(child)
            } else if let name = referredDefinition(of: child, in: node), seen.insert(name).inserted {
                // Several files may define the same name. All of them count as used, because a false report is
                // worse than a missing one.
                queue += definitions[name] ?? []
            }
        }
    }
    let types = Set(api.types.map(\.id.text))
    // Definitions that did not become types have another purpose, such as VK's error numbers.
    let unseen = definitions.filter {
        !seen.contains($0.key) && types.contains($0.key)
    }
    let notes = unseen.values.joined().map {
        Diagnostic(
            .note,
            at: $0.keyPlace,
            "no method uses the type \"\($0.key)\"")
    }
    return notes.sorted { $0.place < $1.place }
}

/// Returns the name of the definition that a member of an object refers to, or `nil` if it refers to none.
private func referredDefinition(of member: JSONNode, in object: JSONNode) -> String? {
    let isReference = member.key == "$ref" || object.key == "mapping"
    guard object.isObject, isReference else { return nil }
    return member.string.flatMap(definition)
}

/// Returns the name of a definition in a reference such as
/// `../base/objects.json#/definitions/base_city/properties/title`.
private func definition(in reference: String) -> String? {
    let parts =
        reference.split(separator: "#", maxSplits: 1).last?.split(separator: "/")
        ?? []
    guard parts.count >= 2,
        parts[0] == "definitions" || parts[0] == "$defs"
    else { return nil }
    return String(parts[1]).replacing("~1", with: "/").replacing("~0", with: "~")
}
