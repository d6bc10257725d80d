/// The types declared so far, and the definitions that wait for their declaration.
struct TypeTable {
    private(set) var declarations: [TypeID: TypeDeclaration] = [:]
    /// The types made from inline schemas, by the number of the schema. A type is listed from the start of its
    /// lowering.
    private(set) var inlineIDs: [Int: TypeID] = [:]
    /// The inline types made for parameters and properties, with the names of these parameters and properties. Equal
    /// types with the same name become one shared type.
    private(set) var shareable: [TypeID: String] = [:]
    /// The unions, and the schemas of their alternatives.
    var unions: [(union: Union, alternatives: [SchemaSyntax])] = []
    /// The enumerations that are an alternative to any text.
    private(set) var openEnumerations: Set<TypeID> = []
    /// The identities in use: those of all definitions, and those of inline types from the start of their lowering.
    private var reserved: Set<TypeID>
    private var waiting: [Definition] = []
    /// The definitions that have been queued for lowering.
    private var queued: Set<TypeID> = []

    init(_ definitions: DefinitionTable) {
        reserved = Set(definitions.byID.keys)
    }

    // MARK: Definitions

    /// Queues a definition for lowering, unless it has been queued before.
    mutating func enqueue(_ definition: Definition) {
        if queued.insert(definition.id).inserted {
            waiting.append(definition)
        }
    }

    /// Removes a definition from those that wait. Returns `false` if it has been lowered.
    mutating func takeNow(_ definition: Definition) -> Bool {
        if queued.insert(definition.id).inserted {
            return true
        }
        guard let index = waiting.firstIndex(where: { $0.id == definition.id }) else {
            return false
        }
        waiting.remove(at: index)
        return true
    }

    /// Removes and returns the definitions that wait.
    mutating func takeWaiting() -> [Definition] {
        defer { waiting = [] }
        return waiting
    }

    /// Indicates whether the definition is lowered.
    func contains(_ definition: Definition) -> Bool {
        queued.contains(definition.id)
    }

    mutating func declare(_ declaration: TypeDeclaration) {
        declarations[declaration.id] = declaration
    }

    // MARK: Inline types

    /// Reserves an identity, with primes appended if it is taken.
    mutating func reserveID(for context: SchemaContext) -> TypeID {
        var id = TypeID(context.id)
        while declarations[id] != nil || reserved.contains(id) {
            id = TypeID(id.text + "'")
        }
        reserved.insert(id)
        return id
    }

    /// Records that a schema has become a type, so that references back to it find the type.
    mutating func name(_ schema: SchemaSyntax, id: TypeID) {
        inlineIDs[schema.number] = id
    }

    /// Declares the type of an inline schema.
    mutating func declare(
        _ id: TypeID,
        in context: SchemaContext,
        documentation: String?,
        shape: TypeDeclaration.Shape
    ) {
        shareable[id] = context.sharedName ?? shareable[id]
        declare(
            TypeDeclaration(
                id: id,
                owner: context.owner,
                wire: context.wire,
                unit: context.unit,
                documentation: documentation,
                shape: shape)
        )
    }

    /// Marks a type as an alternative to any text. If it is an enumeration, it allows values that it does not list.
    mutating func open(_ id: TypeID) {
        openEnumerations.insert(id)
    }

    /// Marks the enumerations that are an alternative to any text.
    mutating func openEnumerationsBesideText() {
        for id in openEnumerations {
            guard case .enumeration(var enumeration)? = declarations[id]?.shape else {
                continue
            }
            enumeration.isOpen = true
            declarations[id]?.shape = .enumeration(enumeration)
        }
    }

    /// Moves the types inside a union next to it, because its alternatives turned out not to need a union.
    mutating func disown(_ union: TypeID, in context: SchemaContext) {
        for (inner, declaration) in declarations where declaration.owner == .type(union) {
            declarations[inner]?.owner = context.owner
            declarations[inner]?.wire = context.wire + "_" + declaration.wire
        }
    }
}
