/// The facts about an operation from which its name is made.
struct NamedOperation {
    var operationID: String?
    /// The first tag, without the words that all tags share.
    var tag: Words?
    /// The verb of HTTP, in lowercase.
    var verb: String
    var path: OperationPath
    /// The words of the version in the path, such as `v2`.
    var version: Words?
    /// Indicates whether the document describes the response.
    var describesResponse = true
    /// Indicates whether the response is a list.
    var returnsList = false
    /// Indicates whether the response is an object with a list, as a page is.
    var returnsPage = false
    /// Indicates whether this is the method that returns the response as a stream, of an operation that has both.
    var isStream = false
    /// The verb and the object of the summary.
    var summary: SummaryVerb?
    /// Indicates whether the name is made with HTTP's verb, although the summary has another one.
    var ignoresSummaryVerb = false
    /// The name that the vendor gives its own libraries in an extension: namespaces and function.
    var vendorName: [Words]?
    /// The identity of the operation, by which a repeated import finds its earlier name.
    var key: String

    /// The names of the operation, from the one that a Swift developer would choose to the most specific one.
    var candidates: [[Words]] {
        candidates(withVersion: false)
    }

    /// Returns the names of the operation.
    ///
    /// - Parameter withVersion: Indicates whether the name with the version is preferred to that with the parameters,
    ///   because an operation of another version has the short name.
    func candidates(withVersion: Bool) -> [[Words]] {
        var names: [[Words]] = []
        if let vendorName {
            names.append(vendorName)
        }
        let id = idWords
        if let id {
            let best = [fromDots, fromTag(id), fromPath(id), fromNamespace(id)]
            names += best.compactMap(\.self).prefix(1)
        }
        if names.isEmpty {
            names.append(pathName)
        }
        // Older versions of an operation have the version in their names.
        if let version,
            let first = names.first,
            let last = first.last
        {
            names.append(first.dropLast() + [last + version])
        }
        if let id {
            names.append(fromID(id))
        }
        if let last = pathName.last,
            !parameters.isEmpty,
            version == nil || !withVersion
        {
            names.insert(pathName.dropLast() + [last + ["by"] + parameters], at: min(1, names.count))
        }
        if let first = names.first, let whole = withAllWords(first) {
            // The name with the version says more about an older operation.
            if withVersion, version != nil {
                names.insert(whole, at: min(2, names.count))
            } else {
                names.insert(whole, at: 1)
            }
        }
        if let wholeSummary, names.first == pathName {
            names.insert(wholeSummary, at: 1)
        }
        names.append(pathName)
        if let last = pathName.last {
            names.append(pathName.dropLast() + [last + Words([verb]) + (version ?? [])])
        }
        names = names.map { $0.filter { !$0.isEmpty } }.filter { !$0.isEmpty }
        if isStream {
            return names.flatMap(streamNames)
        }
        return names
    }

    /// Returns the names of a method that returns a stream: `replies.stream` beside `replies.create`.
    private func streamNames(for name: [Words]) -> [[Words]] {
        guard let last = name.last else { return [] }
        let long = Array(name.dropLast()) + [last + ["stream"]]
        guard ["create", "get", "list"].contains(last.list.joined()) else {
            return [long]
        }
        return [
            name.dropLast() + [["stream"]],
            long,
        ]
    }

    /// The words of the path's parameters, without any word twice.
    private var parameters: Words {
        var seen: Set<String> = []
        let words = path.parameters.flatMap(\.list)
        return Words(words.filter { seen.insert($0).inserted })
    }
}

// MARK: Names from the operationId

extension NamedOperation {
    /// The words of the operationId without what generators append: FastAPI's path and verb, the version, and `By` with
    /// the last parameter.
    private var idWords: Words? {
        idWords(withParameters: false)
    }

    /// Returns the words of the operationId.
    ///
    /// - Parameter withParameters: Indicates whether `By` with the last parameter stays.
    private func idWords(withParameters: Bool) -> Words? {
        guard var operationID else { return nil }
        // NestJS writes the class before the function: `MembersController_findAll`.
        for ending in ["Controller_", "Controller."] {
            if let range = operationID.firstRange(of: ending) {
                operationID = String(operationID[range.upperBound...])
            }
        }
        var words = Words(operationID)
        let all = path.words
        let last = path.parameters.last?.list ?? []
        var endings = [
            all + [verb],
            version?.list ?? [],
            ["by"] + last,
            ["by"] + last.suffix(1),
            ["by", "id"],
        ]
        if !path.words.contains("method") {
            endings.append(["method"])
        }
        for ending in endings where !ending.isEmpty && words.list.count > ending.count {
            if ending.first == "by",
                withParameters || !path.endsWithParameter || ending.count < 2
            {
                continue
            }
            if words.list.suffix(ending.count).elementsEqual(ending) {
                words.list.removeLast(ending.count)
            }
        }
        guard !words.isEmpty else { return nil }
        return words
    }

    /// Returns a name with all words of the operationId that its namespace does not have: `media.getStreamByContainer`
    /// beside `media.getStream`, or `monitors.updateMonitors` beside `monitors.update`.
    private func withAllWords(_ name: [Words]) -> [Words]? {
        guard let id = idWords(withParameters: true) else { return nil }
        let namespace = Set(name.dropLast().flatMap(\.list).map(\.singular))
        let words = id.list
            .enumerated()
            .filter { index, word in
                let isLastPlural = index == id.list.count - 1 && word.isPlural
                return isLastPlural || !namespace.contains(word.singular)
            }
        if words.isEmpty {
            return nil
        }
        return name.dropLast() + [Words(words.map(\.element))]
    }

