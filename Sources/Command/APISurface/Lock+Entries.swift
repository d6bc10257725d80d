import MethodicalGenerator

/// The entries of the current API.
extension Emission {
    /// Returns the entry of a function.
    package func entry(for function: Function) -> Lock.Entry {
        let method = function.method
        let variant = function.variant
        var words = [method.name]
        if variant.wire != method.variants[0].wire {
            words.append(variant.wire)
        }
        if function.takesRecord {
            words.append("(body)")
        }
        let result =
            switch variant.content {
            case .json, .text: notation(of: resolver.resolved(variant.result))
            default: self.result(of: variant, names: .short)
            }
        var entry = Lock.Entry(
            kind: .method,
            id: words.joined(separator: ":"),
            swift: namespaces.all[function.namespace].call + function.name,
            type: result)
        entry.facts["upload"] = method.upload?.field
        if method.upload == nil, method.isUpload {
            entry.facts["files"] = "yes"
        }
        entry.facts["operation"] = method.poll?.summary
        if let stream = method.stream {
            let end = stream.end.map { " until " + $0 } ?? ""
            entry.facts["stream"] = stream.format.rawValue + end
            entry.facts["messages"] = stream.sends.map { notation(of: $0) }
        }
        let keys = ParameterKeys(method.parameters)
        for argument in function.parameters {
            let parameter = argument.parameter
            var member = Lock.Entry(kind: .member, type: notation(of: parameter))
            member.isOptional = !argument.isRequired
            if parameter.isWhole {
                member.id = parameter.id
                member.swift = Lock.unlabelled
            } else {
                member.id = keys.key(of: parameter)
                member.swift = argument.label
            }
            entry.members.append(member)
        }
        return entry
    }

    /// Returns the type of a parameter as the lock file writes it.
    private func notation(of parameter: Parameter) -> String {
        if parameter.isFile {
            return fileNotation(of: parameter)
        }
        let type = notation(of: peeled(parameter.type), asParameter: true)
        guard parameter.isNullable else { return type }
        if parameter.isRequired {
            return type + "?"
        }
        return "Nullable<" + type + ">"
    }

    /// The types that callers can name. The types inside of one that another stands for are not among them.
    var namedTypes: [EmittedType] {
        types.filter { $0.isDeclared || $0.declaration.replacement != nil }
    }

    /// Returns the entry of a type.
    package func entry(for type: EmittedType) -> Lock.Entry {
        var entry = Lock.Entry(kind: .alias, id: type.id.text, swift: type.path)
        if type.declaration.replacement != nil {
            // The contents of the other type are not known.
            entry.type = type.path
            return entry
        }
        switch type.declaration.shape {
        case .record:
            entry.kind = .record
            for field in type.fields {
                var type = notation(of: field.use)
                if field.isNullable {
                    type = "Nullable<" + type + ">"
                }
                entry.members.append(
                    Lock.Entry(
                        kind: .member,
                        id: field.property.path.joined(separator: "/"),
                        swift: field.name,
                        type: type,
                        isOptional: field.isOptional))
            }
        case .enumeration(let enumeration):
            entry.kind = .enumeration
            let distinct = distinct(enumeration)
            for (member, name) in zip(distinct.members, speller.members(of: distinct)) {
                var id = member.value
                if member.isText, enumeration.raw == .mixed {
                    id = "\"" + id + "\""
                }
                entry.members.append(Lock.Entry(kind: .member, id: id, swift: name))
            }
        case .union(let union):
            entry.kind = .union
            for (member, name) in zip(union.cases, speller.cases(of: union, resolver: resolver)) {
                let type =
                    switch member.content {
                    case .json, .text: notation(of: member.type)
                    default:
                        text(of: member.type, content: member.content, names: .short)
                    }
                let values = member.discriminatorValues.joined(separator: "|")
                let id = values.isEmpty ? type : values
                entry.members.append(
                    Lock.Entry(
                        kind: .member,
                        id: id,
                        swift: name,
                        type: type))
            }
        case .alias(let target): entry.type = notation(of: target)
        }
        return entry
    }

    /// Returns the type of a file, or of a list of files, as the lock file writes it.
    private func fileNotation(of parameter: Parameter) -> String {
        if case .array = resolver.resolved(parameter.type) {
            return "[Upload]"
        }
        return "Upload"
    }

    /// Returns a type as the lock file writes it.
    package func notation(of use: TypeUse, asParameter: Bool = false) -> String {
        switch use {
        case .named(let id): "<" + id.text + ">"
        case .array(let element) where !asParameter || spelling(of: use) == nil:
            "[" + notation(of: element) + "]"
        case .dictionary(let value): "[String: " + notation(of: value) + "]"
        case .optional(let inner): notation(of: peeled(inner)) + "?"
        default: text(of: use, asParameter: asParameter, names: .short)
        }
    }
}

extension Lock {
    /// Returns the type of the request that a function with the given facts returns, if it is not a `Request`.
    static func request(for facts: [String: String]) -> String? {
        if facts["upload"] != nil || facts["files"] != nil {
            return "UploadRequest"
        }
        if facts["operation"] != nil {
            return "OperationRequest"
        }
        if facts["stream"] == "socket" {
            return "SocketRequest"
        }
        if facts["stream"] != nil {
            return "StreamRequest"
        }
        return nil
    }
}
