import APISurface
import MethodicalGenerator

/// The translation of Google Discovery documents.
///
/// The format is described at https://developers.google.com/discovery/v1/reference/apis.
enum DiscoveryImporter {
    static func translate(
        _ documents: DocumentSet,
        options: ImportOptions,
        report: inout ImportReport
    ) -> ImportedAPI {
        let reader = NodeReader(report: report)
        defer { report = reader.report }
        let document = DiscoveryDocument(documents.root, reader: reader)
        let schemas = DiscoverySchemas(document: document)
        var names = DiscoveryNames()
        let named = document.methods.map {
            (
                $0,
                names.name(
                    from: $0.names,
                    operation: $0.operation,
                    reader: reader)
            )
        }
        .filter { options.selects($0.1) }
        let security = DiscoverySecurity(document: document, methods: named.map(\.0))
        let translation = DiscoveryMethods(document: document, schemas: schemas, security: security)
        let media = DiscoveryMedia(document: document, schemas: schemas)

        var api = ImportedAPI()
        var kept = 0
        for (entry, name) in named {
            guard let method = translation.method(for: entry, name: name) else {
                continue
            }
            kept += 1
            api.methods += media.methods(for: method)
        }
        let own = Dictionary(named.map { ($0.0.operation, $0.1) }) { first, _ in first }
        makeUnique(&api.methods, own: own, reader: reader)
        let settings = DiscoverySettings(
            document: document,
            options: options,
            security: security,
            media: media,
            hasMethods: !api.methods.isEmpty)
        api.settings = settings.members
        settings.noteOmissions()
        api.definitions = definitions(of: document, schemas: schemas, for: api, options: options)
        reader.count(operations: named.count, kept: kept)
        reader.describe(signInWays: security.ways, missingAddress: settings.missingAddress)
        return api
    }

    /// Renames variants that have the name of another method.
    ///
    /// - Parameter own: The names of the document's own methods.
    private static func makeUnique(
        _ methods: inout [ImportedMethod],
        own: [Operation: String],
        reader: NodeReader
    ) {
        var taken = Set(own.values)
        for index in methods.indices {
            let wanted = methods[index].name
            let operation = methods[index].operation
            if own[operation] == wanted {
                continue
            }
            var name = wanted
            var number = 2
            while !taken.insert(name).inserted {
                name = wanted + "\(number)"
                number += 1
            }
            if name == wanted {
                continue
            }
            methods[index].name = name
            reader.note(
                .renamed,
                at: operation.place,
                operation: operation,
                "there is another \(wanted), so this variant is \(name)")
        }
    }

    /// Returns the types that methods need, and the types that nothing in the document refers to. Services send the
    /// latter inside of values of any type.
    private static func definitions(
        of document: DiscoveryDocument,
        schemas: DiscoverySchemas,
        for api: ImportedAPI,
        options: ImportOptions
    ) -> [ImportedDefinition] {
        let all = document.schemaNames.compactMap { name in
            document.schemas[name].map {
                ImportedDefinition(
                    name: name,
                    schema: schemas.definition($0, named: name),
                    place: $0.keyPlace)
            }
        }
        let requests = Set(document.methods.compactMap { $0.node["request"]?["$ref"]?.string })
        var needed = FileLayout.references(in: .object(api.methods.flatMap(\.members)))
        if options.include.isEmpty, options.exclude.isEmpty {
            needed.formUnion(
                all.map(\.name).filter {
                    document.uses[$0] == nil
                        && !requests.contains($0)
                })
        }
        var waiting = Array(needed)
        let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        while let name = waiting.popLast() {
            guard let schema = byName[name]?.schema else { continue }
            for next in FileLayout.references(in: schema) where needed.insert(next).inserted {
                waiting.append(next)
            }
        }
        return AliasCycles.removed(from: all.filter { needed.contains($0.name) }) {
            document.reader.note(.wrong, at: $0, $1)
        }
    }
}
