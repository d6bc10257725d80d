/// The lowering of a method's responses to variants: the result of each, and the arguments that request it.
struct VariantLowering {
    let catalogue: Catalogue
    let source: MethodNode
    /// The method with its parameters.
    let method: Method

    private var problems: Problems { catalogue.problems }

    /// Returns the variants of the method. The plain variant comes first.
    func variants(_ types: inout TypeLowering) -> [Variant] {
        let node = source.node
        if let response = node[.response] {
            if let other = node[.responses] {
                problems.error(other.keyPlace, "a method has \"response\" or \"responses\", not both")
            }
            let isEmpty = response.isObject && response[.type]?.string == "null"
            let result = result(response, [], &types)
            return [Variant(result: result, isEmpty: isEmpty, deprecation: catalogue.deprecation(response))]
        }
        // A method has a result if it reads, if it has a `result` key, or if it is an upload.
        let isEmpty = !method.isRead && method.resultKey == nil && !source.sendsFile
        guard let responses = node[.responses] else { return [Variant(result: .any, isEmpty: isEmpty)] }
        guard responses.isObject, responses.first != nil else {
            problems.error(responses, "expected at least one response, {\"response\": {...}}")
            return [Variant(result: .any)]
        }
        return settled(responses.children.map { draft($0, isAlone: responses.children.count == 1, &types) })
    }

    /// Returns a response with the arguments that request it.
    private func draft(_ node: JSONNode, isAlone: Bool, _ types: inout TypeLowering) -> VariantDraft {
        if node.key.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) {
            problems.error(
                node.keyPlace,
                "\"responses\" lists variants that arguments select, not statuses; "
                    + "describe the successful response under \"response\"")
        }
        let words = isAlone ? [] : splitWords(node.key).filter { $0 != "response" }
        var draft = VariantDraft(
            variant: Variant(wire: node.key, result: result(node, words, &types)), words: words)
        draft.variant.deprecation = catalogue.deprecation(node)
        draft.variant.swift = catalogue.swiftName(node)
        let choice = VariantChoice(catalogue, method, types.table)
        if let when = node[.when] { choice.apply(when, to: &draft) } else { choice.apply(words, to: &draft) }
        return draft
    }

    /// Returns the type of a response, without the envelope.
    private func result(_ node: JSONNode, _ words: [String], _ types: inout TypeLowering) -> TypeUse {
        if node.isObject {
            _ = catalogue.schema(node, as: .response)
            catalogue.checkRequired(node)
        }
        let inner = catalogue.unwrapped(node)
        let wrapper = inner.list(.properties).first {
            $0.key == method.resultKey || $0.key == catalogue.conventions.wire.envelope.result
        }
        if let wrapper {
            problems.warning(
                wrapper.keyPlace,
                "\"result\" removes \"\(wrapper.key)\" from the response; describe only the value under it")
        }
        let name = ([source.function] + words + ["result"]).joined(separator: "_")
        let id = (words + ["result"]).joined(separator: "_")
        var spot = Spot(owner: source.owner, parent: source.name + "/" + id, key: name, unit: source.file.unit)
        spot.isNamed = true
        guard inner.isObject else { return types.use(inner, spot).element }
        return types.use(catalogue.schema(inner, as: .response), spot).element
    }

    // MARK: Distinguishing variants

    /// Puts the plain response first, and makes sure that every response can be requested unambiguously.
    private func settled(_ given: [VariantDraft]) -> [Variant] {
        var drafts = given
        let plain = drafts.firstIndex { $0.isPlain } ?? 0
        drafts.insert(drafts.remove(at: plain), at: 0)
        // If no response is plain, the first one becomes the response of a call without further arguments.
        if !drafts[0].isPlain {
            drafts[0].variant.suffix = []
            drafts[0].variant.requires = []
            drafts[0].variant.constants = []
        }
        omitChosenFlags(&drafts)
        separate(&drafts)
        number(&drafts)
        return drafts.map(\.variant)
    }

    /// Removes the arguments for flags that are constants of some variant. Such an argument would only select another
    /// variant.
    private func omitChosenFlags(_ drafts: inout [VariantDraft]) {
        let flags = drafts.flatMap(\.variant.constants).filter { if case .flag = $0.value { true } else { false } }
        let names = Set(flags.map(\.name))
        for index in drafts.indices {
            let constants = Set(drafts[index].variant.constants.map(\.name))
            drafts[index].variant.omits += method.parameters.map(\.name).filter(constants.union(names).contains)
        }
    }

    /// Distinguishes functions of the same name. They must differ in their required arguments, and neither may accept
    /// all arguments that the other requires.
    private func separate(_ drafts: inout [VariantDraft]) {
        for later in drafts.indices.dropFirst() {
            for earlier in 0..<later where drafts[earlier].variant.name == drafts[later].variant.name {
                let (first, second) = (drafts[earlier].variant, drafts[later].variant)
                let more = second.requires.filter { !first.requires.contains($0) && !first.omits.contains($0) }
                let less = first.requires.filter { !second.requires.contains($0) && !second.omits.contains($0) }
                if !more.isEmpty {
                    drafts[earlier].variant.omits += more
                } else {
                    drafts[later].variant.omits += less
                }
            }
        }
    }

    /// Appends numbers to the names of functions that could not be told apart otherwise.
    private func number(_ drafts: inout [VariantDraft]) {
        for later in drafts.indices.dropFirst() {
            var count = 2
            while drafts[..<later].contains(where: { $0.variant.isSameCall(as: drafts[later].variant) }) {
                let words = drafts[later].words
                drafts[later].variant.suffix = words.isEmpty || count > 2 ? words + [String(count)] : words
                count += 1
            }
        }
    }
}

extension Variant {
    /// The name of the function. Variants with the same name are overloads.
    fileprivate var name: [String] { swift.map { [$0] } ?? suffix }

    /// Indicates whether the calls of two variants could not be told apart.
    fileprivate func isSameCall(as other: Variant) -> Bool {
        name == other.name && Set(requires) == Set(other.requires)
    }
}

/// Returns the words of a name in lowercase, for names such as `userIds_Extended_Response` and `user_ids`.
func splitWords(_ text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var wasLower = false
    for byte in text.utf8 {
        let isUpper = byte >= 65 && byte <= 90
        let isWord = isUpper || byte >= 97 && byte <= 122 || byte >= 48 && byte <= 57 || byte >= 128
        if !isWord || isUpper && wasLower {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        if isWord { word.append(isUpper ? byte + 32 : byte) }
        wasLower = isWord && !isUpper
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
}
