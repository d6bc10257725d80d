/// A schema with a name, such as `definitions/users_user` of some file.
package final class Definition {
    /// The identity of the type that the definition declares.
    package let id: TypeID
    /// The schema that the definition describes. For `{"response": X}` this is `X`.
    let schema: SchemaSyntax
    /// The schema under the definition's key, with the envelope if there is one.
    let keySchema: SchemaSyntax
    /// The file that contains the definition.
    let file: SchemaFile
    /// The namespace or type that contains the declared type.
    let owner: TypeDeclaration.Owner
    /// The name in the schema, without the namespace.
    let wire: String

    /// The key under `definitions` or `$defs`.
    var key: String { keySchema.key }
    /// The name for `rename` that is unique even if other files use the same key.
    var path: String { "\(file.path)#\(key)" }

    init(
        id: TypeID,
        schema: SchemaSyntax,
        keySchema: SchemaSyntax,
        file: SchemaFile,
        owner: TypeDeclaration.Owner,
        wire: String
    ) {
        self.id = id
        self.schema = schema
        self.keySchema = keySchema
        self.file = file
        self.owner = owner
        self.wire = wire
    }
}

/// All definitions of the files, found before any reference is resolved.
struct DefinitionTable {
    private(set) var all: [Definition] = []
    /// The definitions by the number of their node, with and without the envelope.
    private(set) var byNode: [Int: Definition] = [:]
    private(set) var byID: [TypeID: Definition] = [:]

    init(
        in files: [SchemaFile],
        methods: MethodList,
        conventions: Conventions,
        settings: Settings,
        resolver: ReferenceResolver,
        reader: SchemaReader,
        problems: Problems
    ) {
        let found = Self.members(of: files, problems: problems)
        let counts = Dictionary(found.map { ($0.node.key, 1) }, uniquingKeysWith: +)
        let responses = Self.responses(of: methods.nodes, resolver: resolver)
        var firsts: [TypeID: JSONNode] = [:]
        for (file, node) in found {
            let key = node.key
            var id = TypeID(key)
            // Two files may use the same key for different types. The Swift names that they ask for then distinguish
            // the types, so the identities do not depend on the location of the files.
            if counts[node.key] ?? 1 > 1 {
                let renamed = settings.renames.first { $0.key == "\(file.path)#\(key)" }?.string
                if let swift = node[.swift].flatMap({ askedName(of: $0, problems: problems) }) ?? renamed {
                    id = TypeID("\(key)#\(swift)")
                }
                if let first = firsts[id] {
                    problems.error(
                        at: node.keyPlace,
                        "the type \"\(key)\" is already defined at \(shown(first.keyPlace)); "
                            + "rename one of them, or give it a \"swift\" name")
                }
                firsts[id] = firsts[id] ?? node
            }
            while byID[id] != nil {
                id = TypeID(id.text + "'")
            }
            let canHaveEnvelope = settings.unwrapsAllDefinitions || responses.contains(node.number)
            let outer = reader.schema(at: node)
            let inner = canHaveEnvelope ? conventions.unwrapped(outer) : outer
            let (owner, wire) = Self.home(of: key, methods: methods)
            add(
                Definition(
                    id: id,
                    schema: inner,
                    keySchema: outer,
                    file: file,
                    owner: owner,
                    wire: wire))
        }
    }

    private mutating func add(_ definition: Definition) {
        all.append(definition)
        byID[definition.id] = definition
        byNode[definition.keySchema.node.number] = definition
        byNode[definition.schema.node.number] = definition
    }

    /// Returns the members of `definitions` and `$defs` in all files.
    private static func members(
        of files: [SchemaFile],
        problems: Problems
    ) -> [(file: SchemaFile, node: JSONNode)] {
        var found: [(SchemaFile, JSONNode)] = []
        for file in files {
            let groups = [Key.definitions, .defs].compactMap { file.root[$0] }
            for group in groups {
                if group.isObject {
                    found += group.children.map { (file, $0) }
                } else {
                    problems.error(at: group, expected: "an object of schemas by name")
                }
            }
        }
        return found
    }

    /// Returns the definitions that responses refer to. Only these can describe an envelope, unless the settings state
    /// otherwise, because its key could also be a property of ordinary objects.
    private static func responses(of methods: [MethodNode], resolver: ReferenceResolver) -> Set<Int> {
        let responses = methods.flatMap { method in
            method.node.responseNodes
        }
        return Set(responses.compactMap { $0[.ref].flatMap(resolver.look)?.number })
    }

    /// Returns the owner and the name of a definition. `users_user_full` belongs to the namespace `users` if a method
    /// or `api.json` uses that namespace.
    private static func home(of key: String, methods: MethodList) -> (TypeDeclaration.Owner, String) {
        guard let underscore = key.utf8.firstIndex(of: UInt8(ascii: "_")) else {
            return (.root, key)
        }
        let word = String(key[..<underscore])
        let rest = String(key.utf8[underscore...].dropFirst()) ?? ""
        guard !word.isEmpty,
            !rest.isEmpty,
            let namespace = methods.namespaces[word.lowercased()]
        else {
            return (.root, key)
        }
        return (.namespace([namespace]), rest)
    }
}
