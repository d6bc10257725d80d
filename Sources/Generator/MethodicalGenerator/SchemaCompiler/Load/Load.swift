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

    init(path: String, root: JSONNode) {
        let folders = path.split(separator: "/").dropLast()
        self.path = path
        self.root = root
        folder = folders.joined(separator: "/")
        unit = folders.first.map(String.init) ?? ""
    }
}

/// The files of a schema folder, sorted into settings, schemas and overlays.
struct Loaded {
    /// The root of `api.json`.
    var settings: JSONNode?
    var files: [SchemaFile] = []
    var overlays: [SchemaFile] = []
    /// The API that callers accepted last, or `nil` if there is no such file.
    var lock: SourceFile?
    /// The paths of all files that were read, as they were given.
    var sources: [String] = []
}

/// The first stage, which parses every file and determines its kind. Reports files that are neither settings, schemas
/// nor overlays.
func load(_ given: [SourceFile], keywords: KeywordCheck, problems: Problems) -> Loaded {
    for file in given where file.path.hasSuffix(".yaml") || file.path.hasSuffix(".yml") {
        reportOpenAPI(yaml: file, problems: problems)
    }
    let unsorted = given.filter { $0.path.hasSuffix(".json") }
    let files = unsorted.sorted { $0.path < $1.path }
    // The `api.json` that is nearest to the root determines the folder of the schemas.
    let candidates = files.map(\.path).filter {
        $0 == "api.json" || $0.hasSuffix("/api.json")
    }
    func depth(of path: String) -> Int {
        path.split(separator: "/").count
    }
    let settings = candidates.min { depth(of: $0) < depth(of: $1) }
    let folder = settings?.dropLast("api.json".count) ?? ""
    if candidates.isEmpty, !problems.isPartial {
        reportMissingSettings(problems)
    }
    var loaded = Loaded()
    loaded.lock = given.first { $0.path == folder + RecordedTypes.lockName }
    for (number, file) in files.enumerated() {
        var found: [Diagnostic] = []
        let root = parse(file, number: number, problems: &found)
        problems.add(found)
        guard let root else {
            problems.isPartial = true
            continue
        }
        let path = file.path.dropFirst(folder.count)
        if let version = root["openapi"] ?? root["swagger"],
            version.string != nil,
            root[.methods] == nil
        {
            problems.isPartial = true
            problems.error(at: version.keyPlace, openAPI)
        } else if !file.path.hasPrefix(folder) {
            problems.error(
                at: root,
                "this file is outside the folder of api.json; move it below that folder")
        } else if file.path == settings {
            loaded.sources.append(file.path)
            loaded.settings = root
        } else if candidates.contains(file.path) {
            problems.error(
                at: root,
                "a second api.json; the first is \(folder)api.json. One folder of schemas describes one API")
        } else {
            loaded.add(
                SchemaFile(path: String(path), root: root),
                source: file.path,
                keywords: keywords,
                problems: problems)
        }
    }
    for file in loaded.files {
        replaceRecursiveReferences(in: file)
    }
    return loaded
}

/// Reports that the folder has no `api.json`.
private func reportMissingSettings(_ problems: Problems) {
    problems.error(
        at: Place(file: "api.json", line: 1, column: 1),
        "there is no api.json; add one with at least {\"name\": \"MyAPI\", \"baseURL\": \"https://...\"}")
}

extension Loaded {
    /// Adds a file to the schemas or the overlays. Ignores JSON Schemas of the dialect, and reports all other files.
    fileprivate mutating func add(
        _ file: SchemaFile,
        source: String,
        keywords: KeywordCheck,
        problems: Problems
    ) {
        let root = file.root
        if file.path.hasSuffix(".overlay.json") {
            overlays.append(file)
            sources.append(source)
            return
        }
        if file.path.hasSuffix(".schema.json") || describesDialect(root) {
            return
        }
        let groups = ["methods", "definitions", "$defs", "errors", "events"]
        if root.isObject,
            root[.overlay] == nil,
            groups.contains(where: { root[$0] != nil })
        {
            keywords.check(root, as: .file, problems: problems)
            files.append(file)
            sources.append(source)
            return
        }
        problems.isPartial = true
        if !root.isObject {
            problems.error(
                at: root,
                expected: "an object with \"methods\", \"definitions\", \"errors\" or \"events\"")
        } else if root[.overlay] != nil {
            problems.error(
                at: root,
                "corrections belong in a file whose name ends in .overlay.json; rename this one")
        } else {
            var hint = ""
            for key in root.keys where hint.isEmpty {
                hint = problems.suggestion(for: key, among: groups)
            }
            if hint.isEmpty {
                hint = "; move it out of the schema's folder"
            }
            problems.error(
                at: root,
                "this is neither an overlay nor a schema file "
                    + "(no \"methods\", \"definitions\", \"$defs\", \"errors\" or \"events\")\(hint)")
        }
    }
}

/// The error for OpenAPI documents.
private let openAPI =
    "this is an OpenAPI document, which is not read; move it out of the schema's folder, and translate it with "
    + "`methodical import DOCUMENT --into FOLDER`"

/// Reports an OpenAPI document. Other YAML files are ignored.
private func reportOpenAPI(yaml file: SourceFile, problems: Problems) {
    let lines = file.bytes.prefix(20_000).split(
        separator: UInt8(ascii: "\n"),
        omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let key = parts[0].filter { $0 != "\"" && $0 != "'" }
        if parts.count > 1, key == "openapi" || key == "swagger" {
            let place = Place(file: file.shownPath, line: index + 1, column: 1)
            return problems.error(at: place, openAPI)
        }
    }
}

/// Indicates whether a file is a JSON Schema that describes schema files. Some vendors publish one with their schemas.
private func describesDialect(_ root: JSONNode) -> Bool {
    guard root[.methods] == nil,
        let dialect = root[.schema]?.string,
        let properties = root[.properties],
        dialect.hasPrefix("http://json-schema.org/") || dialect.hasPrefix("https://json-schema.org/")
    else {
        return false
    }
    return [Key.methods, .errors, .definitions].contains { properties[$0] != nil }
}

/// Turns each `"$recursiveRef": "#"` into a reference to the definition that contains it. That definition was the root
/// of a schema before it was copied into the file.
private func replaceRecursiveReferences(in file: SchemaFile) {
    for word in [Key.definitions, .defs] {
        for definition in file.root[word]?.children ?? [] {
            var waiting = [definition]
            while let node = waiting.popLast() {
                waiting += node.children.filter { !$0.children.isEmpty }
                guard node[.ref] == nil,
                    let reference = node["$recursiveRef"],
                    reference.string == "#"
                else {
                    continue
                }
                let pointer = "#/\(word.rawValue)/\(Reference.escaped(definition.key))"
                node.replace(
                    reference,
                    with: reference.copy(key: Key.ref.rawValue, string: pointer))
            }
        }
    }
}
