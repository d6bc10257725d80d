/// The contents of the schema files as typed values. Lowering sees no other form of methods.
struct APISyntax {
    /// The selected methods, completed by the rules.
    let methods: [MethodSyntax]
    /// The errors that files declare.
    let errors: [ErrorSyntax]
    /// The values that an app gives to its client.
    let arguments: [ClientArgumentSyntax]
    /// The events that the service sends, by file.
    let events: [Located<[EventSyntax]>]
}

extension APISyntax {
    /// Reads the schema files.
    init(reading catalogue: Catalogue) {
        let reader = MethodReader(catalogue: catalogue)
        methods = reader.methods()
        errors = ErrorSyntax.declared(in: catalogue)
        arguments = ClientArgumentSyntax.list(in: catalogue, constants: reader.constants.flatMap(\.self))
        events = EventSyntax.lists(in: catalogue)
    }
}
