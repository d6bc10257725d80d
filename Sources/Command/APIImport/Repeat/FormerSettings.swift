import APISurface
import MethodicalGenerator

/// The keywords of `api.json` that had another name when an earlier version imported the document.
///
/// A repeated import renames them before it compares values, so that it finds each value, imported or a person's, under
/// the current keyword.
enum FormerSettings {
    /// The current keywords by the paths of the former ones. `*` stands for the pattern of a rule.
    private static let currentKeywords: [[String]: String] = [
        ["responses"]: "decoding",
        ["responses", "reading"]: "mismatches",
        ["errors"]: "errorCodes",
        ["signIn", "user", "method"]: "call",
        ["defaults", "*", "parameters"]: "in",
        ["defaults", "*", "poll", "method"]: "call",
    ]

    /// Returns the path of a setting in the current keywords.
    static func currentPath(of path: [String]) -> [String] {
        var pattern = path
        if path.count > 1, path[0] == "defaults" {
            pattern[1] = "*"
        }
        return path.indices.map { index in
            currentKeywords[Array(pattern[...index])] ?? path[index]
        }
    }

    /// Returns the bytes of an `api.json` with the current keywords. A member stays if its object has the current
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

    /// Returns the paths of former keywords inside an object, with the current keywords. Those deep inside are first,
    /// because their paths contain the former keywords around them.
    private static func renames(in object: JSONNode, at path: [String]) -> [(path: [String], key: String)] {
        var found: [(path: [String], key: String)] = []
        for member in object.objectMembers {
            let path = path + [member.key]
            let key = currentPath(of: path)[path.count - 1]
            let isFormer = key != member.key
            if isFormer, object[key] != nil {
                continue
            }
            if path.count < longestPath {
                found += renames(in: member, at: path)
            }
            if isFormer {
                found.append((path, key))
            }
        }
        return found
    }

    private static let longestPath = currentKeywords.keys.map(\.count).max() ?? 0
}
