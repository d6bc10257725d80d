/// The lowering of a method's responses to variants: the result of each, and the arguments that request it.
struct VariantLowering {
    let catalogue: Catalogue
    /// The method as its file states it.
    let syntax: MethodSyntax
    /// The method with its parameters.
    let method: Method

    var problems: Problems { catalogue.problems }
    var source: MethodNode { syntax.source }

    /// Returns the variants of the method. The plain variant comes first.
    func variants(types: inout TypeLowering) -> [Variant] {
        switch syntax.responses {
        case .none:
            return [variantWithoutResponse()]
        case .malformed:
            return [Variant(result: .any)]
        case .single(let response):
            var variant = Variant(result: .any)
            describe(&variant, by: response, words: [], types: &types)
            if response.isNull, method.stream == nil {
                variant.content = .nothing
            }
            return [variant]
        case .variants(let responses):
            return variants(from: responses, types: &types)
        case .statuses(let responses):
            return [StatusLowering(variants: self).variant(from: responses, types: &types)]
        case .events(let responses):
            return events(from: responses, types: &types)
        }
    }

    /// Returns the variant of a method that states no response.
    private func variantWithoutResponse() -> Variant {
        var variant = Variant(result: .any)
        // A method has a result if it reads, if it has a `result` key, or if it is an upload or a stream.
        let isPlain = !syntax.sendsFile && method.stream == nil
        if method.stream?.format == .chunks {
            variant.content = .bytes
        } else if isPlain, !method.isRead, method.resultKey == nil {
            variant.content = .nothing
        }
        return variant
    }

    /// Returns the variants for responses that arguments request. Reports those that are named after a status.
    private func variants(
        from responses: [ResponseSyntax],
        types: inout TypeLowering
    ) -> [Variant] {
        for response in responses where StatusName(response.key.value) != nil {
            problems.error(
                at: response.key.keyPosition,
                "\"\(response.key.value)\" is a status; expected the name of a variant, or \"statuses\" instead of "
                    + "\"variants\"")
        }
        let isAlone = responses.count == 1
        return settled(responses.map { draft(from: $0, isAlone: isAlone, types: &types) })
    }

    /// Returns a response with the arguments that request it.
    private func draft(
        from response: ResponseSyntax,
        isAlone: Bool,
        types: inout TypeLowering
    ) -> VariantDraft {
        let key = response.key.value
        var words: [String] = []
        if !isAlone {
            words = splitWords(of: key).filter { $0 != "response" }
        }
        var draft = VariantDraft(variant: Variant(wire: key, result: .any), words: words)
        describe(&draft.variant, by: response, words: words, types: &types)
        draft.variant.swift = response.swift
        let choice = VariantChoice(catalogue, method: method, types: types.table)
        if let when = response.when {
            choice.apply(when, to: &draft)
        } else {
            choice.apply(words, to: &draft)
        }
        return draft
    }

    /// Completes a variant with the type, the content and the header fields of its response.
    private func describe(
        _ variant: inout Variant,
        by response: ResponseSyntax,
        words: [String],
        types: inout TypeLowering
    ) {
        variant.content = response.media.response
        variant.accept = response.media.accept
        variant.headers = headers(of: response, types: &types)
        variant.deprecation = response.deprecation
        switch variant.content {
        case .json, .nothing:
            variant.result = result(of: response, words: words, types: &types)
        case .text:
            variant.result = .string
        case .bytes:
            break
        }
        if variant.content != .json {
            checkScalar(response.schema)
        }
        if response.media.isEmpty,
            let format = response.schema.format,
            format.text == "binary"
        {
            problems.warning(
                at: format,
                "the response is read as JSON; for bytes, expected \"content\" with their media type")
        }
    }

    /// Reports a schema of text or bytes that describes another kind of value.
    func checkScalar(_ schema: SchemaSyntax) {
        let node = schema.node
        let type = node[.type] ?? Key.ofStructures.lazy.compactMap { node[$0] }.first
        if let type, type.string != "string" {
            problems.error(
                at: type.keyPlace,
                "a response with this \"content\" is no JSON; leave out \"\(type.key)\"")
        }
    }

    /// Lowers the header fields that a response lists.
    func headers(of response: ResponseSyntax, types: inout TypeLowering) -> [Variant.HeaderField] {
        response.headers.map { field in
            let context = source.context(of: Variant.HeaderField.shortName(of: field.name), in: "/headers")
            let type = types.use(of: field.schema, in: context).type
            if field.schema.isObject, !types.isHeaderValue(type) {
                problems.error(
                    at: field.schema,
                    "a header field holds a scalar, an enumeration or a list of them")
            }
            return Variant.HeaderField(
                name: field.name,
                swift: field.swift,
                type: type,
                documentation: field.documentation)
        }
    }

