import APISurface
import MethodicalGenerator

/// The removal of references by which a type would be nothing else than itself: a definition that is only a reference,
/// or an alternative of a union, and that leads back to the same definition.
enum AliasCycles {
    /// Returns the definitions without such references.
    ///
    /// - Parameters:
    ///   - keys: The keywords of the lists whose references count.
    ///   - note: A function that receives the place of each definition that changes, and the reason.
    static func removed(
        from definitions: [ImportedDefinition],
        in keys: [String] = ["oneOf", "anyOf"],
        note: (Place, String) -> Void
    ) -> [ImportedDefinition] {
        var definitions = definitions
        for (place, target) in backEdges(of: definitions, keys: keys) {
            let definition = definitions[place]
            note(
                definition.place,
                "\"\(definition.name.shown)\" leads back to itself by way of \"\(target.shown)\"; "
                    + "the reference is left out"
            )
            definitions[place].schema = without(
                target,
                in: definition.schema,
                keys: keys)
        }
        return definitions
    }

    /// Returns the references that close a cycle, each with the index of the definition that contains it.
    private static func backEdges(of definitions: [ImportedDefinition], keys: [String]) -> [(
        place: Int, target: String
    )] {
        let places = Dictionary(definitions.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
        var found: [(place: Int, target: String)] = []
        var isFinished = [Bool](repeating: false, count: definitions.count)
        var isOpen = isFinished
        for start in definitions.indices where !isFinished[start] {
            // The definitions on the way, each with the targets that have not been followed yet.
            var path = [(place: start, targets: targets(of: definitions[start].schema, keys: keys))]
            isOpen[start] = true
            while let last = path.indices.last {
                guard let target = path[last].targets.popLast() else {
                    let place = path.removeLast().place
                    isOpen[place] = false
                    isFinished[place] = true
                    continue
                }
                guard let next = places[target],
                    !isFinished[next]
                else { continue }
                if isOpen[next] {
                    found.append((path[last].place, target))
                } else {
                    isOpen[next] = true
                    path.append((next, targets(of: definitions[next].schema, keys: keys)))
                }
            }
        }
        return found
    }

    /// Returns the names of the definitions that a schema stands for.
    private static func targets(of schema: JSONValue, keys: [String]) -> [String] {
        alternatives(of: schema, keys: keys).compactMap(target)
    }

    private static func target(of schema: JSONValue) -> String? {
        schema.members["$ref"]?.text.flatMap(FileLayout.definition)
    }

    private static func alternatives(of schema: JSONValue, keys: [String]) -> [JSONValue] {
        for key in keys {
            if case .array(let alternatives)? = schema.members[key] {
                return alternatives
            }
        }
        return [schema]
    }

    /// Returns a schema that does not stand for a definition. It is any JSON if nothing else is left.
    private static func without(
        _ name: String,
        in schema: JSONValue,
        keys: [String]
    ) -> JSONValue {
        var members = schema.members
        if target(of: schema) == name {
            members["$ref"] = nil
        }
        for key in keys {
            guard case .array(let alternatives)? = members[key] else {
                continue
            }
            let rest = alternatives.filter {
                target(of: $0) != name
            }
            if rest.isEmpty {
                members[key] = nil
            } else {
                members[key] = .array(rest)
            }
        }
        return .object(members)
    }
}
