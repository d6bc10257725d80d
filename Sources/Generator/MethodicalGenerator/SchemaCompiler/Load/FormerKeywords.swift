/// The keywords that the dialect had when some words had several meanings.
///
/// Files may still use them. The nodes get the current keywords, so that no reader knows the former ones, and the
/// changes of the text are recorded for `methodical check --rewrite`.
struct FormerKeywords {
    /// A former keyword with the current one.
    private struct Renaming: Hashable {
        var former: String
        var current: Key
        /// Indicates whether VK's files have the former keyword, which is then correct.
        var isOfVK = false
    }

    /// The places of a former keyword.
    private struct Uses {
        var first: Place
        var count: Int
    }

    private var uses: [Renaming: Uses] = [:]
    private var edits: [(renaming: Renaming, edits: [TextEdit])] = []
    /// The numbers of the nodes whose text changes.
    private var editedNodes: Set<Int> = []
    /// The current keywords of methods by their former ones, by the number of the method's node.
    private var keysOfMethods: [Int: [String: Renaming]] = [:]

    /// Updates the keywords of `api.json`, if there is one.
    init(updating settings: JSONNode?) {
        if let settings {
            update(settings: settings)
        }
    }

    private mutating func update(settings: JSONNode) {
        rename("errors", to: .errorCodes, in: settings)
        rename("responses", to: .decoding, in: settings)
        if let decoding = settings[.decoding] {
            rename("reading", to: .mismatches, in: decoding)
        }
        if let user = settings[.signIn]?["user"] {
            rename(Key.method.rawValue, to: .call, in: user)
        }
        for rule in settings.list(at: .defaults) {
            if rule[.parameters]?.string != nil {
                rename(Key.parameters.rawValue, to: .in, in: rule)
            }
            updatePoll(of: rule)
        }
    }

    /// Updates the keywords of the methods and the overlays, which must have been applied.
    mutating func update(_ loaded: Loaded, resolver: ReferenceResolver) {
        for method in loaded.files.flatMap({ $0.root.list(at: .methods) }) {
            update(method: method)
        }
        update(overlays: loaded.overlays, resolver: resolver)
    }

    private mutating func update(method: JSONNode) {
        if let responses = method["responses"] {
            let current = Self.keyword(for: responses, of: method)
            let renaming = Renaming(former: "responses", current: current, isOfVK: current == .variants)
            rename(renaming, in: method)
        }
        rename(Renaming(former: "errors", current: .throws, isOfVK: true), in: method)
        updatePoll(of: method)
        if let pages = method[.pages] {
            updateCall(of: pages)
        }
        if let upload = method[.upload] {
            rename(Key.server.rawValue, to: .address, in: upload)
            updateSave(of: upload)
        }
    }

    /// Returns the current keyword for `responses`, which had three meanings.
    private static func keyword(for responses: JSONNode, of method: JSONNode) -> Key {
        if method[.stream] != nil {
            return .events
        }
        let hasStatuses = responses.keys.contains { StatusName($0) != nil || Int($0) != nil }
        return hasStatuses ? .statuses : .variants
    }

    private mutating func updatePoll(of object: JSONNode) {
        if let poll = object[.poll] {
            rename(Key.method.rawValue, to: .call, in: poll)
        }
    }

    /// Moves the parameters and keys of `cursor` and `next` into the method that continues.
    private mutating func updateCall(of pages: JSONNode) {
        let renaming = Renaming(former: "continue", current: .call)
        guard let method = pages[renaming.former],
            let name = method.string,
            pages[.call] == nil,
            let cursor = pages[.cursor],
            let next = pages[.next],
            cursor.elements.count == next.elements.count
        else {
            return rename(renaming, in: pages)
        }
        let pairs = Array(zip(cursor.elements, next.elements))
        let text = pairs.map { parameter, key -> [TextEdit.Piece] in
            [.value(at: parameter.offset), .text(": "), .value(at: key.offset)]
        }
        let values = pairs.map { parameter, key in
            key.copy(key: parameter.string ?? "")
        }
        let arguments = JSONNode(.object, key: name, at: method, children: values)
        let pieces: [TextEdit.Piece] = [.text("{")] + Array(text.joined(separator: [.text(", ")])) + [.text("}")]
        replace(method, by: arguments, text: pieces, without: [cursor, next], in: pages, renaming: renaming)
    }

    /// Moves the parameters of `response` into the method that saves a file.
    private mutating func updateSave(of upload: JSONNode) {
        let renaming = Renaming(former: "save", current: .call)
        guard let method = upload[renaming.former],
            let name = method.string,
            upload[.call] == nil,
            let response = upload[.response],
            response.isArray || response.isObject
        else {
            return rename(renaming, in: upload)
        }
        replace(
            method,
            by: response.copy(key: name),
            text: [.value(at: response.offset)],
            without: [response],
            in: upload,
            renaming: renaming)
    }

    /// Replaces the name of a method by an object that contains its arguments, and removes the members that stated
    /// these before.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, with the name of the method as their key.
    ///   - text: The text of the arguments.
    private mutating func replace(
        _ method: JSONNode,
        by arguments: JSONNode,
        text: [TextEdit.Piece],
        without removed: [JSONNode],
        in object: JSONNode,
        renaming: Renaming
    ) {
        let call = JSONNode(.object, key: renaming.current.rawValue, at: method, children: [arguments])
        var edits = [
            TextEdit(renaming: method, to: renaming.current.rawValue),
            TextEdit(
                replacing: method,
                by: [.text("{"), .value(at: method.offset), .text(": ")] + text + [.text("}")]),
        ]
        edits += removed.compactMap { TextEdit(removing: $0, from: object, beside: method) }
        // An overlay can have added some of the members. The text of two files cannot be merged.
        let files = Set(([method, arguments] + removed).map(\.place.file))
        record(renaming, at: method, edits: files.count == 1 ? edits : [])
        object.replace(method, with: call)
        for member in removed {
            object.remove(member)
        }
    }

