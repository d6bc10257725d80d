import APISurface
import MethodicalGenerator

/// The `api.json` of a repeated import: the imported values, and those that people wrote or changed.
///
/// A value that was imported before and whose hash is no longer the recorded one was changed by a person, so it stays.
/// So does every value that was never imported. The text changes only where a value changes or has a former keyword.
package struct SettingsMerge {
    /// A value that a person changed or removed, although the document has it.
    package struct Kept: Equatable, Sendable {
        /// The keys that lead to the value.
        package var path: [String]
        /// The place of the value, or of the file if the value was removed.
        package var place: Place
        package var text: String
    }

    /// The new text of `api.json`.
    package private(set) var text: String
    package private(set) var kept: [Kept] = []

    private let root: JSONNode
    private var editor: JSONEditor
    private var source: RecordedSource

    /// Merges imported settings into a file.
    ///
    /// - Parameters:
    ///   - file: The present `api.json`, whose root is `root`.
    ///   - settings: The members that come from the document.
    ///   - chosen: The members that the person who runs the import states. They count as a person's from then on.
    ///   - source: The new record, without digests.
    package init(
        _ file: SourceFile,
        root: JSONNode,
        settings: [JSONValue.Member],
        chosen: [JSONValue.Member],
        source: RecordedSource
    ) {
        let bytes = FormerSettings.renamed(in: file, root: root)
        self.root = Self.root(of: file, bytes: bytes) ?? root
        self.source = source
        editor = JSONEditor(bytes)
        text = ""
        let digests = Self.recordedDigests(in: root)
        let chosenKeys = Set(chosen.map(\.key))
        for member in chosen {
            set([member.key], to: member.value)
        }
        let leaves = Self.leaves(of: settings).filter {
            !chosenKeys.contains($0.path[0])
        }
        for leaf in leaves {
            merge(
                leaf.path,
                value: leaf.value,
                recorded: digests[Self.pointer(to: leaf.path)])
        }
        let pointers = Set(leaves.map { Self.pointer(to: $0.path) })
        for (pointer, digest) in digests.sorted(by: { $0.key < $1.key }) where !pointers.contains(pointer) {
            drop(
                pointer,
                recorded: digest,
                isChosen: chosenKeys.contains(Self.path(of: pointer)[0]))
        }
        if value(at: [RecordedSource.key]) != self.source.json {
            editor.set([RecordedSource.key], to: self.source.json)
        }
        text = editor.text
    }

    /// Parses the new bytes of a file. Returns `nil` if they are those that it has.
    private static func root(of file: SourceFile, bytes: [UInt8]) -> JSONNode? {
        guard bytes != file.bytes else { return nil }
        let renamed = SourceFile(path: file.path, shownPath: file.shownPath, bytes: bytes)
        var ignored: [Diagnostic] = []
        return parse(renamed, problems: &ignored)
    }

    /// Returns the hashes of the last import, by pointers in the current keywords.
    private static func recordedDigests(in root: JSONNode) -> [String: String] {
        let recorded = RecordedSource(in: root)?.digests ?? [:]
        let current = recorded.sorted { $0.key < $1.key }.map { digest in
            (pointer(to: FormerSettings.currentPath(of: path(of: digest.key))), digest.value)
        }
        return Dictionary(current) { first, _ in first }
    }

    /// Returns the `api.json` of a first import.
    package static func first(
        settings: [JSONValue.Member],
        chosen: [JSONValue.Member],
        source: RecordedSource
    ) -> String {
        var source = source
        let keys = Set(chosen.map(\.key))
        let imported = settings.filter {
            !keys.contains($0.key)
        }
        for leaf in leaves(of: imported) where leaf.path != ["name"] {
            source.digests[pointer(to: leaf.path)] = digest(of: leaf.value)
        }
        let order = ["name", "baseURL"]
        let all = chosen + imported
        let known = order.compactMap { key in
            all.first { $0.key == key }
        }
        let others = all.filter { !order.contains($0.key) }
        let members = [EditorSchema.api.member] + known + others
        // Later imports set this member in the same way, so that its layout stays.
        var editor = JSONEditor(Array(SchemaText(members).text.utf8))
        editor.set([RecordedSource.key], to: source.json)
        return editor.text
    }

    /// Decides on a value that the document has.
    private mutating func merge(
        _ path: [String],
        value: JSONValue,
        recorded: String?
    ) {
        let present = self.value(at: path)
        // The name is imported once. A changed title would otherwise rename the client in everybody's code.
        if path == ["name"] {
            if present == nil {
                editor.set(path, to: value)
            }
            return
        }
        guard let recorded else {
            // A value that a person wrote before the document had one.
            guard present == nil,
                !isBlocked(path)
            else { return }
            return record(path, value: value)
        }
        if present == value || present.map(Self.digest) == recorded {
            return record(path, value: value)
        }
        source.digests[Self.pointer(to: path)] = Self.digest(of: value)
        var words = "was edited, and stays"
        if present == nil {
            words = "was removed from api.json, and stays out"
        }
        if Self.digest(of: value) != recorded {
            words += "; the document has a new value: \(value.line)"
        }
        keep(path, text: words)
    }

    /// Decides on a value that the document no longer has.
    private mutating func drop(
        _ pointer: String,
        recorded: String,
        isChosen: Bool
    ) {
        let path = Self.path(of: pointer)
        guard !isChosen,
            path != ["name"],
            let present = value(at: path)
        else { return }
        if Self.digest(of: present) == recorded {
            return editor.remove(path)
        }
        keep(path, text: "was edited, and stays; the document no longer has it")
    }

    private mutating func record(_ path: [String], value: JSONValue) {
        set(path, to: value)
        source.digests[Self.pointer(to: path)] = Self.digest(of: value)
    }

    private mutating func set(_ path: [String], to value: JSONValue) {
        if self.value(at: path) != value {
            editor.set(path, to: value)
        }
    }

    private mutating func keep(_ path: [String], text: String) {
        let place =
            node(at: path)?.keyPlace
            ?? Place(
                file: root.place.file,
                line: 1,
                column: 1)
        kept.append(
            Kept(
                path: path,
                place: place,
                text: "\(path.joined(separator: " ")) \(text)"))
    }

    // MARK: Places

    private func value(at path: [String]) -> JSONValue? {
        node(at: path).map { JSONValue($0) }
    }

    private func node(at path: [String]) -> JSONNode? {
        path.reduce(root) { (node: JSONNode?, key) in node?[key] }
    }

    /// Indicates whether a person wrote something else than an object around the place of a value.
    private func isBlocked(_ path: [String]) -> Bool {
        path.indices.contains {
            node(at: Array(path[..<$0]))?.isObject == false
        }
    }

    /// Returns the values that are imported and kept independently of each other: members of `api.json`, or members of
    /// those that collect settings by name.
    static func leaves(of settings: [JSONValue.Member]) -> [(path: [String], value: JSONValue)] {
        settings.flatMap {
            leaves(
                of: $0.value,
                at: [$0.key],
                depth: collections[$0.key] ?? 0)
        }
    }

    /// The members of `api.json` that collect settings by name, with the number of names before a setting.
    private static let collections = [
        "defaults": 2,
        "schemes": 1,
        "servers": 1,
        "variables": 1,
        "errorCodes": 1,
        "limits": 1,
        "decoding": 1,
    ]

    private static func leaves(of value: JSONValue, at path: [String], depth: Int) -> [(
        path: [String], value: JSONValue
    )] {
        guard depth > 0,
            case .object(let members) = value,
            !members.isEmpty
        else {
            return [(path, value)]
        }
        return members.flatMap {
            leaves(
                of: $0.value,
                at: path + [$0.key],
                depth: depth - 1)
        }
    }

    private static func digest(of value: JSONValue) -> String {
        String(SHA256.hex(of: Array(value.line.utf8)).prefix(8))
    }

    private static func pointer(to path: [String]) -> String {
        path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    private static func path(of pointer: String) -> [String] {
        let tokens = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        // A person may have damaged the record. It then stands for a member that does not exist.
        if tokens.isEmpty {
            return [""]
        }
        return tokens.map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }
}
