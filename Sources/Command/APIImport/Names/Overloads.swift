import APISurface
import MethodicalGenerator

/// The functions of an imported API, which tell whether another method can have the name of one of them.
struct Overloads {
    /// The arguments of a call. A label is in lowercase and without the borders of its words.
    private struct Call {
        var labels: Set<String> = []
        var required: Set<String> = []

        /// Indicates whether a call with only the required arguments of either function could also mean the other.
        func clashes(with other: Call) -> Bool {
            labels.isSuperset(of: other.required)
                && other.labels.isSuperset(of: required)
        }
    }

    /// The calls by the names of their functions, with the namespace.
    private var calls: [String: [Call]] = [:]
    private let definitions: [String: JSONValue]

    init(methods: [ImportedMethod], definitions: [ImportedDefinition]) {
        self.definitions = Dictionary(definitions.map { ($0.name, $0.schema) }) { first, _ in first }
        for method in methods {
            let name = method.members["swift"]?.text.map {
                Self.sibling(of: method.name, function: $0)
            }
            calls[name ?? method.name, default: []].append(call(for: method))
        }
    }

    /// Gives a method the function's name of another one. Returns `false` if a call could then mean both.
    mutating func add(_ method: ImportedMethod, as name: String) -> Bool {
        let call = call(for: method)
        guard let others = calls[name],
            !others.contains(where: { $0.clashes(with: call) })
        else {
            return false
        }
        calls[name] = others + [call]
        return true
    }

    /// Returns the last part of a dotted name.
    static func function(of name: String) -> String {
        String(name.split(separator: ".").last ?? "")
    }

    /// Returns the name of a function in the namespace of a method.
    private static func sibling(of name: String, function: String) -> String {
        let namespaces = name.split(separator: ".").dropLast().map(String.init)
        return (namespaces + [function]).joined(separator: ".")
    }

    private func call(for method: ImportedMethod) -> Call {
        var call = Call()
        let path = method.members["path"]?.text ?? ""
        if let body = method.members["body"],
            body.members["flatten"] == .bool(true)
        {
            var seen: Set<String> = []
            addMembers(of: body, to: &call, seen: &seen)
            call.required.formIntersection(call.labels)
        } else if let body = method.members["body"] {
            call.labels.insert("body")
            if body.members["required"] == .bool(true) {
                call.required.insert("body")
            }
        }
        guard case .array(let parameters)? = method.members["parameters"] else {
            return call
        }
        for parameter in parameters.map(\.members) where parameter["const"] == nil {
            guard let name = parameter["name"]?.text else { continue }
            let label = Self.label(for: parameter["swift"]?.text ?? name)
            call.labels.insert(label)
            let isRequired =
                parameter["required"] == .bool(true)
                || path.contains("{\(name)}")
            if isRequired {
                call.required.insert(label)
            }
        }
        return call
    }

    /// Adds the properties of a record and of those that it refers to.
    private func addMembers(
        of schema: JSONValue,
        to call: inout Call,
        seen: inout Set<String>
    ) {
        let members = schema.members
        let properties = members["properties"]?.members ?? []
        for property in properties where property.value.members["readOnly"] != .bool(true) {
            call.labels.insert(Self.label(for: property.key))
        }
        if case .array(let names)? = members["required"] {
            let labels = names.compactMap(\.text).map(Self.label)
            call.required.formUnion(labels)
        }
        if case .array(let parts)? = members["allOf"] {
            for part in parts {
                addMembers(of: part, to: &call, seen: &seen)
            }
        }
        if let name = members["$ref"]?.text.flatMap(FileLayout.definition),
            seen.insert(name).inserted,
            let target = definitions[name]
        {
            addMembers(of: target, to: &call, seen: &seen)
        }
    }

    private static func label(for name: String) -> String {
        Words(name).list.joined()
    }
}

/// An operation that has another name than it wants, because an operation on the same things has it.
struct OverloadCandidate {
    /// The name that the operation wants, and another one has.
    var wanted: String

    /// Returns the candidates by their names.
    ///
    /// - Parameters:
    ///   - operations: The operations that no earlier import has named.
    ///   - all: All operations.
    static func all(
        for operations: [NamedOperation],
        among all: [NamedOperation],
        names: OperationNames
    ) -> [String: OverloadCandidate] {
        var owners: [String: NamedOperation] = [:]
        for operation in all {
            if let name = names.names[operation.key], owners[name] == nil {
                owners[name] = operation
            }
        }
        var candidates: [String: OverloadCandidate] = [:]
        for operation in operations {
            guard let name = names.names[operation.key],
                let wanted = names.collisions[operation.key],
                let owner = owners[wanted],
                operation.isNarrower(than: owner)
            else { continue }
            let namespace = name.split(separator: ".").dropLast()
            let wantedNamespace = wanted.split(separator: ".").dropLast()
            guard namespace == wantedNamespace else { continue }
            candidates[name] = OverloadCandidate(wanted: wanted)
        }
        return candidates
    }
}

extension NamedOperation {
    /// Indicates whether an operation does what another one does, to the things that the parameters of its path name.
    fileprivate func isNarrower(than other: NamedOperation) -> Bool {
        guard verb == other.verb,
            version == other.version,
            !isStream,
            !other.isStream
        else { return false }
        return path.fixed == other.path.fixed
            && path.parameters.count >= other.path.parameters.count
    }
}

extension ImportedAPI {
    /// Gives the functions of methods the names that they want, if their arguments tell them apart.
    ///
    /// - Parameters:
    ///   - candidates: The candidates by the names of their methods. The report has a note about each.
    ///   - functions: The names of functions in an earlier import, by the names of the methods.
    mutating func addOverloads(
        from candidates: [String: OverloadCandidate],
        known functions: [String: String],
        report: inout ImportReport
    ) {
        for index in methods.indices {
            if let function = functions[methods[index].name] {
                methods[index].call(by: function)
            }
        }
        var overloads = Overloads(methods: methods, definitions: definitions)
        for index in methods.indices {
            let method = methods[index]
            guard let candidate = candidates[method.name] else { continue }
            var text = "\(candidate.wanted) is the name of another operation, so this is \(method.name)"
            if overloads.add(method, as: candidate.wanted) {
                methods[index].call(by: Overloads.function(of: candidate.wanted))
                text += ", and an overload of it in Swift"
            }
            report.add(
                .renamed,
                at: method.operation.place,
                operation: method.operation,
                text)
        }
    }
}

extension ImportedMethod {
    /// Sets the name of the method's function in Swift.
    fileprivate mutating func call(by function: String) {
        members.insert(.init(key: "swift", value: .string(function)), at: 0)
    }
}
