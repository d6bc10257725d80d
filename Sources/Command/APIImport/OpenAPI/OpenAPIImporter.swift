import APISurface
import MethodicalGenerator

/// The translation of OpenAPI documents.
struct OpenAPIImporter {
    let context: OpenAPIContext
    let options: ImportOptions
    var api = ImportedAPI()
    let security: SecurityTranslator
    private(set) var servers: ServerTranslator
    /// The operations that `include` and `exclude` choose, with their names.
    private var operations: [(source: OperationNode, name: String, streamName: String?)] = []
    /// The operations that have another name than they want, and that Swift may call by that of the operation that has
    /// it, by their names.
    private var candidates: [String: OverloadCandidate] = [:]

    /// Translates a document.
    static func translate(
        _ documents: DocumentSet,
        format: DocumentFormat,
        options: ImportOptions,
        report: inout ImportReport
    ) -> ImportedAPI {
        let context = OpenAPIContext(documents: documents, format: format, options: options, report: report)
        var importer = OpenAPIImporter(context: context, options: options)
        importer.run()
        report = context.report
        return importer.api
    }

    private init(context: OpenAPIContext, options: ImportOptions) {
        self.context = context
        self.options = options
        let all = OperationNode.all(in: context)
        KeyCheck(context: context).check(all)
        security = SecurityTranslator(context: context)
        servers = ServerTranslator(context: context, options: options, operations: all)
        chooseNames(for: all)
    }

    private mutating func run() {
        let isWhole = options.include.isEmpty && options.exclude.isEmpty
        let home = context.homeOfSchemas
        let components = home.reduce(Optional(context.root)) { $0?[$1] }
        if isWhole {
            context.definitions.reserve(components?.objectMembers ?? [], at: home)
        }
        context.findParts()
        var families = Families(context: context, components: components)
        families.findBases()
        let bodyPlace = self.bodyPlace
        // The notes about the credentials of all operations belong to none of them.
        _ = security.needs(of: context.root["security"])
        for (source, name, streamName) in operations {
            context.operation = source.operation
            translate(source, name: name, streamName: streamName, bodyPlace: bodyPlace)
        }
        context.operation = nil
        if isWhole {
            Webhooks(context: context).translate(into: &api)
        }
        translateDefinitions(families: families)
        for keys in [["oneOf", "anyOf"], ["allOf"]] {
            api.definitions = AliasCycles.removed(from: api.definitions, in: keys) {
                context.report.add(.wrong, at: $0, operation: nil, $1)
            }
        }
        api.addOverloads(
            from: candidates,
            known: options.functions,
            report: &context.report)
        noteShared(DirectionalMembers.apply(to: &api, webhooks: context.webhookTypes))
        removeUnused()
        addSettings(bodyPlace: bodyPlace)
        context.addTally()
    }

    // MARK: Operations

    private mutating func translate(
        _ source: OperationNode,
        name: String,
        streamName: String?,
        bodyPlace: String
    ) {
        context.report.operations += 1
        let server = servers.name(of: source.server)
        let translator = OperationTranslator(context: context, security: security, bodyPlace: bodyPlace)
        guard let methods = translator.methods(for: source, name: name, server: server) else {
            return
        }
        context.report.kept += 1
        if var plain = methods.plain {
            if let pages = PageInference(context: context).pages(of: methods, source: source) {
                plain["pages"] = pages
            }
            api.methods.append(
                ImportedMethod(
                    name: name,
                    members: plain,
                    operation: source.operation))
        }
        if let stream = methods.stream {
            var streamMethod = ImportedMethod(
                name: name,
                members: stream,
                operation: source.operation)
            if methods.plain != nil {
                streamMethod.name = streamName ?? name + "Stream"
            }
            api.methods.append(streamMethod)
        }
    }

    /// The place that most parameters of requests with a body have.
    private var bodyPlace: String {
        var json = 0
        var forms = 0
        for (source, _, _) in operations {
            guard let body = source.node["requestBody"].flatMap({ context.documents.resolved($0) }) else {
                let consumed =
                    source.node["consumes"]?.texts
                    ?? context.root.texts("consumes")
                if context.isSwagger,
                    consumed.isEmpty || consumed.contains(where: { MediaKind($0) == .json })
                {
                    json += 1
                }
                continue
            }
            let kinds = body.members("content").map { MediaKind($0.key) }
            if kinds.contains(.json) {
                json += 1
            } else if kinds.contains(.form) {
                forms += 1
            }
        }
        return forms > json ? "form" : "body"
    }

    // MARK: Definitions

    /// Translates the definitions that are referred to, and those that they refer to.
    private mutating func translateDefinitions(families: Families) {
        let schemas = SchemaTranslator(context: context)
        while let next = context.definitions.next() {
            context.component = next.name
            var schema = schemas.schema(next.node)
            if let origin = next.origin {
                schema = schema.withComment(origin)
            }
            let place = next.node.keyPlace
            if let family = families.family(of: next.name) {
                // The base keeps its name for the union, because responses mean any type that extends it.
                api.definitions.append(
                    ImportedDefinition(
                        name: next.name,
                        schema: family.union,
                        place: place))
                api.definitions.append(
                    ImportedDefinition(
                        name: family.record,
                        schema: schema,
                        place: place))
            } else {
                api.definitions.append(
                    ImportedDefinition(
                        name: next.name,
                        schema: schema,
                        place: place))
            }
        }
        context.component = nil
        if let ids = context.expandableIDs {
            api.definitions.append(ids)
        }
    }

