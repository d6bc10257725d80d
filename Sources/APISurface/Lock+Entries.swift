import MethodicalGenerator

/// The entries of the current API.
extension Emission {
    /// Returns the entry of a function.
    package func entry(_ function: Function) -> Lock.Entry {
        let method = method(of: function)
        let variant = method.variants[function.variant]
        let words = [method.name, variant.wire == method.variants[0].wire ? nil : variant.wire]
        let form = function.takesRecord ? ["(body)"] : []
        let id = (words.compactMap(\.self) + form).joined(separator: ":")
        let isTyped = variant.content == .json || variant.content == .text
        let result = isTyped ? notation(resolver.resolved(variant.result)) : self.result(variant, names: .short)
        var entry = Lock.Entry(
            kind: .method, id: id, swift: namespaces.all[function.namespace].call + function.name, type: result)
        entry.facts["upload"] = method.upload?.field
        if method.upload == nil, method.isUpload {
            entry.facts["files"] = "yes"
        }
        entry.facts["operation"] = method.poll?.summary
        entry.facts["stream"] = method.stream.map { $0.format.rawValue + ($0.end.map { " until " + $0 } ?? "") }
        let keys = ParameterKeys(method.parameters)
        for place in function.parameters {
            let (parameter, label) = (method.parameters[place], function.labels[place])
            var type = notation(peeled(parameter.type), asParameter: true)
            if parameter.isNullable {
                type = parameter.isRequired ? type + "?" : "Nullable<" + type + ">"
            }
            entry.members.append(
                Lock.Entry(
                    kind: .member, id: parameter.isWhole ? parameter.id : keys.key(parameter),
                    swift: parameter.isWhole ? Lock.unlabelled : label,
                    type: parameter.isFile ? fileNotation(parameter) : type,
                    isOptional: !function.required.contains(label)))
        }
        return entry
    }

    /// The types that callers can name, as indices into the model. The types inside of one that another stands for are
    /// not among them.
    var namedTypes: [Int] {
        api.types.indices.filter { types.isDeclared[$0] || api.types[$0].replacement != nil }
    }

    /// Returns the entry of a type.
    package func entry(type i: Int) -> Lock.Entry {
        var entry = Lock.Entry(kind: .alias, id: api.types[i].id.text, swift: types.paths[i])
        if api.types[i].replacement != nil {
            // The contents of the other type are not known.
            entry.type = types.paths[i]
            return entry
        }
        switch api.types[i].shape {
        case .record(let record):
            entry.kind = .record
            for field in fields(of: i, record) {
                let id = field.property.path.joined(separator: "/")
                entry.members.append(
                    Lock.Entry(
                        kind: .member, id: id, swift: field.name,
                        type: field.isNullable ? "Nullable<" + notation(field.use) + ">" : notation(field.use),
                        isOptional: field.isOptional))
            }
        case .enumeration(let enumeration):
            entry.kind = .enumeration
            let distinct = distinct(enumeration)
            for (member, name) in zip(distinct.members, speller.members(distinct)) {
                let id = member.isText && enumeration.raw == .mixed ? "\"" + member.value + "\"" : member.value
                entry.members.append(Lock.Entry(kind: .member, id: id, swift: name))
            }
        case .union(let union):
            entry.kind = .union
            for (member, name) in zip(union.cases, speller.cases(union, resolver)) {
                let isTyped = member.content == .json || member.content == .text
                let type = isTyped ? notation(member.type) : text(member.type, member.content, names: .short)
                entry.members.append(
                    Lock.Entry(
                        kind: .member, id: member.tags.isEmpty ? type : member.tags.joined(separator: "|"), swift: name,
                        type: type))
            }
        case .alias(let target): entry.type = notation(target)
        }
        return entry
    }

    /// Returns the type of a file, or of a list of files, as the lock file writes it.
    private func fileNotation(_ parameter: Parameter) -> String {
        if case .array = resolver.resolved(parameter.type) {
            return "[Upload]"
        }
        return "Upload"
    }

    /// Returns a type as the lock file writes it.
    package func notation(_ use: TypeUse, asParameter: Bool = false) -> String {
        switch use {
        case .named(let id): "<" + id.text + ">"
        case .array(let element) where !asParameter || spelling(use) == nil: "[" + notation(element) + "]"
        case .dictionary(let value): "[String: " + notation(value) + "]"
        case .optional(let inner): notation(peeled(inner)) + "?"
        default: text(use, asParameter: asParameter, names: .short)
        }
    }
}

extension Lock {
    /// Returns the type of the request that a function with the given facts returns, if it is not a `Request`.
    static func request(_ facts: [String: String]) -> String? {
        if facts["upload"] != nil || facts["files"] != nil {
            return "UploadRequest"
        }
        if facts["operation"] != nil {
            return "OperationRequest"
        }
        return facts["stream"] == nil ? nil : "StreamRequest"
    }
}
