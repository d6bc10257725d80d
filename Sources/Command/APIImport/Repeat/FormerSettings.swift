import APISurface
import MethodicalGenerator

/// The keywords of `api.json` that had another name when an earlier version imported the document.
///
/// A repeated import renames them before it compares values, so that it finds each value, imported or a person's, under
/// the present keyword.
enum FormerSettings {
    /// The present keywords by the paths of the former ones. `*` stands for the pattern of a rule.
    private static let renamed: [[String]: String] = [
        ["responses"]: "decoding",
        ["responses", "reading"]: "mismatches",
        ["errors"]: "errorCodes",
        ["signIn", "user", "method"]: "call",
        ["defaults", "*", "parameters"]: "in",
        ["defaults", "*", "poll", "method"]: "call",
    ]

    /// Returns the path of a setting in the present keywords.
    static func presentPath(of path: [String]) -> [String] {
        var pattern = path
        if path.count > 1, path[0] == "defaults" {
            pattern[1] = "*"
        }
        return path.indices.map { index in
            renamed[Array(pattern[...index])] ?? path[index]
        }
    }

    /// Returns the bytes of an `api.json` with the present keywords. A member stays if its object has the present
    /// keyword, too.
    static func renamed(in file: SourceFile, root: JSONNode) -> [UInt8] {
        let names = renames(in: root, at: [])
        guard !names.isEmpty else {
            return file.bytes
        }
        var editor = JSONEditor(file.bytes)
        for (path, key) in names {
            editor.rename(path, to: key)
        }
        return Array(editor.text.utf8)
    }

    /// Returns the paths of former keywords inside an object, with the present keywords. Those deep inside are first,
    /// because their paths contain the former keywords around them.
    private static func renames(in object: JSONNode, at path: [String]) -> [(path: [String], key: String)] {
        object.objectMembers.flatMap { member in
            let path = path + [member.key]
            let key = presentPath(of: path).last
            var found: [(path: [String], key: String)] = []
            if path.count < longestPath {
                found = renames(in: member, at: path)
            }
            if let key, key != member.key, object[key] == nil {
                found.append((path, key))
            }
            return found
        }
    }

    private static let longestPath = renamed.keys.map(\.count).max() ?? 0
}