    private mutating func rename(_ former: String, to current: Key, in object: JSONNode) {
        rename(Renaming(former: former, current: current), in: object)
    }

    private mutating func rename(_ renaming: Renaming, in object: JSONNode) {
        let key = renaming.current.rawValue
        guard let member = object[renaming.former], object[key] == nil else { return }
        object.replace(member, with: member.copy(key: key))
        keysOfMethods[object.number, default: [:]][renaming.former] = renaming
        record(renaming, at: member, edits: [TextEdit(renaming: member, to: key)])
    }

    private mutating func record(_ renaming: Renaming, at member: JSONNode, edits: [TextEdit]) {
        uses[renaming, default: Uses(first: member.keyPlace, count: 0)].count += 1
        self.edits.append((renaming, edits))
        editedNodes.insert(member.number)
    }
}

// MARK: Overlays

extension FormerKeywords {
    /// Updates the pointers of overlays that lead through a former keyword, and the keywords that they merge into a
    /// method. Both were applied before the methods were updated, so only their text changes.
    private mutating func update(overlays: [SchemaFile], resolver: ReferenceResolver) {
        for correction in overlays.flatMap({ $0.root.list(at: .overlay) }) {
            guard let at = correction[.at],
                let reference = at.string.map(Reference.init),
                let method = method(in: reference, resolver: resolver),
                let keys = keysOfMethods[method.number]
            else {
                continue
            }
            if reference.tokens.count == 2 {
                updateMerge(of: correction, keys: keys)
            } else if let renaming = keys[reference.tokens[2]] {
                updatePointer(at, renaming: renaming)
            }
        }
    }

    /// Replaces the keywords that a correction merges into a method. A member that the method lacked has become one of
    /// its members, so that its text changes already.
    private mutating func updateMerge(of correction: JSONNode, keys: [String: Renaming]) {
        for member in correction.list(at: .merge) where !editedNodes.contains(member.number) {
            if let renaming = keys[member.key] {
                record(renaming, at: member, edits: [TextEdit(renaming: member, to: renaming.current.rawValue)])
            }
        }
    }

    /// Returns the method that a pointer leads through.
    private func method(in reference: Reference, resolver: ReferenceResolver) -> JSONNode? {
        let tokens = reference.tokens
        guard tokens.count >= 2,
            tokens[0] == Key.methods.rawValue
        else {
            return nil
        }
        let methods = resolver.file(atPath: reference.path)?.root[.methods]
        return methods?.child(tokens[1]) ?? methods?.element(named: tokens[1])
    }

    /// Replaces the keyword after the method in a pointer. A pointer that JSON may have to escape stays, because the
    /// former keyword remains valid there.
    private mutating func updatePointer(_ at: JSONNode, renaming: Renaming) {
        let text = at.string ?? ""
        let mayNeedEscapes = text.utf8.contains { byte in
            byte < UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        }
        // The parts are the file, `methods`, the method and the keyword.
        guard !mayNeedEscapes, let hash = text.firstIndex(of: "#") else { return }
        var parts = text[hash...].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 3 else { return }
        parts[3] = renaming.current.rawValue
        let pointer = text[..<hash] + parts.joined(separator: "/")
        record(
            renaming,
            at: at,
            edits: [TextEdit(replacing: at, by: [.text("\"\(pointer)\"")])])
    }
}

// MARK: Results

extension FormerKeywords {
    /// Reports each former keyword once, at its first place.
    ///
    /// - Parameter isVK: Indicates whether the files are VK's.
    func report(isVK: Bool, to problems: Problems) {
        let reported = uses.filter { !isVK || !$0.key.isOfVK }
        for (renaming, uses) in reported.sorted(by: { $0.value.first < $1.value.first }) {
            let others: String
            switch uses.count - 1 {
            case 0: others = ""
            case 1: others = ", here and at another place"
            case let count: others = ", here and at \(count) other places"
            }
            problems.warning(
                at: uses.first,
                "\"\(renaming.former)\" is called \"\(renaming.current.rawValue)\" now\(others); "
                    + "`methodical check --rewrite` updates the files")
        }
    }

    /// Returns the changes of the files' text.
    ///
    /// - Parameter isVK: Indicates whether the files are VK's.
    func textEdits(isVK: Bool) -> [TextEdit] {
        edits.filter { !isVK || !$0.renaming.isOfVK }.flatMap(\.edits)
    }

    /// The keywords that can stand for another one in the pointers of references and overlays. Such a pointer remains
    /// valid, whichever of them the file has.
    static let synonymsInPointers: [String: [String]] = {
        let responses = ["responses", Key.variants.rawValue, Key.statuses.rawValue, Key.events.rawValue]
        let errors = ["errors", Key.throws.rawValue]
        var synonyms: [String: [String]] = [:]
        for group in [responses, errors] {
            for keyword in group {
                synonyms[keyword] = group
            }
        }
        return synonyms
    }()
}