    /// Notes the types whose read-only or write-only members are required, and that are therefore not the same in
    /// requests as in responses, although both have one type.
    private func noteShared(_ types: [ImportedDefinition]) {
        guard let first = types.first else { return }
        let names = Self.firstNames(types)
        context.report.add(
            .changed,
            at: first.place,
            operation: nil,
            "a type of requests and responses has the required members of responses: its initializer needs read-only "
                + "members, which no request contains, and its write-only members may be missing "
                + "(\(types.count): \(names))")
    }

    /// Removes the types that no method and no webhook uses, such as the bodies whose members became parameters. A
    /// document without operations describes nothing but types, and keeps them.
    private mutating func removeUnused() {
        guard !api.methods.isEmpty else { return }
        let roots = api.methods.reduce(into: context.webhookTypes) {
            $0.formUnion(FileLayout.references(in: .object($1.members)))
        }
        let references = api.definitions.map {
            ($0.name, FileLayout.references(in: $0.schema))
        }
        let referencesByName = Dictionary(references) { _, last in last }
        let used = FileLayout.reachable(from: roots, along: referencesByName)
        let unused = api.definitions.filter {
            !used.contains($0.name)
        }
        guard let first = unused.first else { return }
        api.definitions.removeAll {
            !used.contains($0.name)
        }
        let names = Self.firstNames(unused)
        context.report.add(
            .unchecked,
            at: first.place,
            operation: nil,
            "types that no method uses are left out (\(unused.count): \(names))")
    }

    /// Returns the names of the first definitions, for a note.
    private static func firstNames(_ definitions: [ImportedDefinition]) -> String {
        var names = definitions.prefix(5).map(\.name)
        if definitions.count > 5 {
            names.append("…")
        }
        return names.joined(separator: ", ")
    }
}

// MARK: Names

extension OpenAPIImporter {
    /// Chooses the names of all operations, and keeps those that `include` and `exclude` choose.
    private mutating func chooseNames(for all: [OperationNode]) {
        let paths = OperationPath.withoutPrefix(all.map { OperationPath($0.path) })
        let tags = TagWords(all, paths: paths)
        var named: [NamedOperation] = []
        for (source, path) in zip(all, paths) {
            var operation = NamedOperation(
                operationID: source.node["operationId"]?.string,
                tag: tags.words(of: source.node),
                verb: source.verb,
                path: path,
                version: Self.version(in: source.path),
                key: source.key)
            let shape = responseShape(of: source.node)
            operation.returnsList = shape?.isList ?? false
            operation.returnsPage = shape?.properties.contains { Shape(of: $0.node, context: context).isList } ?? false
            operation.describesResponse = shape != nil
            operation.vendorName = Self.vendorName(of: source.node)
            if options.rules >= RecordedSource.RulesVersion.summaryVerbs {
                operation.summary = source.node["summary"]?.string.flatMap { SummaryVerb($0) }
            }
            named.append(operation)
            if hasTwin(source.node) {
                operation.isStream = true
                operation.key += " stream"
                named.append(operation)
            }
        }
        named.ignoreCollidingSummaries()
        let earlierNames = options.names.map { (OperationNames.plainKey($0.key), $0.value) }
        let known = Dictionary(earlierNames) { first, _ in first }
        let names = OperationNames(named, known: known)
        if options.rules >= RecordedSource.RulesVersion.summaryVerbs {
            candidates = OverloadCandidate.all(
                for: named.filter { known[$0.key] == nil },
                among: named,
                names: names)
        }
        var chosen: Set<String> = []
        for source in all {
            guard let name = names.names[source.key],
                options.selects(name)
            else { continue }
            guard chosen.insert(name).inserted else {
                context.note(.leftOut, at: source.node, "another operation has the same verb and path")
                context.report.operations += 1
                continue
            }
            operations.append((source, name, names.names[source.key + " stream"]))
            if candidates[name] == nil, let collision = names.collisions[source.key] {
                context.operation = source.operation
                context.note(
                    .renamed, at: source.node, "\(collision) is the name of another operation, so this is \(name)")
            }
        }
        context.operation = nil
    }

    /// Returns the shape of an operation's first success, or `nil` if no response is described.
    private func responseShape(of node: JSONNode) -> Shape? {
        for member in node.members("responses") where member.key.hasPrefix("2") || member.key == "default" {
            guard let response = context.documents.resolved(member) else { continue }
            let media = response.members("content").first {
                MediaKind($0.key) == .json
            }
            if let schema = media?["schema"] ?? response["schema"] {
                return Shape(of: schema, context: context)
            }
        }
        return nil
    }

    /// Indicates whether an operation can return its result at once or as a stream.
    private func hasTwin(_ node: JSONNode) -> Bool {
        for member in node.members("responses") where member.key.hasPrefix("2") {
            guard let response = context.documents.resolved(member) else { continue }
            let kinds = response.members("content").map { MediaKind($0.key) }
            if kinds.contains(where: { $0 == .events || $0 == .lines }),
                kinds.contains(where: { $0 != .events && $0 != .lines })
            {
                return true
            }
        }
        return false
    }

    /// Returns the version in a path, such as `v2`.
    private static func version(in path: String) -> Words? {
        path
            .split(separator: "/").lazy
            .map { Words(String($0)) }
            .first(where: \.isVersion)
    }

    /// Returns the name that the vendor's own libraries have, from the extensions of Fern and Speakeasy.
    private static func vendorName(of node: JSONNode) -> [Words]? {
        if let method = node["x-fern-sdk-method-name"]?.string {
            let group = node["x-fern-sdk-group-name"]
            var groups = group?.texts ?? []
            if let only = group?.string {
                groups = [only]
            }
            return groups.map { Words($0) } + [Words(method)]
        }
        if let method = node["x-speakeasy-name-override"]?.string {
            let group = node["x-speakeasy-group"]?.string ?? ""
            let groups = group.split(separator: ".").map {
                Words(String($0))
            }
            return groups + [Words(method)]
        }
        return nil
    }
}
