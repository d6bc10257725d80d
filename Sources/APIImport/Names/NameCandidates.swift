/// The facts about an operation from which its name is made.
struct NamedOperation {
    var operationID: String?
    /// The first tag, without the words that all tags share.
    var tag: Words?
    /// The verb of HTTP, in lowercase.
    var verb: String
    var path: OperationPath
    /// The version in the path, such as `v2`.
    var version: String?
    /// Indicates whether the response is a list, or an object around one.
    var returnsList = false
    /// Indicates whether this is the method that returns the response as a stream, of an operation that has both.
    var isStream = false
    /// The name that the vendor gives its own libraries in an extension: namespaces and function.
    var vendorName: [Words]?
    /// The identity of the operation, by which a repeated import finds its earlier name.
    var key: String

    /// The names of the operation, from the one that a Swift developer would choose to the most specific one.
    var candidates: [[Words]] {
        var names: [[Words]] = []
        if let vendorName { names.append(vendorName) }
        if let id = idWords {
            names += [fromDots, fromTag(id), fromPath(id), fromNamespace(id)].compactMap(\.self).prefix(1)
            names.append(fromID(id))
            if let version { names.append(fromID(id + Words([version]))) }
        }
        names.append(pathName)
        if let last = pathName.last {
            names.append(pathName.dropLast() + [last + ["with"] + parameters])
            names.append(pathName.dropLast() + [last + Words([verb]) + (version.map { [$0] } ?? [])])
        }
        names = names.map { $0.filter { !$0.isEmpty } }.filter { !$0.isEmpty }
        return isStream ? names.flatMap(streamNames) : names
    }

    /// Returns the names of a method that returns a stream: `replies.stream` beside `replies.create`.
    private func streamNames(_ name: [Words]) -> [[Words]] {
        guard let last = name.last else { return [] }
        let long = Array(name.dropLast()) + [last + ["stream"]]
        let isPlain = ["create", "get", "list"].contains(last.list.joined())
        return isPlain ? [name.dropLast() + [["stream"]], long] : [long]
    }

    /// The words of the path's parameters, without any word twice.
    private var parameters: Words {
        var seen: Set<String> = []
        return Words(path.parameters.flatMap(\.list).filter { seen.insert($0).inserted })
    }
}

// MARK: Names from the operationId

extension NamedOperation {
    /// The words of the operationId without what generators append: FastAPI's path and verb, the version, and `By` with
    /// the last parameter.
    private var idWords: Words? {
        guard let operationID else { return nil }
        var words = Words(operationID)
        let all = path.words
        for ending in [all + [verb], ["by", "id"], ["method"]] where words.list.count > ending.count {
            if words.list.suffix(ending.count).elementsEqual(ending) { words.list.removeLast(ending.count) }
        }
        if let version, words.list.count > 1, words.list.last == version { words.list.removeLast() }
        if words.list.count > 2, words.list.suffix(2).elementsEqual(["by", "id"]) { words.list.removeLast(2) }
        return words.isEmpty ? nil : words
    }

    /// Returns `repos.listForUser` for `repos/list-for-user`, and the same for dots, if the vendor has separated the
    /// namespaces.
    private var fromDots: [Words]? {
        guard let operationID, operationID.contains(where: { "/.".contains($0) }) else { return nil }
        let parts = operationID.split { "/.".contains($0) }.map { Words(String($0)) }.filter { !$0.isEmpty }
        return parts.count > 1 ? parts : nil
    }

    /// Returns the name without the tag's words at its front.
    private func fromTag(_ id: Words) -> [Words]? {
        guard let tag, let rest = id.dropping(tag), !rest.isEmpty else { return nil }
        return [tag, rest]
    }

    /// Returns `chat.completions.create` for `createChatCompletion`, if the words after the verb are the path's.
    private func fromPath(_ id: Words) -> [Words]? {
        guard let (word, rest) = split(id) else { return nil }
        var fixed = path.fixed
        if fixed.last.map({ $0 == [word] }) ?? false, fixed.count > 1 { fixed.removeLast() }
        let all = path.words
        let ends = fixed.indices.contains { Words(fixed[$0...].flatMap(\.list)).matches(rest) }
        guard ends || Words(all).matches(rest) else { return nil }
        if Verbs.http.contains(word) || fixed.count < path.fixed.count { return pathName }
        return fixed + [[word]]
    }

    /// Returns the verb of an operationId and the other words. The verb is at its beginning or at its end.
    private func split(_ id: Words) -> (verb: String, rest: Words)? {
        guard let first = id.list.first, let last = id.list.last, id.list.count > 1 else { return nil }
        if Verbs.contains(first) { return (first, Words(id.list.dropFirst())) }
        return Verbs.contains(last) ? (last, Words(id.list.dropLast())) : nil
    }

    /// Returns the name in the namespace of the tag or the path, without the namespace's words after the verb.
    private func fromNamespace(_ id: Words) -> [Words]? {
        guard let namespace else { return nil }
        guard let first = id.list.first, Verbs.contains(first), let rest = Words(id.list.dropFirst()).dropping(namespace)
        else { return [namespace, withoutWeakVerb(id)] }
        return [namespace, withoutWeakVerb(Words([first]) + rest)]
    }

    /// Returns `follow` for `postFollow`.
    private func withoutWeakVerb(_ words: Words) -> Words {
        guard words.list.count > 1, Verbs.weak.contains(words.list[0]), Verbs.contains(words.list[1]),
            path.fixed.last?.list.first == words.list[1]
        else { return words }
        return Words(words.list.dropFirst())
    }

    /// Returns the whole operationId in its namespace.
    private func fromID(_ id: Words) -> [Words] { [namespace, id].compactMap(\.self) }

    private var namespace: Words? { tag ?? path.fixed.first }
}

// MARK: Names from the path

extension NamedOperation {
    /// The fixed segments as namespaces, and a function named by verb and shape: `pins.comments.list`.
    private var pathName: [Words] {
        var fixed = path.fixed
        guard let last = fixed.last else { return [function] }
        // A verb as the last segment names the function, as in `POST /jobs/{id}/cancel`.
        if fixed.count > 1, !path.endsWithParameter, let first = last.list.first, Verbs.contains(first),
            !(last.list.count == 1 && first.isPlural), verb != "delete"
        {
            return fixed
        }
        // A part of the resource before it, such as `/accounts/{id}/note`.
        if fixed.count > 1, !path.endsWithParameter, !(last.list.last?.isPlural ?? false) {
            fixed.removeLast()
            let word: Words = verb == "get" ? ["get"] : function
            return fixed + [word + last]
        }
        return fixed + [function]
    }

    /// The function for the verb of HTTP: `list`, `get`, `create`, `replace`, `update`, `delete`.
    private var function: Words {
        switch verb {
        case "get":
            if path.endsWithParameter { return ["get"] }
            return returnsList ? ["list"] : ["get"]
        case "post": return path.endsWithParameter ? ["update"] : ["create"]
        case "put": return ["replace"]
        case "patch": return ["update"]
        default: return [verb]
        }
    }
}
