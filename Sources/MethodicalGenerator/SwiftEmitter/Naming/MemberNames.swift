/// Names of the parts of one declaration: properties, parameters, members and cases.
extension Speller {
    /// Returns the names of a record's properties.
    func properties(_ record: Record) -> [String] {
        var candidates: [Candidate] = []
        candidates.reserveCapacity(record.properties.count)
        for property in record.properties {
            if property.path.count == 1 {
                candidates.append(candidate(property.path[0], property.swift, property.path[0]))
            } else {
                candidates.append(candidate(property.path.joined(separator: "/"), property.swift, property.name))
            }
        }
        return distinct(candidates, taken: record.additional == nil ? [] : [Self.additional])
    }

    /// The name of the property with the members that the schema does not name.
    static let additional = "additionalProperties"

    /// Returns the labels of a method's parameters.
    func parameters(_ parameters: [Parameter]) -> [String] {
        var candidates: [Candidate] = []
        candidates.reserveCapacity(parameters.count)
        for parameter in parameters { candidates.append(candidate(parameter.name, parameter.swift, parameter.name)) }
        return distinct(candidates)
    }

    private func candidate(_ wire: String, _ swift: String?, _ spelled: String) -> Candidate {
        if let swift, Self.isIdentifier(swift) {
            return Candidate(name: Reserved.asked(Reserved.property(swift)), isAsked: true, wire: wire)
        }
        return Candidate(name: Reserved.property(property(swift ?? spelled)), wire: wire)
    }

    /// Returns the names of an enumeration's members. A member is named after its label if the label is unique and
    /// makes a name, otherwise after its value.
    package func members(_ enumeration: Enumeration) -> [String] {
        var uses: [String: Int] = [:]
        var labels: [String] = []
        for member in enumeration.members {
            let label = member.label.map(label) ?? ""
            labels.append(label)
            if !label.isEmpty { uses[label, default: 0] += 1 }
        }
        var candidates: [Candidate] = []
        candidates.reserveCapacity(labels.count)
        for (i, member) in enumeration.members.enumerated() {
            let name = uses[labels[i]] == 1 ? labels[i] : property(member.value)
            candidates.append(Candidate(name: Reserved.member(name), wire: member.value))
        }
        return distinct(candidates)
    }

    /// Returns the name that a label makes, or an empty string if it consists of symbols, begins with a digit or is a
    /// whole sentence.
    private func label(_ label: String) -> String {
        let name = spelled(label)
        if !Self.startsWithLetter(name) || name.utf8.count > 48 || name == "empty" { return "" }
        return label.unicodeScalars.contains { $0.properties.isAlphabetic } ? name : ""
    }

    /// Returns the names of a union's cases.
    package func cases(_ union: Union, _ resolver: Resolver) -> [String] {
        var candidates: [Candidate] = []
        for member in union.cases {
            // A number, a flag or a tag that several cases share says no more than the type's name.
            let own = member.tags.first { tag in
                Int(tag) == nil && Bool(tag) == nil
                    && !union.cases.contains { $0.type != member.type && $0.tags.contains(tag) }
            }
            let wire = own ?? resolver.noun(member.type)
            let name = property(wire)
            candidates.append(Candidate(name: name == "unknown" ? "unknownValue" : Reserved.member(name), wire: wire))
        }
        return distinct(candidates, taken: ["unknown"])
    }

    /// Returns the names of error codes, without the words that only say that it is an error: `api_error_access_video`
    /// is `accessVideo`.
    func errors(_ errors: [ErrorCode]) -> [String] {
        var candidates: [Candidate] = []
        for error in errors {
            var words = words(error.name)
            if words.count > 2, words[0].small == "api" || words[0].small == "err", words[1].small == "error" {
                words.removeFirst(2)
            } else if words.count > 1, words[0].small == "error" || words[0].small == "err" {
                words.removeFirst()
            }
            let name = Self.small(words)
            candidates.append(
                Candidate(name: Reserved.member(Self.startsWithLetter(name) ? name : "error" + name), wire: error.name))
        }
        return distinct(candidates)
    }
}

extension Resolver {
    /// Returns the noun that names a value of the type in a union.
    fileprivate func noun(_ use: TypeUse) -> String {
        switch use {
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .string: "string"
        case .formatted(.uri, _): "url"
        case .formatted(let format, _):
            switch format {
            case .share, .percent: "share"
            case .base64: "data"
            case .day: "day"
            case .int64: "integer"
            case .duration, .durationSeconds, .durationMilliseconds: "duration"
            default: "date"
            }
        case .any, .scalars: "value"
        case .dictionary: "dictionary"
        case .array(let element):
            switch element {
            case .named: noun(element) + "_list"
            default: noun(element) + "s"
            }
        case .optional(let inner): noun(inner)
        case .named(let id): index[id].map { types[$0].swift ?? types[$0].wire } ?? "value"
        }
    }
}