    /// Returns the type of a response, without the envelope.
    private func result(
        of response: ResponseSyntax,
        words: [String],
        types: inout TypeLowering
    ) -> TypeUse {
        let schema = response.schema
        if schema.isObject {
            catalogue.checkRequired(schema)
        }
        let inner = catalogue.conventions.unwrapped(schema)
        let wrapper = inner.properties?.schemas.first {
            $0.key == method.resultKey || $0.key == catalogue.conventions.wire.envelope.result
        }
        if let wrapper {
            problems.warning(
                at: wrapper.keyPosition,
                "\"result\" removes \"\(wrapper.key)\" from the response; describe only the value under it")
        }
        let name = (words + ["result"]).joined(separator: "_")
        var context = source.context(of: name, in: "/" + name)
        context.isNamed = true
        guard inner.isObject else {
            return types.use(of: inner, in: context).element
        }
        catalogue.check(inner, as: .response)
        return types.use(ofChecked: inner, in: context).element
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
        omitChosenFlags(in: &drafts)
        separate(&drafts)
        number(&drafts)
        return drafts.map(\.variant)
    }

    /// Removes the arguments for flags that are constants of some variant. Such an argument would only select another
    /// variant.
    private func omitChosenFlags(in drafts: inout [VariantDraft]) {
        let flags = drafts.flatMap(\.variant.constants).filter { constant in
            if case .flag = constant.value {
                true
            } else {
                false
            }
        }
        let names = Set(flags.map(\.name))
        for index in drafts.indices {
            let constants = Set(drafts[index].variant.constants.map(\.name))
            let chosen = constants.union(names)
            let own = method.parameters.map(\.name)
            drafts[index].variant.omits += own.filter(chosen.contains)
        }
    }

    /// Distinguishes functions of the same name. They must differ in their required arguments, and neither may accept
    /// all arguments that the other requires.
    private func separate(_ drafts: inout [VariantDraft]) {
        for later in drafts.indices.dropFirst() {
            for earlier in 0..<later {
                let first = drafts[earlier].variant
                let second = drafts[later].variant
                if first.name != second.name {
                    continue
                }
                let more = second.requires.filter {
                    !first.requires.contains($0) && !first.omits.contains($0)
                }
                let less = first.requires.filter {
                    !second.requires.contains($0) && !second.omits.contains($0)
                }
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
                var suffix = drafts[later].words
                if suffix.isEmpty || count > 2 {
                    suffix.append(String(count))
                }
                drafts[later].variant.suffix = suffix
                count += 1
            }
        }
    }
}

extension Variant {
    /// The name of the function. Variants with the same name are overloads.
    fileprivate var name: [String] {
        swift.map { [$0] } ?? suffix
    }

    /// Indicates whether the calls of two variants could not be told apart.
    fileprivate func isSameCall(as other: Variant) -> Bool {
        name == other.name && Set(requires) == Set(other.requires)
    }
}

/// Returns the words of a name in lowercase, for names such as `userIds_Extended_Response` and `user_ids`.
func splitWords(of text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var wasLower = false
    for byte in text.utf8 {
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
        let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        let isASCII = byte < 128
        let isWord = isUpper || isLower || isDigit || !isASCII
        let beginsWord = isUpper && wasLower
        if !isWord || beginsWord {
            if !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
            }
            word = []
        }
        if isWord {
            word.append(isUpper ? byte + 32 : byte)
        }
        wasLower = isWord && !isUpper
    }
    if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
    }
    return words
}

extension Key {
    /// The keywords of schemas for objects, lists and unions.
    fileprivate static let ofStructures: [Key] = [
        .properties, .items, .allOf, .oneOf, .anyOf, .ref, .enum, .const,
    ]
}

extension TypeLowering {
    /// Indicates whether a header field can hold a value of the type.
    fileprivate func isHeaderValue(_ use: TypeUse, inList: Bool = false) -> Bool {
        switch use {
        case .integer, .number, .boolean, .string, .formatted, .scalars:
            return true
        case .array(let element):
            return !inList && isHeaderValue(element, inList: true)
        case .any, .null, .dictionary, .optional:
            return false
        case .named(let id):
            if case .enumeration? = table.declarations[id]?.shape {
                return true
            }
            guard let definition = catalogue.definitions.byID[id],
                let schema = catalogue.followed(definition.schema)
            else {
                return false
            }
            return schema.values != nil || schema.type?.onlyName != "object"
        }
    }
}