    /// Returns `repos.listForUser` for `repos/list-for-user`, and the same for dots, if the vendor has separated the
    /// namespaces.
    private var fromDots: [Words]? {
        guard let operationID,
            operationID.contains(where: { "/.".contains($0) })
        else { return nil }
        let texts = operationID.split { "/.".contains($0) }
        let parts = texts.map { Words(String($0)) }.filter { !$0.isEmpty }
        guard parts.count > 1 else { return nil }
        return parts
    }

    /// Returns the name without the tag's words at its front.
    private func fromTag(_ id: Words) -> [Words]? {
        guard let tag,
            let rest = id.dropping(tag),
            let first = rest.list.first
        else { return nil }
        // In `inviteUser`, the tag's word is the verb.
        let isSeparated = operationID?.contains { "/._-".contains($0) } ?? false
        guard isSeparated || Verbs.contains(first) else { return nil }
        return [tag, rest]
    }

    /// Returns `chat.completions.create` for `createChatCompletion`, if the words after the verb are the path's.
    private func fromPath(_ id: Words) -> [Words]? {
        // A path of one word says less than a tag of another one.
        let isSeparated = operationID?.contains { "-_".contains($0) } ?? false
        if let tag,
            path.fixed.count == 1,
            !path.fixed[0].matches(tag),
            !isSeparated
        {
            return nil
        }
        guard let (word, rest) = split(id) else {
            return nil
        }
        var fixed = path.fixed
        if fixed.count > 1, fixed.last == [word] {
            fixed.removeLast()
        }
        let plain = Words(rest.list.filter { $0 != "by" })
        let ends = fixed.indices.contains { index in
            let ending = Words(fixed[index...].flatMap(\.list))
            return ending.spells(rest)
        }
        guard ends || Words(path.words).spells(plain) else {
            return nil
        }
        // The path's own verb says more than HTTP's, and than `create` and `update` before it.
        let isWeak = Verbs.weak.contains(word) || word == "update"
        let isNamed = endsWithVerb && isWeak
        if Verbs.http.contains(word) || fixed.count < path.fixed.count || isNamed {
            return pathName
        }
        return joined(fixed, function: [word])
    }

    /// Returns the verb of an operationId and the other words. The verb is at its beginning or at its end.
    private func split(_ id: Words) -> (verb: String, rest: Words)? {
        guard let first = id.list.first,
            let last = id.list.last
        else { return nil }
        if id.list.count == 1 {
            return splitLetters(first)
        }
        if Verbs.contains(first) {
            return (first, Words(id.list.dropFirst()))
        }
        if Verbs.contains(last) {
            return (last, Words(id.list.dropLast()))
        }
        return nil
    }

    /// Splits `getspendlimit`, in which nothing separates the words, if the rest is spelled like the path.
    private func splitLetters(_ word: String) -> (verb: String, rest: Words)? {
        let fixed = path.fixed
        for start in fixed.indices {
            let ending = Words(fixed[start...].flatMap(\.list))
            let singular = ending.list.map(\.singular)
            for letters in [ending.list.joined(), singular.joined()] where word.hasSuffix(letters) {
                let verb = String(word.dropLast(letters.count))
                if Verbs.contains(verb) {
                    return (verb, ending)
                }
            }
        }
        return nil
    }

    /// Returns the name in the namespace of the tag or the path, without the namespace's words after the verb.
    private func fromNamespace(_ id: Words) -> [Words]? {
        guard let namespace,
            !id.spells(namespace)
        else { return nil }
        guard let first = id.list.first,
            Verbs.contains(first),
            let rest = Words(id.list.dropFirst()).dropping(namespace)
        else {
            return [
                namespace,
                withoutWeakVerb(withoutObject(id, in: namespace)),
            ]
        }
        return [
            namespace,
            withoutWeakVerb(Words([first]) + rest),
        ]
    }

    /// Returns `batchDelete` for `batchDeleteMessages` in the namespace `messages`.
    private func withoutObject(_ words: Words, in namespace: Words) -> Words {
        let start = Words(words.list.dropLast(namespace.list.count))
        guard !start.isEmpty,
            start.list.allSatisfy(Verbs.contains),
            Words(words.list.suffix(namespace.list.count)).matches(namespace)
        else { return words }
        return start
    }

    /// Returns `follow` for `postFollow`.
    private func withoutWeakVerb(_ words: Words) -> Words {
        guard words.list.count > 1,
            Verbs.weak.contains(words.list[0]),
            Verbs.contains(words.list[1]),
            path.fixed.last?.list.first == words.list[1]
        else { return words }
        return Words(words.list.dropFirst())
    }

    /// Returns the whole operationId in its namespace.
    private func fromID(_ id: Words) -> [Words] {
        [namespace, id].compactMap(\.self)
    }

    private var namespace: Words? {
        tag ?? path.fixed.first
    }
}

extension [NamedOperation] {
    /// Ignores the verbs of summaries by which several operations would want one name, such as a `PUT` and a `PATCH`
    /// that both update.
    mutating func ignoreCollidingSummaries() {
        let wanted = map {
            $0.candidates.first ?? []
        }
        let groups = Dictionary(grouping: indices) { wanted[$0] }
        for group in groups.values where group.count > 1 {
            for index in group {
                self[index].ignoresSummaryVerb = true
            }
        }
    }
}
