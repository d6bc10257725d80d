import APISurface
import MethodicalGenerator

/// The member `source` of `api.json`: the record of an import, from which it can be repeated.
package struct RecordedSource: Equatable, Sendable {
    /// The key of the member in `api.json`.
    package static let key = "source"
    /// The present version of the rules by which an import writes a schema.
    package static let currentRules = RulesVersion.editorSchemas

    /// The versions of the rules that changed what an import writes. Records of the first version have none.
    enum RulesVersion {
        static let first = 1
        /// The version since which responses among the components are types.
        static let typedResponses = 2
        /// The version since which the verb of a summary counts for an operation's name.
        static let summaryVerbs = 3
        /// The version since which `defaults` says once what most methods have in common.
        static let commonDefaults = 4
        /// The version since which each file names the JSON Schema for editors.
        static let editorSchemas = 5
    }

    /// The path of the document, relative to the folder of `api.json`, or its URL.
    package var location: String
    package var format = ""
    /// The version of the rules by which the schema is written. Records of older versions have none.
    package var rules = RecordedSource.currentRules
    /// The hash of the document, or of all its files if it is divided into several.
    package var sha256 = ""
    /// The paths or URLs of the overlays that are applied to the document.
    package var overlays: [String] = []
    /// The import of values that are the id of an object, or the object itself.
    package var expandable = ExpandableReferences.objects
    /// The beginnings of the hashes of the files that the import wrote, by their paths below the folder of `api.json`.
    package var files: [String: String] = [:]
    /// The beginnings of the hashes of the imported values in `api.json`, by their JSON Pointers.
    package var digests: [String: String] = [:]
    /// The inline types that stay where the last imports had them.
    package var types = RecordedTypes()

    package init(
        location: String,
        format: String = "",
        sha256: String = "",
        overlays: [String] = []
    ) {
        self.location = location
        self.format = format
        self.sha256 = sha256
        self.overlays = overlays
    }

    /// Reads the record from the root of `api.json`. Returns `nil` if it has none.
    package init?(in root: JSONNode) {
        guard let node = root[Self.key],
            let location = node["location"]?.string
        else { return nil }
        self.location = location
        format = node["format"]?.string ?? ""
        rules = node["rules"]?.integer ?? RulesVersion.first
        sha256 = node["sha256"]?.string ?? ""
        overlays = node["overlays"]?.children.compactMap(\.string) ?? []
        expandable = node["expandable"]?.string.flatMap { ExpandableReferences(rawValue: $0) } ?? .objects
        for file in node["files"]?.children ?? [] {
            files[file.key] = file.string ?? ""
        }
        types = RecordedTypes(in: root)
        for digest in node["settings"]?.children ?? [] {
            digests[digest.key] = digest.string ?? ""
        }
    }

    /// The record as it is written in `api.json`.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "location", value: .string(location)),
            .init(key: "format", value: .string(format)),
            .init(key: "sha256", value: .string(sha256)),
        ]
        if rules > RulesVersion.first {
            members.append(.init(key: "rules", value: .number("\(rules)")))
        }
        if !overlays.isEmpty {
            members.append(.init(key: "overlays", value: .strings(overlays)))
        }
        if expandable != .objects {
            members.append(.init(key: "expandable", value: .string(expandable.rawValue)))
        }
        if !files.isEmpty {
            members.append(.init(key: "files", value: Self.object(of: files)))
        }
        if !digests.isEmpty {
            members.append(.init(key: "settings", value: Self.object(of: digests)))
        }
        let places = types.places
            .sorted { $0.key < $1.key }
            .map { type, places in
                JSONValue.Member(key: type.text, value: .strings(places.map(\.text)))
            }
        if !places.isEmpty {
            members.append(.init(key: RecordedTypes.key, value: .object(places)))
        }
        return .object(members)
    }

    /// Returns an object with the texts of a dictionary, sorted by their keys.
    private static func object(of texts: [String: String]) -> JSONValue {
        let members = texts.sorted { $0.key < $1.key }.map { text in
            JSONValue.Member(key: text.key, value: .string(text.value))
        }
        return .object(members)
    }

    /// The number of digits that a record has of a hash.
    private static let digestLength = 16

    /// Returns the beginning of the hash of a file, which tells whether it is still as an import wrote it.
    package static func digest(ofFile bytes: [UInt8]) -> String {
        String(SHA256.hex(of: bytes).prefix(digestLength))
    }

    /// Returns the hash of a document that was read from the given files.
    package static func hash(of files: [[UInt8]]) -> String {
        let hashes = files.map(SHA256.hex)
        if hashes.count == 1 {
            return hashes[0]
        }
        return SHA256.hex(of: Array(hashes.joined(separator: "\n").utf8))
    }
}
