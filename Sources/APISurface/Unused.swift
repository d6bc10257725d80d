import MethodicalGenerator

/// The definitions that no method refers to, directly or within another, as notes at their places.
package func unused(_ api: API, in files: [SourceFile]) -> [Diagnostic] {
    let tree = JSONTree()
    defer { withExtendedLifetime(tree) {} }
    var ignored: [Diagnostic] = []
    var definitions: [String: [JSONNode]] = [:]
    var queue: [JSONNode] = []
    for file in files {
        guard let root = tree.add(file, problems: &ignored), root.isObject else { continue }
        for member in root.children {
            if member.key == "definitions" || member.key == "$defs" {
                for definition in member.children { definitions[definition.key, default: []].append(definition) }
            } else {
                // Methods, and what an overlay brings.
                queue.append(member)
            }
        }
    }
    var seen: Set<String> = []
    let (ref, mapping) = (tree.symbol("$ref"), tree.symbol("mapping"))
    while let node = queue.popLast() {
        for child in node.children {
            if child.isObject || child.isArray {
                queue.append(child)
            } else if node.isObject, child.symbol == ref || node.symbol == mapping, let name = child.string.flatMap(definition),
                seen.insert(name).inserted
            {
                // Two files may have one name; rather too many are used than one too few.
                queue += definitions[name] ?? []
            }
        }
    }
    let types = Set(api.types.map(\.id.text))
    // What stands there and is no type is something else: VK's numbers of errors.
    return definitions.filter { !seen.contains($0.key) && types.contains($0.key) }.values.joined().map {
        Diagnostic(.note, at: $0.keyPlace, "no method uses the type \"\($0.key)\"")
    }.sorted { $0.place < $1.place }
}

/// The definition's name in `../base/objects.json#/definitions/base_city/properties/title`.
private func definition(_ reference: String) -> String? {
    let parts = reference.split(separator: "#", maxSplits: 1).last?.split(separator: "/") ?? []
    guard parts.count >= 2, parts[0] == "definitions" || parts[0] == "$defs" else { return nil }
    return String(parts[1]).replacing("~1", with: "/").replacing("~0", with: "~")
}
