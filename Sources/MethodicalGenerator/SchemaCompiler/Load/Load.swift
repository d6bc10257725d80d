/// A schema file: a file with methods, definitions or errors.
package struct SchemaFile {
    /// The path relative to the folder of `api.json`.
    package let path: String
    /// The root of the file.
    package let root: JSONNode
    /// The folder that contains the file, without a trailing slash. It is empty for the root folder.
    let folder: String
    /// The first component of the folder.
    let unit: String
}

/// The files of a schema folder, sorted into settings, schemas and overlays.
struct Loaded {
    var settings: Settings?
    var files: [SchemaFile] = []
    var overlays: [SchemaFile] = []
    /// The paths of all files that were read, as they were given.
    var sources: [String] = []
}

/// The first stage, which parses every file and determines its kind.
struct Loader {
    let tree: JSONTree
    let problems: Problems
    let keywords: KeywordCheck

    /// Parses the given files. Reports files that are neither settings, schemas nor overlays.
    mutating func load(_ given: [SourceFile]) -> Loaded {
        let files = given.filter { $0.path.utf8.count >= 5 && $0.path.hasSuffix(".json") }.sorted { $0.path < $1.path }
        for file in given where file.path.hasSuffix(".yaml") || file.path.hasSuffix(".yml") {
            reportOpenAPI(yaml: file)
        }
        let (prefix, candidates) = findRoot(files)
        let isPartial = problems.isPartial
        var loaded = Loaded()
        for file in files {
            var found: [Diagnostic] = []
            let root = tree.add(file, problems: &found)
            problems.add(found)
            guard let root else {
                problems.isPartial = true
                continue
            }
            if let version = root["openapi"] ?? root["swagger"], version.string != nil, root[.methods] == nil {
                problems.isPartial = true
                problems.error(version.keyPlace, Self.openAPI)
                continue
            }
            guard file.path.hasPrefix(prefix) else {
                problems.error(root, "lies outside the folder of api.json; move it below that folder")
                continue
            }
            let path = String(file.path.dropFirst(prefix.count))
            if path == "api.json" {
                loaded.sources.append(file.path)
                loaded.settings = SettingsReader(problems: problems, keywords: keywords).read(root)
            } else if candidates.contains(file.path) {
                problems.error(
                    root, "a second api.json; the first is \(prefix)api.json. One folder of schemas describes one API")
            } else {
                let (count, known) = (loaded.files.count + loaded.overlays.count, problems.list.count)
                classify(schemaFile(path, root), into: &loaded)
                if loaded.files.count + loaded.overlays.count > count {
                    loaded.sources.append(file.path)
                } else if problems.list.count > known {
                    problems.isPartial = true
                }
            }
        }
        if candidates.isEmpty, !isPartial {
            let place = Place(file: "api.json", line: 1, column: 1)
            problems.error(
                place,
                "there is no api.json; add one that says at least {\"name\": \"MyAPI\", \"baseURL\": \"https://...\"}")
        }
        for duplicate in tree.duplicates {
            let place = duplicate.first.keyPlace
            problems.error(
                duplicate.second.keyPlace,
                "\"\(duplicate.second.key)\" stands here twice; "
                    + "the first is at \(place.file):\(place.line):\(place.column)"
            )
        }
        return loaded
    }

    /// The error for OpenAPI documents.
    private static let openAPI =
        "this is an OpenAPI document, which is not read; "
        + "list its methods under \"methods\" and its schemas under \"definitions\" of a JSON file, "
        + "and move it out of the schema's folder"

    /// Reports an OpenAPI document. Other YAML files are ignored.
    private func reportOpenAPI(yaml file: SourceFile) {
        let lines = file.bytes.prefix(20_000).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let key = line.prefix { $0 != UInt8(ascii: ":") }.filter {
                $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
            }
            guard key.count < line.count, key.elementsEqual("openapi".utf8) || key.elementsEqual("swagger".utf8) else {
                continue
            }
            return problems.error(Place(file: file.shownPath, line: index + 1, column: 1), Self.openAPI)
        }
    }

    /// Returns the folder of the `api.json` that is nearest to the root, and the paths of all files of that name.
    private func findRoot(_ files: [SourceFile]) -> (prefix: String, candidates: [String]) {
        func depth(_ path: String) -> Int { path.utf8.reduce(0) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 } }
        let candidates = files.map(\.path).filter { $0 == "api.json" || $0.hasSuffix("/api.json") }
        return (candidates.min { depth($0) < depth($1) }.map { String($0.dropLast(8)) } ?? "", candidates)
    }

    private func schemaFile(_ path: String, _ root: JSONNode) -> SchemaFile {
        let parts = path.split(separator: "/")
        let folder = parts.dropLast().joined(separator: "/")
        return SchemaFile(path: path, root: root, folder: folder, unit: parts.count > 1 ? String(parts[0]) : "")
    }

    /// Adds a file to the schemas or the overlays. Ignores JSON Schemas of the dialect, and reports all other files.
    private func classify(_ file: SchemaFile, into loaded: inout Loaded) {
        let root = file.root
        if file.path.hasSuffix(".overlay.json") {
            loaded.overlays.append(file)
        } else if file.path.hasSuffix(".schema.json") || describesDialect(root) {
            return
        } else if !root.isObject {
            problems.error(root, expected: "an object with \"methods\", \"definitions\" or \"errors\"")
        } else if root[.overlay] != nil {
            problems.error(root, "corrections belong in a file whose name ends in .overlay.json; rename this one")
        } else if root[.methods] != nil || root[.definitions] != nil || root[.defs] != nil || root[.errors] != nil {
            var problems = problems
            keywords.check(root, as: .file, &problems)
            loaded.files.append(file)
        } else {
            let missing =
                "neither a schema file (no \"methods\", \"definitions\", \"$defs\" or \"errors\") nor an overlay"
            problems.error(root, missing + (suggestion(for: root) ?? "; move it out of the schema's folder"))
        }
    }

    /// Returns a hint at a misspelled key, or `nil` if no key resembles one of a schema file.
    private func suggestion(for root: JSONNode) -> String? {
        for key in root.keys {
            let suggestion = problems.suggestion(for: key, among: ["methods", "definitions", "$defs", "errors"])
            if !suggestion.isEmpty { return suggestion }
        }
        return nil
    }

    /// Indicates whether a file is a JSON Schema that describes schema files. VK publishes one with its schemas.
    private func describesDialect(_ root: JSONNode) -> Bool {
        guard let dialect = root[.schema]?.string, dialect.utf8.count < 100, root[.methods] == nil else { return false }
        guard dialect.hasPrefix("http://json-schema.org/") || dialect.hasPrefix("https://json-schema.org/") else {
            return false
        }
        guard let properties = root[.properties] else { return false }
        return properties[.methods] != nil || properties[.errors] != nil || properties[.definitions] != nil
    }
}
