import APISurface

/// The JSON Schemas of the dialect, by which editors complete and check the files.
package enum EditorSchema: String {
    case api = "api.schema.json"
    case methods = "methods.schema.json"

    // The address has no version, so that files do not change with each release.
    private static let folder = "https://raw.githubusercontent.com/methodical-swift/methodical/main/Schema/"

    /// The member that names the JSON Schema in a file.
    package var member: JSONValue.Member {
        .init(key: "$schema", value: .string(Self.folder + rawValue))
    }
}
