// Whole bodies, and forms with files.
extension ParameterLowering {
    /// Returns the parameter that is the whole body.
    func whole(from node: JSONNode, types: inout TypeLowering) -> Parameter? {
        guard node.isObject else {
            problems.error(at: node, expected: "the schema of the body, an object")
            return nil
        }
        let schema = catalogue.schema(of: node, as: .body)
        if !style.verb.hasBody {
            problems.error(
                at: node.keyPlace,
                "\(style.verb.rawValue) requests have no body; expected another \"verb\"")
        }
        if source.sendsFile {
            problems.error(at: node.keyPlace, "a method has \"body\" or \"upload\", not both")
            return nil
        }
        var parameter = Parameter(name: "", type: .string, place: .body)
        parameter.content = node[.content].flatMap { MediaType($0, problems: problems) }
        parameter.isRequired = schema[.required]?.bool ?? true
        parameter.documentation = catalogue.documentation(of: node)
        parameter.deprecation = catalogue.deprecation(of: node)
        let kind = parameter.content?.kind ?? .json
        if let content = node[.content],
            parameter.content?.text.hasPrefix("multipart/") == true
        {
            problems.error(
                at: content,
                "a form of parts is listed in \"parameters\", each with \"in\": \"multipart\"")
            return nil
        }
        parameter.isSecret = problems.flag(from: node[.secret]) ?? hasSecrets(node)
        if kind == .bytes || kind == .text {
            parameter.isFile = kind == .bytes
            checkText(parameter, node)
            return parameter
        }
        let use = types.use(of: schema, at: source.spot(of: "body"))
        parameter.type = use.type
        parameter.isNullable = use.isNullable && use.type != .any && kind == .json
        if kind != .json, !types.schemas.isRecordLike(node) {
            let type = node[.content]?.described ?? ""
            problems.error(
                at: node[.content] ?? node,
                "a body of the type \(type) is made of properties; "
                    + "expected an object with \"properties\"")
        }
        if kind == .xml {
            parameter.root = catalogue.definition(referredBy: node[.ref])?.key ?? ""
            if node[.ref] == nil {
                problems.error(
                    at: node,
                    "the root element has the name of a definition; expected {\"$ref\": \"#/definitions/NAME\"}")
            }
        }
        return parameter
    }

    /// Reports keywords that do not apply to a body of text or bytes.
    private func checkText(_ parameter: Parameter, _ node: JSONNode) {
        if let secret = node[.secret], parameter.isFile {
            problems.error(
                at: secret.keyPlace,
                "\"secret\" has no effect on a file, whose content no output shows")
        }
        let stated = catalogue.followed(node)?[.type]
        if let stated, catalogue.typeNames.kinds(in: stated) != .string {
            let type = node[.content]?.described ?? ""
            problems.error(
                at: stated,
                "a body of the type \(type) is a string; "
                    + "expected \"type\": \"string\", found \(stated.described)")
        }
    }

    /// Indicates whether a body has a property that is a secret by its name.
    private func hasSecrets(_ node: JSONNode) -> Bool {
        let properties = catalogue.followed(node)?.list(at: .properties) ?? []
        return properties.contains { Parameter.isSecret($0.key) }
    }

    /// Indicates whether a parameter is a file or a list of files, as far as its schema tells.
    func isFile(_ node: JSONNode) -> Bool {
        guard style.verb.hasBody,
            !source.sendsFile,
            node.isObject,
            ["form", "multipart", "body", nil].contains(node[.in]?.string)
        else {
            return false
        }
        let schema = catalogue.followed(node)
        let element = schema?[.items].flatMap(catalogue.followed)
        return (element ?? schema)?[.format]?.string == "binary"
    }

