/// The methods and types of all schemas, with the nodes that they come from.
package struct LoweredSchemas {
    package let api: API
    package let catalogue: Catalogue
    package let schemas: Schemas
    /// The types made from inline schemas, by the number of the schema.
    private let inlineIDs: [Int: TypeID]
    let inline: InlineTypes
    let sharing: TypeSharing

    /// Lowers all methods and the definitions that they need.
    ///
    /// If methods are selected with `include` or `exclude`, only the definitions are lowered that the selected methods
    /// need or that `include` names. Otherwise all of them are.
    init(_ syntax: APISyntax, catalogue: Catalogue) {
        self.catalogue = catalogue
        // Lower methods and types.
        let settings = catalogue.settings
        let errors = ErrorTable(syntax, catalogue: catalogue)
        schemas = Schemas(catalogue: catalogue)
        var types = TypeLowering(schemas)
        let arguments = ClientArguments(catalogue: catalogue).parameters(from: syntax.arguments, types: &types)
        let lowered = MethodLowering(catalogue: catalogue, errors: errors)
            .methods(from: syntax.methods, types: &types)
        let webhooks = WebhookLowering(catalogue: catalogue).webhooks(from: syntax.events, types: &types)
        let joined = UploadJoiner.join(lowered, syntax: syntax.methods, catalogue: catalogue)
        Self.wanted(in: catalogue).forEach { types.table.enqueue($0) }
        types.lowerQueued()
        if settings.selects {
            types.lowerOwners()
        }
        var table = types.table
        table.openEnumerationsBesideText()

        let checked = Self.checked(table, inheritanceCycles: types.inheritanceCycles, catalogue: catalogue)

        // Share equal types, and complete the declarations and methods with facts about other types.
        inline = InlineTypes(
            checked,
            shareable: table.shareable,
            methods: joined,
            catalogue)
        sharing = TypeSharing(inline, recorded: settings.recordedTypes, catalogue: catalogue)
        inlineIDs = table.inlineIDs
        var declarations = sharing.declarations
        var methods = sharing.applied(to: joined)
        declarations.removeUnused(among: sharing.movedIDs, in: methods)
        declarations.markInputs(of: methods)
        let results = ResultLookup(declarations: declarations, problems: catalogue.problems)
        PageLowering.addPages(to: &methods, from: syntax.methods, schemas: schemas, results: results)
        PollLowering.addPolls(to: &methods, from: syntax.methods, catalogue: catalogue, results: results)
        let user = UserLowering(results: results, methods: methods, catalogue: catalogue).user()
        declarations.applyRenames(to: &methods, catalogue: catalogue, current: sharing.current)
        declarations.replaceTypes(in: methods, catalogue: catalogue)
        api = API(
            name: settings.name,
            documentation: settings.documentation,
            wire: catalogue.conventions.wire,
            decoding: settings.decoding,
            access: settings.access,
            initializers: settings.initializers ?? settings.access.usualInitializers,
            acronyms: settings.acronyms,
            types: declarations.values.sorted { $0.id < $1.id },
            methods: methods,
            arguments: arguments,
            errors: errors.sorted(for: methods),
            webhooks: webhooks,
            user: user)
    }

    /// Reports cycles and alternatives that are alike, and returns the declarations without cycles of aliases.
    private static func checked(
        _ table: TypeTable,
        inheritanceCycles: InheritanceCycles,
        catalogue: Catalogue
    ) -> [TypeID: TypeDeclaration] {
        let lowered = catalogue.definitions.all.filter(table.contains)
        inheritanceCycles.report(neededBy: lowered, problems: catalogue.problems)
        let aliases = AliasCycles(
            in: table.declarations,
            reported: inheritanceCycles.members,
            catalogue: catalogue)
        let likeness = LikeAlternatives(declarations: aliases.declarations)
        for (union, alternatives) in table.unions {
            likeness.report(in: union, alternatives: alternatives, problems: catalogue.problems)
        }
        return aliases.declarations
    }

    /// Returns the definitions that are lowered even if no method needs them. Reports patterns that match none.
    private static func wanted(in catalogue: Catalogue) -> [Definition] {
        let settings = catalogue.settings
        let all = catalogue.definitions.all
        if !settings.selects {
            return all
        }
        var patterns = PatternMatches(settings.definitions)
        let wanted = all.filter { !patterns.match($0.key).isEmpty }
        for pattern in patterns.unused {
            let suggestion = catalogue.problems.suggestion(for: pattern.text, among: all.map(\.key))
            catalogue.problems.missing(
                .warning,
                at: pattern.node.place,
                "the pattern \"#\(pattern.text)\" matches no definition\(suggestion)")
        }
        return wanted
    }

    /// Returns the type made from an inline schema, or `nil` if there is none.
    package func inlineType(of node: JSONNode) -> TypeID? {
        inlineIDs[catalogue.reader.schema(at: node).number].map(sharing.current)
    }
}
