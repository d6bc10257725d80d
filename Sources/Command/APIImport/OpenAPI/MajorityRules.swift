import APISurface
import MethodicalGenerator

// The rules of `api.json` that say once what most methods have in common. The methods then state what differs.
extension ImportedAPI {
    /// Moves the credentials that most methods need into a rule, and returns the `needs` of the rule.
    ///
    /// - Parameter usual: The credentials of the methods that state none.
    mutating func moveNeedsIntoRule(usual: JSONValue?) -> JSONValue? {
        let none = JSONValue.string("none")
        let unstated = usual ?? none
        let stated = methods.map {
            $0.members["needs"] ?? unstated
        }
        // Methods that people add should not be open because most others are.
        guard let most = majority(of: stated),
            most != unstated,
            most != none
        else {
            return usual
        }
        for index in methods.indices {
            guard let needs = methods[index].members["needs"] else {
                methods[index].members.insertNeeds(unstated)
                continue
            }
            if needs == most {
                methods[index].members["needs"] = nil
            }
        }
        return most
    }

    /// Moves the description of errors that methods share into a rule, and returns the `failures` of the rule, or `nil`
    /// if there is none.
    ///
    /// A method can describe a status in another way than the rule, but it cannot take a status away. So the rule for
    /// most methods describes nothing but `default`, and one for single statuses holds for all methods.
    mutating func moveFailuresIntoRule(forSingleStatuses: Bool) -> JSONValue? {
        let all = methods.compactMap { $0.members["failures"] }
        let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
        guard let (most, count) = counts.max(by: { $0.value < $1.value }),
            count > 1,
            count * 2 > methods.count
        else {
            return nil
        }
        let isDefault = most.members.map(\.key) == ["default"]
        let isShared = forSingleStatuses && count == methods.count
        guard isDefault || isShared else { return nil }
        for index in methods.indices where methods[index].members["failures"] == most {
            methods[index].members["failures"] = nil
        }
        return most
    }

    /// Moves the spelling of most lists and objects in queries and forms into a rule, and returns the `arrays` of the
    /// rule. Every call stays as it is.
    ///
    /// - Parameters:
    ///   - usual: The spelling of parameters that state none.
    ///   - bodyPlace: The place of most parameters of requests with a body.
    mutating func moveArraysIntoRule(usual: String, bodyPlace: String) -> String {
        // The spelling of the members of a whole form is always that of the rule.
        if methods.contains(where: \.sendsWholeForm) {
            return usual
        }
        let kinds = ValueKinds(definitions)
        var spellings: [String] = []
        for method in methods {
            for parameter in method.parameters where method.spellsLists(in: parameter, bodyPlace: bodyPlace) {
                if let stated = parameter["arrays"]?.text {
                    spellings.append(stated)
                } else if kinds.kind(of: parameter) != .scalar {
                    spellings.append(usual)
                }
            }
        }
        guard let most = majority(of: spellings),
            most != usual
        else {
            return usual
        }
        for index in methods.indices {
            let method = methods[index]
            guard !method.parameters.isEmpty else { continue }
            let parameters = method.parameters.map { parameter in
                var parameter = parameter
                if parameter["arrays"]?.text == most {
                    parameter["arrays"] = nil
                } else if parameter["arrays"] == nil,
                    method.spellsLists(in: parameter, bodyPlace: bodyPlace)
                {
                    let kind = kinds.kind(of: parameter)
                    parameter["arrays"] = kind.exception(to: most, usual: usual).map { .string($0) }
                }
                return JSONValue.object(parameter)
            }
            methods[index].members["parameters"] = .array(parameters)
        }
        return most
    }
}

/// Returns the value that more than half of all values are, and at least two.
private func majority<Value: Hashable>(of values: [Value]) -> Value? {
    let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.first { $0.value > 1 && $0.value * 2 > values.count }?.key
}

extension ImportedMethod {
    /// The members of the parameters.
    fileprivate var parameters: [Members] {
        guard case .array(let list)? = members["parameters"] else {
            return []
        }
        return list.map(\.members)
    }

    /// Indicates whether the whole body is a form.
    fileprivate var sendsWholeForm: Bool {
        members["body"]?.members["content"]?.text.map { MediaKind($0) == .form } ?? false
    }