    /// Makes a parameter a part of a form, `multipart/form-data`, if it is a file or is sent in a body beside one.
    ///
    /// A parameter whose place is only implied follows the file. An explicit `body` stays, and is reported.
    func setPart(of parameter: inout Parameter, node: JSONNode, besideFile hasFile: Bool) {
        let isFile = parameter.place != .path && isFile(node)
        if hasFile, joinsFile(parameter, node, isFile: isFile) {
            parameter.place = .multipart
        }
        if isFile, parameter.place == .body, let word = node[.in] {
            problems.error(
                at: word,
                "a file cannot be a member of JSON; expected \"in\": \"multipart\"")
        }
        parameter.isFile = isFile && parameter.place == .multipart
        // Only JSON can express `null`.
        if parameter.place == .multipart, !parameter.isJSON {
            parameter.isNullable = false
        }
        checkFile(parameter, at: node)
        checkSpelling(parameter, at: node)
        guard let content = node[.content] else { return }
        parameter.content = node[.content].flatMap { MediaType($0, problems: problems) }
        if parameter.place != .multipart {
            problems.error(
                at: content.keyPlace,
                "\"content\" is the type of a part of a form; expected \"in\": \"multipart\"")
        }
    }

    /// Indicates whether a parameter beside a file is a part of the same form.
    private func joinsFile(_ parameter: Parameter, _ node: JSONNode, isFile: Bool) -> Bool {
        if parameter.place == .form {
            return true
        }
        let isImplied = node[.in] == nil
        guard isImplied else { return false }
        return isFile || parameter.place == .body
    }

    /// Reports a file that no form can hold, and an argument that would be a file or another value.
    private func checkFile(_ parameter: Parameter, at node: JSONNode) {
        let isFileInJSON = parameter.place == .body && isFile(node)
        if parameter.isFile || isFileInJSON {
            return
        }
        let schema = catalogue.followed(node)
        if let format = schema?[.format], format.string == "binary" {
            problems.error(
                at: format,
                "a file is a part of a form; expected \"in\": \"multipart\" and a verb such as POST")
        }
        for word in [Word.oneOf, .anyOf] {
            let alternatives = schema?.list(at: word) ?? []
            let formats = alternatives.compactMap { catalogue.followed($0)?[.format] }
            guard let format = formats.first(where: { $0.string == "binary" }) else {
                continue
            }
            problems.error(
                at: format,
                "an argument cannot be a file or another value; expected a second method with the same path for files")
        }
    }

    /// Reports spellings of lists and flags where the value is not spelled in this way, and reserved characters where
    /// nothing is percent-encoded.
    private func checkSpelling(_ parameter: Parameter, at node: JSONNode) {
        if let reserved = node[.reserved],
            ![.query, .form].contains(parameter.place)
        {
            var hint = ""
            if parameter.place == .path {
                hint = "; expected {+\(parameter.name)} there"
            }
            problems.warning(
                at: reserved.keyPlace,
                "\"reserved\" has no effect on a value in \(parameter.place.partTitle)\(hint)")
        }
        if [.query, .form, .multipart].contains(parameter.place), !parameter.isJSON {
            return
        }
        let isJSON = parameter.place == .body || parameter.isJSON
        for word in [Word.arrays, .flags] {
            guard let key = node[word] else { continue }
            let isUsualSpelling = ["comma", "1/0", "true/false"].contains(key.string)
            if isUsualSpelling, !isJSON {
                continue
            }
            let place = isJSON ? "JSON" : "the \(parameter.place.rawValue)"
            problems.warning(
                at: key.keyPlace,
                "\"\(word.rawValue)\" has no effect on a value in \(place)")
        }
    }
}

extension CallStyle.Place {
    /// Indicates whether the parameter is sent in the body.
    var isBody: Bool {
        self == .form || self == .body || self == .multipart
    }

    /// The part of the request that contains the parameter, for messages.
    fileprivate var partTitle: String {
        switch self {
        case .body, .form, .multipart: title
        case .query, .path, .header, .cookie: "the \(rawValue)"
        }
    }

    /// The kind of body, for messages.
    var title: String {
        switch self {
        case .body: "a JSON body"
        case .form: "a form"
        default: "a multipart form"
        }
    }
}
