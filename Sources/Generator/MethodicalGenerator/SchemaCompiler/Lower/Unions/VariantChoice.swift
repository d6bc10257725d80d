/// One of several responses of a method, with the arguments that request it, as far as its name or `when` determines
/// them.
struct VariantDraft {
    var variant: Variant
    /// The words of the response's name, without `response`.
    var words: [String]

    /// Indicates whether no argument is needed to get the response.
    var isPlain: Bool {
        words.isEmpty && variant.requires.isEmpty && variant.constants.isEmpty
    }

    /// Adds an argument that is always sent.
    fileprivate mutating func send(
        _ name: String,
        value: Variant.Constant.Value,
        in place: CallStyle.Place
    ) {
        variant.constants.append(Variant.Constant(name: name, value: value, place: place))
    }
}

/// The choice of the arguments that request a response.
struct VariantChoice {
    private let method: Method
    /// The known values of parameters that are enumerations, by the parameter's name.
    private let values: [String: [Enumeration.Member]]
    private let problems: Problems

    init(_ catalogue: Catalogue, method: Method, types: TypeTable) {
        self.method = method
        problems = catalogue.problems
        var values: [String: [Enumeration.Member]] = [:]
        for parameter in method.parameters {
            guard case .named(let id) = parameter.type else {
                continue
            }
            if case .enumeration(let enumeration)? = types.declarations[id]?.shape {
                values[parameter.name] = enumeration.members
            } else if let definition = catalogue.definitions.byID[id],
                let list = catalogue.followed(definition.schema)?.values
            {
                // The definition is not lowered yet, because methods are lowered before their types.
                values[parameter.name] = list.values.compactMap { value in
                    value.scalarText.map {
                        Enumeration.Member(value: $0, isText: value.isText)
                    }
                }
            }
        }
        self.values = values
    }

    // MARK: By name

    /// Determines the arguments of a response from the words of its name. A word can name a parameter, or a value of a
    /// parameter's enumeration. All other words are only part of the function's name.
    func apply(_ words: [String], to draft: inout VariantDraft) {
        var rest = words[...]
        while let word = rest.first {
            let owner = parameter(withValue: word)
            if let owner, owner.isRequired {
                // A required parameter selects the response by its value: `section` is `cities`.
                draft.send(owner.name, value: .text(word), in: owner.place)
                draft.variant.suffix.append(word)
                rest = rest.dropFirst()
                continue
            }
            guard let match = parameter(named: rest) else {
                if word == "extended" {
                    // Servers accept `extended` everywhere, even if the schema does not list the parameter.
                    draft.send(word, value: .flag(true), in: method.style.parameters)
                } else if let owner {
                    draft.send(owner.name, value: .text(word), in: owner.place)
                }
                draft.variant.suffix.append(word)
                rest = rest.dropFirst()
                continue
            }
            let parameter = match.parameter
            if parameter.type == .boolean {
                draft.send(parameter.name, value: .flag(true), in: parameter.place)
                draft.variant.suffix += rest.prefix(match.wordCount)
            } else if parameter.isRequired {
                draft.variant.suffix += rest.prefix(match.wordCount)
            } else {
                draft.variant.requires.append(parameter.name)
            }
            rest = rest.dropFirst(match.wordCount)
        }
    }

    /// A parameter that words name.
    private struct NamedParameter {
        var parameter: Parameter
        /// The number of the words that name it.
        var wordCount: Int
    }

    /// Returns the parameter whose whole name the words begin with. The longest name wins. If there is none, returns
    /// the only parameter whose name begins with at least two of the words.
    private func parameter(named words: ArraySlice<String>) -> NamedParameter? {
        var best: NamedParameter?
        // The number and position of items never select a response. `totalCountResponse` is only a name.
        for parameter in method.parameters where parameter.name != "count" && parameter.name != "offset" {
            let name = splitWords(of: parameter.name)
            if words.starts(with: name), name.count > best?.wordCount ?? 0 {
                best = NamedParameter(parameter: parameter, wordCount: name.count)
            }
        }
        if let best {
            return best
        }
        for count in stride(from: words.count, to: 1, by: -1) {
            let longer = method.parameters.filter {
                splitWords(of: $0.name).starts(with: words.prefix(count))
            }
            if longer.count == 1 {
                return NamedParameter(parameter: longer[0], wordCount: count)
            }
        }
        return nil
    }

    /// Returns the parameter that has the word among the values of its enumeration.
    private func parameter(withValue word: String) -> Parameter? {
        method.parameters.first {
            values[$0.name]?.contains { $0.isText && $0.value == word } == true
        }
    }

    // MARK: By `when`

    /// Determines the arguments of a response from `when`: `{"extended": true}` sends a value, and `{"fields":
    /// "given"}` requires an argument.
    func apply(_ when: Located<[ConditionSyntax]?>, to draft: inout VariantDraft) {
        guard let conditions = when.value else {
            return problems.error(at: when, expected: "{\"extended\": true} or {\"fields\": \"given\"}")
        }
        for condition in conditions {
            let name = condition.parameter
            if let parameter = method.parameters.first(where: { $0.name == name.value }) {
                apply(condition, of: parameter, to: &draft)
            } else {
                problems.noParameter(name.value, of: method, at: name.keyPosition)
            }
        }
    }

    /// Requires an argument for a parameter if the condition is `"given"`. Otherwise sends the condition's value, and
    /// names the function after it.
    private func apply(
        _ condition: ConditionSyntax,
        of parameter: Parameter,
        to draft: inout VariantDraft
    ) {
        let name = condition.parameter
        if case .given = condition.value {
            draft.variant.requires.append(name.value)
            return
        }
        if let expected = valuesExpected(by: parameter, insteadOf: condition) {
            problems.error(
                at: name,
                "\"\(name.value)\" cannot have this value; expected \(expected), found \(name.found)")
            return
        }
        guard case .constant(let value) = condition.value else {
            return problems.error(at: name, expected: "\"given\", true, false, a number or a string")
        }
        draft.send(name.value, value: value, in: parameter.place)
        switch value {
        case .flag(true):
            draft.variant.suffix += splitWords(of: name.value)
        case .flag(false):
            draft.variant.suffix += ["without"] + splitWords(of: name.value)
        case .integer(let number):
            draft.variant.suffix += splitWords(of: name.value) + [String(number)]
        case .text(let text):
            draft.variant.suffix += splitWords(of: text)
        case .client:
            break
        }
    }

    /// Returns a description of the values that a parameter accepts, or `nil` if it accepts that of the condition.
    private func valuesExpected(
        by parameter: Parameter,
        insteadOf condition: ConditionSyntax
    ) -> String? {
        switch parameter.type {
        case .boolean:
            if case .constant(.flag) = condition.value {
                return nil
            }
            return "true, false or \"given\""
        case .integer, .number:
            guard case .constant(.text) = condition.value else {
                return nil
            }
            return "a number or \"given\""
        default:
            guard let known = values[parameter.name]?.map(\.value),
                !known.isEmpty
            else {
                return nil
            }
            if known.contains(condition.text) {
                return nil
            }
            return list(of: known)
        }
    }
}