    /// Indicates whether the rule for arrays decides how a parameter is sent.
    fileprivate func spellsLists(in parameter: Members, bodyPlace: String) -> Bool {
        let isText =
            parameter["format"]?.text == "json"
            || parameter["const"] != nil
        return !isText
            && ["query", "form", "multipart"].contains(place(of: parameter, bodyPlace: bodyPlace))
    }

    private func place(of parameter: Members, bodyPlace: String) -> String {
        if let place = parameter["in"]?.text {
            return place
        }
        let path = members["path"]?.text ?? ""
        let names = OperationNode.names(in: path).map {
            OperationNode.plainName(of: $0)
        }
        if let name = parameter["name"]?.text,
            names.contains(name)
        {
            return "path"
        }
        let verb = members["verb"]?.text.flatMap {
            CallStyle.Verb(rawValue: $0)
        }
        guard let verb,
            verb.hasBody,
            verb != .delete,
            verb != .options
        else {
            return "query"
        }
        return bodyPlace
    }
}

extension Members {
    /// Inserts the credentials behind the members that they follow in a method.
    fileprivate mutating func insertNeeds(_ needs: JSONValue) {
        let earlier: Set = ["verb", "path", "description", "deprecated", "server"]
        let index = firstIndex { !earlier.contains($0.key) } ?? endIndex
        insert(JSONValue.Member(key: "needs", value: needs), at: index)
    }
}

// MARK: Kinds of value

/// The kinds of value that a schema allows, as far as their spellings in a query or a form differ.
private struct ValueKinds {
    private let definitions: [String: JSONValue]

    init(_ definitions: [ImportedDefinition]) {
        self.definitions = Dictionary(definitions.map { ($0.name, $0.schema) }) { first, _ in first }
    }

    enum Kind {
        case scalar
        case object
        case listOfScalars
        case listOfObjects
        /// Values of several kinds, or of unknown ones.
        case several

        /// Returns the spelling that a parameter states if it is sent as without the rule, or `nil` if the rule does
        /// not change it.
        func exception(to rule: String, usual: String) -> String? {
            let isSpread = rule == "brackets"
            switch self {
            case .scalar: return nil
            case .listOfScalars, .several: return usual
            case .object where isSpread: return usual
            // With "repeated", each object would be a text of its own, and not all of them together.
            case .listOfObjects where isSpread: return "comma"
            case .object, .listOfObjects: return nil
            }
        }
    }

    /// The number of references and schemas inside of others that are followed.
    private static let depthLimit = 32

    /// Returns the kind of a schema. References, and schemas inside of others, are followed to a limit.
    func kind(of schema: Members, depth: Int = 0) -> Kind {
        guard depth < Self.depthLimit else {
            return .several
        }
        if let reference = schema["$ref"]?.text {
            guard let target = FileLayout.definition(in: reference).flatMap({ definitions[$0] }) else {
                return .several
            }
            return kind(of: target.members, depth: depth + 1)
        }
        if case .array(let parts)? = schema["allOf"] {
            let kinds = parts.map {
                kind(of: $0.members, depth: depth + 1)
            }
            return kinds.first { $0 != .several } ?? .several
        }
        if case .array(let alternatives)? = schema["oneOf"] ?? schema["anyOf"] {
            let isScalar = alternatives.allSatisfy {
                kind(of: $0.members, depth: depth + 1) == .scalar
            }
            return isScalar ? .scalar : .several
        }
        if schema["enum"] != nil || schema["const"] != nil {
            return .scalar
        }
        return kindByType(of: schema, depth: depth)
    }

    private func kindByType(of schema: Members, depth: Int) -> Kind {
        var types: Set<String> = []
        switch schema["type"] {
        case .string(let type)?:
            types = [type]
        case .array(let list)?:
            types = Set(list.compactMap(\.text))
        default:
            if schema["properties"] != nil {
                types = ["object"]
            }
        }
        types.remove("null")
        if types == ["object"] {
            return .object
        }
        if types == ["array"] {
            let items = kind(of: schema["items"]?.members ?? [], depth: depth + 1)
            if items == .scalar {
                return .listOfScalars
            }
            return .listOfObjects
        }
        let isScalar =
            !types.isEmpty
            && types.isDisjoint(with: ["object", "array"])
        return isScalar ? .scalar : .several
    }
}
