// Whole bodies, and forms with files.
extension ParameterLowering {
    /// Returns the parameter that is the whole body.
    func whole(from body: Located<BodySyntax?>, types: inout TypeLowering) -> Parameter? {
        guard let syntax = body.value else { return nil }
        if !style.verb.hasBody {
            problems.error(
                at: body.keyPosition,
                "\(style.verb.rawValue) requests have no body; expected another \"verb\"")
        }
        if method.sendsFile {
            problems.error(at: body.keyPosition, "a method has \"body\" or \"upload\", not both")
            return nil
        }
        var parameter = Parameter(name: "", type: .string, place: .body)
        parameter.content = syntax.content?.value
        parameter.isRequired = syntax.isRequired
        parameter.documentation = syntax.documentation
        parameter.deprecation = syntax.deprecation
        if let content = syntax.content, content.value.text.hasPrefix("multipart/") {
            problems.error(
                at: content,
                "a form of parts is listed in \"parameters\", each with \"in\": \"multipart\"")
            return nil
        }
        parameter.isSecret = syntax.secret?.value ?? hasSecrets(syntax.schema)
        switch parameter.content?.kind ?? .json {
        case .bytes:
            parameter.isFile = true
            checkText(syntax)
            if let secret = syntax.secret {
                problems.error(
                    at: secret.keyPosition,
                    "\"secret\" has no effect on a file, whose content no output shows")
            }
        case .text:
            checkText(syntax)
        case .json, .form, .xml:
            setType(ofWhole: &parameter, from: syntax, position: body.position, types: &types)
        }
        return parameter
    }

    /// Sets the type of a whole body that is neither text nor bytes.
    private func setType(
        ofWhole parameter: inout Parameter,
        from body: BodySyntax,
        position: Place,
        types: inout TypeLowering
    ) {
        let schema = body.schema
        let use = types.use(ofChecked: schema, in: method.source.context(of: "body"))
        parameter.type = use.type
        guard let content = body.content,
            content.value.kind != .json
        else {
            parameter.isNullable = use.isNullable && use.type != .any
            return
        }
        if !types.schemas.isRecordLike(schema) {
            problems.error(
                at: content,
                "a body of the type \(content.found) is made of properties; "
                    + "expected an object with \"properties\"")
        }
        guard content.value.kind == .xml else { return }
        parameter.root = catalogue.definition(referredBy: schema.reference)?.key ?? ""
        if schema.reference == nil {
            problems.error(
                at: position,
                "the root element has the name of a definition; expected {\"$ref\": \"#/definitions/NAME\"}")
        }
    }

    /// Reports a schema that does not apply to a body of text or bytes.
    private func checkText(_ body: BodySyntax) {
        let stated = catalogue.followed(body.schema)?.type
        guard let stated, let content = body.content else { return }
        if stated.kinds != .string {
            problems.error(
                at: stated,
                "a body of the type \(content.found) is a string; "
                    + "expected \"type\": \"string\", found \(stated.described)")
        }
    }

    /// Indicates whether a body has a property that is a secret by its name.
    private func hasSecrets(_ schema: SchemaSyntax) -> Bool {
        let keys = catalogue.followed(schema)?.propertyKeys ?? []
        return keys.contains(where: Parameter.isSecret)
    }

    /// Indicates whether a parameter is a file or a list of files, as far as its schema tells.
    func isFile(_ parameter: ParameterSyntax) -> Bool {
        guard style.verb.hasBody,
            !method.sendsFile
        else {
            return false
        }
        if let place = parameter.place {
            guard let place = place.value,
                place.isBody
            else {
                return false
            }
        }
        let schema = catalogue.followed(parameter.schema)
        let element = schema?.items.flatMap(catalogue.followed)
        return (element ?? schema)?.format?.text == "binary"
    }

    /// Makes a parameter a part of a form, `multipart/form-data`, if it is a file or is sent in a body beside one.
    ///
    /// A parameter whose place is only implied follows the file. An explicit `body` stays, and is reported.
    func setPart(
        of parameter: inout Parameter,
        from syntax: ParameterSyntax,
        besideFile hasFile: Bool
    ) {
        let isFile = parameter.place != .path && isFile(syntax)
        let isPart = joinsFile(parameter, isImplied: syntax.place == nil, isFile: isFile)
        if hasFile, isPart {
            parameter.place = .multipart
        }
        if isFile, parameter.place == .body, let place = syntax.place {
            problems.error(
                at: place,
                "a file cannot be a member of JSON; expected \"in\": \"multipart\"")
        }
        parameter.isFile = isFile && parameter.place == .multipart
        // Only JSON can express `null`.
        if parameter.place == .multipart, !parameter.isJSON {
            parameter.isNullable = false
        }
        checkFile(parameter, from: syntax)
        checkSpelling(of: parameter, from: syntax)
        guard let content = syntax.content else { return }
        parameter.content = content.value
        if parameter.place != .multipart {
            problems.error(
                at: content.keyPosition,
                "\"content\" is the type of a part of a form; expected \"in\": \"multipart\"")
        }
    }

    /// Indicates whether a parameter beside a file is a part of the same form.
    private func joinsFile(_ parameter: Parameter, isImplied: Bool, isFile: Bool) -> Bool {
        if parameter.place == .form {
            return true
        }
        guard isImplied else { return false }
        return isFile || parameter.place == .body
    }

    /// Reports a file that no form can hold, and an argument that would be a file or another value.
    private func checkFile(_ parameter: Parameter, from syntax: ParameterSyntax) {
        let isFileInJSON = parameter.place == .body && isFile(syntax)
        if parameter.isFile || isFileInJSON {
            return
        }
        let schema = catalogue.followed(syntax.schema)
        if let format = schema?.format, format.text == "binary" {
            problems.error(
                at: format,
                "a file is a part of a form; expected \"in\": \"multipart\" and a verb such as POST")
        }
        for list in [schema?.oneOf, schema?.anyOf] {
            let alternatives = list?.elements ?? []
            let formats = alternatives.compactMap { catalogue.followed($0)?.format }
            guard let format = formats.first(where: { $0.text == "binary" }) else {
                continue
            }
            problems.error(
                at: format,
                "an argument cannot be a file or another value; expected a second method with the same path for files")
        }
    }

    /// Reports spellings of lists and flags where the value is not spelled in this way, and reserved characters where
    /// nothing is percent-encoded.
    private func checkSpelling(of parameter: Parameter, from syntax: ParameterSyntax) {
        if let reserved = syntax.reserved,
            ![.query, .form].contains(parameter.place)
        {
            var hint = ""
            if parameter.place == .path {
                hint = "; expected {+\(parameter.name)} there"
            }
            problems.warning(
                at: reserved.keyPosition,
                "\"reserved\" has no effect on a value in \(parameter.place.partTitle)\(hint)")
        }
        if [.query, .form, .multipart].contains(parameter.place), !parameter.isJSON {
            return
        }
        let isJSON = parameter.place == .body || parameter.isJSON
        let place = isJSON ? "JSON" : "the \(parameter.place.rawValue)"
        if let arrays = syntax.arrays, isJSON || arrays.value != .comma {
            problems.warning(
                at: arrays.keyPosition,
                "\"arrays\" has no effect on a value in \(place)")
        }
        if let flags = syntax.flags, isJSON || ![.digits, .words].contains(flags.value) {
            problems.warning(
                at: flags.keyPosition,
                "\"flags\" has no effect on a value in \(place)")
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
