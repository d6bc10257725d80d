/// A response of several, with the arguments that request it as far as its name or `when` determines them.
private struct Draft {
    var variant: Variant
    /// The words of the response's name, without `response`.
    var words: [String]
    /// Indicates whether no argument is needed to get the response.
    var isPlain: Bool { words.isEmpty && variant.requires.isEmpty && variant.constants.isEmpty }
}

extension Lowering {
    /// Returns the variants of a method. The plain variant comes first.
    func variants(of node: JSONNode, _ context: MethodContext, _ method: Method) -> [Variant] {
        if let response = node[.response] {
            if let other = node[.responses] {
                problems.error(other.keyPlace, "a method has \"response\" or \"responses\", not both")
            }
            let isEmpty = response.isObject && response[.type]?.string == "null"
            let result = result(response, context, []).element
            return [Variant(result: result, isEmpty: isEmpty, deprecation: deprecation(response))]
        }
        // A read has a result, and so has a method with a `result` key or an upload.
        let isEmpty = !method.isRead && method.resultKey == nil && node[.upload] == nil
        guard let responses = node[.responses] else { return [Variant(result: .any, isEmpty: isEmpty)] }
        guard responses.isObject, responses.first != nil else {
            let found =
                responses.isObject
                ? "expected one response at least" : "expected {\"response\": {...}}, found \(responses.described)"
            problems.error(responses, found)
            return [Variant(result: .any)]
        }
        let isAlone = responses.children.count == 1
        var drafts: [Draft] = []
        for member in responses.children {
            if member.key.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) {
                problems.error(
                    member.keyPlace,
                    "\"responses\" are answers that a caller chooses by arguments, no statuses; "
                        + "expected \"response\" with what comes if all is well"
                )
            }
            var words = splitWords(member.key)
            words.removeAll { $0 == "response" }
            let result = result(member, context, isAlone ? [] : words).element
            let variant = Variant(
                wire: member.key, result: result, deprecation: member.isObject ? deprecation(member) : nil)
            var draft = Draft(variant: variant, words: isAlone ? [] : words)
            draft.variant.swift = member.isObject ? swiftName(member) : nil
            if let when = member[.when] {
                choose(by: when, method, &draft)
            } else {
                choose(by: draft.words, method, &draft)
            }
            drafts.append(draft)
        }
        return settle(drafts, method)
    }

    /// Returns the type of a response, without the envelope.
    private func result(_ node: JSONNode, _ context: MethodContext, _ words: [String]) -> Use {
        var inner = node
        if node.isObject {
            _ = keywords.words(of: node, as: .response, &problems)
            keywords.checkRequired(node, &problems)
            inner = unwrapped(node)
            let wrapper = inner[.properties]?.children.first {
                $0.key == context.words.result || $0.key == envelopeSymbol
            }
            if let wrapper {
                problems.warning(
                    wrapper.keyPlace,
                    "\"result\" takes \"" + wrapper.key + "\" off the answer; describe only what lies under it")
            }
        }
        let name = ([context.function] + words + ["result"]).joined(separator: "_")
        let id = words.isEmpty ? "result" : words.joined(separator: "_") + "_result"
        var spot = Spot(owner: context.owner, parent: context.name + "/" + id, key: name, unit: context.unit)
        spot.isNamed = true
        guard inner.isObject else { return use(inner, spot) }
        return use(inner, keywords.words(of: inner, as: .response, &problems), spot)
    }

    // MARK: Choosing

    /// Determines the arguments of a response from the words of its name. A word can name a parameter, or a value of a
    /// parameter's enumeration. All other words are only part of the function's name.
    private func choose(by words: [String], _ method: Method, _ draft: inout Draft) {
        var at = 0
        while at < words.count {
            if let (parameter, value) = self.parameter(withValue: words[at], method), parameter.isRequired {
                // A required parameter selects the response by its value: `section` is `cities`.
                draft.variant.constants.append(
                    Variant.Constant(name: parameter.name, value: .text(value), place: parameter.place))
                draft.variant.suffix.append(words[at])
                at += 1
            } else if let (parameter, count) = parameter(named: words[at...], method) {
                let part = Array(words[at..<(at + count)])
                if parameter.type == .boolean {
                    draft.variant.constants.append(
                        Variant.Constant(name: parameter.name, value: .flag(true), place: parameter.place))
                    draft.variant.suffix += part
                } else if parameter.isRequired {
                    draft.variant.suffix += part
                } else {
                    draft.variant.requires.append(parameter.name)
                }
                at += count
            } else if words[at] == "extended" {
                // Servers accept `extended` everywhere, even if the schema does not list the parameter.
                draft.variant.constants.append(
                    Variant.Constant(name: "extended", value: .flag(true), place: method.style.parameters))
                draft.variant.suffix.append(words[at])
                at += 1
            } else {
                if let (parameter, value) = parameter(withValue: words[at], method) {
                    draft.variant.constants.append(
                        Variant.Constant(name: parameter.name, value: .text(value), place: parameter.place))
                }
                draft.variant.suffix.append(words[at])
                at += 1
            }
        }
    }

    /// Returns the parameter that the words begin with, and the number of its words. The longest match wins. Without
    /// one, returns the only parameter whose name begins with at least two of the words.
    private func parameter(named words: ArraySlice<String>, _ method: Method) -> (Parameter, Int)? {
        var best: (Parameter, Int)?
        // The number and position of items never select a response. `totalCountResponse` is only a name.
        for parameter in method.parameters where parameter.name != "count" && parameter.name != "offset" {
            let name = splitWords(parameter.name)
            if words.starts(with: name), name.count > best?.1 ?? 0 { best = (parameter, name.count) }
        }
        if best != nil { return best }
        var count = words.count
        while count >= 2 {
            let longer = method.parameters.filter { splitWords($0.name).starts(with: words.prefix(count)) }
            if longer.count == 1 { return (longer[0], count) }
            count -= 1
        }
        return nil
    }

    /// Returns the parameter that has the word among the values of its enumeration.
    private func parameter(withValue word: String, _ method: Method) -> (Parameter, String)? {
        for parameter in method.parameters {
            if case .named(let id) = parameter.type, texts(of: id).contains(word) { return (parameter, word) }
        }
        return nil
    }

    /// Returns the string values of an enumeration. If the type is not declared yet, the values come from its
    /// definition, because methods are lowered before their types.
    private func texts(of id: TypeID) -> [String] {
        if case .enumeration(let values)? = declarations[id]?.shape {
            return values.members.filter(\.isText).map(\.value)
        }
        guard let definition = definitionByID[id], let values = followed(definition.node)?[.enum], values.isArray else {
            return []
        }
        return values.children.compactMap(\.string)
    }

    /// Determines the arguments of a response from `when`: `{"extended": true}` sends a value, and `{"fields":
    /// "given"}` requires an argument.
    private func choose(by when: JSONNode, _ method: Method, _ draft: inout Draft) {
        if !when.isObject { problems.error(when, expected: "{\"extended\": true} or {\"fields\": \"given\"}") }
        for member in when.isObject ? when.children : [] {
            let name = member.key
            guard let parameter = method.parameters.first(where: { $0.name == name }) else {
                let suggestion = problems.suggestion(for: name, among: method.parameters.map(\.name))
                problems.error(member.keyPlace, "\"\(method.name)\" has no parameter \"\(name)\"\(suggestion)")
                continue
            }
            let place = parameter.place
            if member.string == "given" {
                draft.variant.requires.append(name)
            } else if let expected = expected(member, parameter) {
                problems.error(member, "\"\(name)\" has no such value: expected \(expected), found \(member.described)")
            } else if let flag = member.bool {
                draft.variant.constants.append(Variant.Constant(name: name, value: .flag(flag), place: place))
                draft.variant.suffix += flag ? splitWords(name) : ["without"] + splitWords(name)
            } else if let number = member.integer {
                draft.variant.constants.append(Variant.Constant(name: name, value: .integer(number), place: place))
                draft.variant.suffix += splitWords(name) + [String(number)]
            } else if let text = member.string {
                draft.variant.constants.append(Variant.Constant(name: name, value: .text(text), place: place))
                draft.variant.suffix += splitWords(text)
            } else {
                problems.error(member, expected: "\"given\", true, false, a number or a string")
            }
        }
    }

    /// Returns a description of the values that a parameter accepts if the given value is not one of them, or `nil` if
    /// it is.
    private func expected(_ value: JSONNode, _ parameter: Parameter) -> String? {
        switch parameter.type {
        case .boolean: return value.bool == nil ? "true, false or \"given\"" : nil
        case .integer, .number: return value.string == nil ? nil : "a number or \"given\""
        case .named(let id):
            guard let known = values(of: id), !known.isEmpty else { return nil }
            let text = value.string ?? value.numberText ?? ""
            return known.contains(text) ? nil : list(known)
        default: return nil
        }
    }

    /// Returns the values of an enumeration, which may not be declared yet.
    private func values(of id: TypeID) -> [String]? {
        if case .enumeration(let values)? = declarations[id]?.shape { return values.members.map(\.value) }
        return definitionByID[id]?.node[.enum]?.children.compactMap { $0.string ?? $0.numberText }
    }

    // MARK: Distinguishing variants

    /// Puts the plain response first, and makes sure that every response can be requested unambiguously.
    private func settle(_ given: [Draft], _ method: Method) -> [Variant] {
        var drafts = given
        let plain = drafts.firstIndex { $0.isPlain } ?? 0
        drafts.insert(drafts.remove(at: plain), at: 0)
        // If no response is plain, the first one becomes the response of a call without further arguments.
        if !drafts[0].isPlain {
            drafts[0].variant.suffix = []
            drafts[0].variant.requires = []
            drafts[0].variant.constants = []
        }
        omitChosenFlags(&drafts, method)
        separate(&drafts)
        return drafts.map(\.variant)
    }

    /// Removes the arguments for flags that are constants of some variant. Such an argument would only select another
    /// variant.
    private func omitChosenFlags(_ drafts: inout [Draft], _ method: Method) {
        var flags: Set<String> = []
        for draft in drafts {
            for constant in draft.variant.constants {
                if case .flag = constant.value { flags.insert(constant.name) }
            }
        }
        for index in drafts.indices {
            for parameter in method.parameters {
                let isConstant = drafts[index].variant.constants.contains { $0.name == parameter.name }
                if isConstant || flags.contains(parameter.name) { drafts[index].variant.omits.append(parameter.name) }
            }
        }
    }

    /// Distinguishes functions of the same name. They must differ in their required arguments, and neither may accept
    /// all arguments that the other requires.
    private func separate(_ drafts: inout [Draft]) {
        for later in drafts.indices.dropFirst() {
            for earlier in 0..<later where drafts[earlier].variant.name == drafts[later].variant.name {
                let first = drafts[earlier].variant
                let second = drafts[later].variant
                let more = second.requires.filter { !first.requires.contains($0) && !first.omits.contains($0) }
                let less = first.requires.filter { !second.requires.contains($0) && !second.omits.contains($0) }
                if !more.isEmpty {
                    drafts[earlier].variant.omits += more
                } else if !less.isEmpty {
                    drafts[later].variant.omits += less
                }
            }
        }
        for later in drafts.indices.dropFirst() {
            var count = 2
            while drafts[..<later].contains(where: { isSameCall($0.variant, drafts[later].variant) }) {
                let words = drafts[later].words
                drafts[later].variant.suffix = words.isEmpty || count > 2 ? words + [String(count)] : words
                count += 1
            }
        }
    }

    /// Indicates whether the calls of two variants could not be told apart.
    private func isSameCall(_ a: Variant, _ b: Variant) -> Bool {
        a.name == b.name && Set(a.requires) == Set(b.requires)
    }
}

extension Variant {
    /// The name of the function. Variants with the same name are overloads.
    fileprivate var name: [String] { swift.map { [$0] } ?? suffix }
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
