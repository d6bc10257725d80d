/// The lowering of methods.
struct MethodLowering {
    let catalogue: Catalogue
    let errors: ErrorTable

    var problems: Problems { catalogue.problems }

    /// Lowers methods. Reports schemes that none of them needs.
    func methods(from syntax: [MethodSyntax], types: inout TypeLowering) -> [Method] {
        var methods: [Method] = []
        for method in syntax {
            methods.append(self.method(from: method, types: &types))
        }
        checkSchemes(methods)
        return methods
    }

    /// Lowers a method.
    private func method(from syntax: MethodSyntax, types: inout TypeLowering) -> Method {
        let source = syntax.source
        let call = syntax.call
        var method = Method(
            name: source.name,
            unit: source.file.unit,
            style: call.style,
            variants: [])
        setFacts(of: &method, from: syntax)
        // The body is taken, so everything else is sent in the query.
        if syntax.body != nil {
            method.style.parameters = .query
        }
        let isNameParameter = syntax.parameters.contains { $0.name.value == "name" }
        let path = PathTemplate(
            method.style.path,
            hasParameterName: syntax.path != nil && isNameParameter)
        let parameters = ParameterLowering(
            catalogue: catalogue,
            method: syntax,
            style: method.style,
            path: path)
        method.parameters = parameters.parameters(types: &types)
        completeBody(of: &method, from: syntax)
        let secrets = secretNames(of: method, path: path, position: syntax.pathPosition)
        path.check(method, besides: secrets, at: syntax.pathPosition, problems: problems)
        method.isRead = call.reads ?? isRead(source.function, verb: method.style.verb)
        if let stream = syntax.stream?.value {
            method.stream = self.stream(stream, of: method, syntax: syntax, types: &types)
        }
        if let stream = syntax.stream, method.isUpload {
            problems.error(
                at: stream.keyPosition,
                "\"\(method.name)\" cannot have \"stream\", because it sends a file or a form of parts")
        }
        if let idempotent = call.idempotent {
            markIdempotent(&method, by: idempotent, isOwn: syntax.own.idempotent != nil)
        }
        if call.result != "" {
            method.resultKey = call.result
        }
        let variants = VariantLowering(catalogue: catalogue, syntax: syntax, method: method)
        method.variants = variants.variants(types: &types).map {
            sendingConstants(of: method, in: $0)
        }
        checkMessages(of: method, at: syntax.stream?.keyPosition ?? syntax.name.position)
        method.errors = errors.names(in: syntax.errors)
        method.failures = failures(of: syntax, types: &types)
        // A key of the cache holds no files.
        method.cacheSeconds = call.cache
        if method.isUpload, method.isRead {
            method.cacheSeconds = 0
        }
        if !method.isRead {
            method.invalidates = call.invalidates?.map(\.value)
        }
        return method
    }

    /// Sets what a method states about itself, regardless of its parameters and responses.
    private func setFacts(of method: inout Method, from syntax: MethodSyntax) {
        let call = syntax.call
        method.swift = syntax.swift
        method.documentation = syntax.documentation
        method.deprecation = syntax.deprecation
        method.needs = call.needs?.schemes ?? []
        method.tokens = call.needs?.tokens ?? []
        method.needsToken = call.needs?.isNeeded ?? false
        method.server = call.server.flatMap(server)
        method.settings = call.settings
    }

    /// Completes a method with the record that its flattened body makes, and with the place and the media type of the
    /// parameters in the body.
    private func completeBody(of method: inout Method, from syntax: MethodSyntax) {
        if let record = method.parameters.first,
            record.isWhole,
            isFlattened(syntax.body?.value)
        {
            method.record = record
            // Parameters in a form make a body of this type anyway.
            if record.content?.text != "application/x-www-form-urlencoded" {
                method.content = record.content
            }
            method.parameters.removeFirst()
            let hasSecret = method.parameters.contains { $0.place.isBody && $0.isSecret }
            method.record?.isSecret = record.isSecret || hasSecret
            method.style.parameters = record.content?.kind == .form ? .form : .body
        }
        if method.isMultipart, method.style.parameters.isBody {
            method.style.parameters = .multipart
        }
        if let content = syntax.content {
            method.content = self.content(content, of: method)
        }
    }

    /// Lowers the schemas of failures. Statuses with the same type share an element.
    private func failures(of method: MethodSyntax, types: inout TypeLowering) -> [Method.Failure] {
        var failures: [Method.Failure] = []
        let own = Set(method.own.failures.map(\.key))
        for failure in method.call.failures.sorted(by: { $0.key < $1.key }) {
            let status = StatusName(failure.key)
            let name = (status?.name ?? "default") + "_failure"
            var context = SchemaContext(owner: .root, parent: "failures", key: name, unit: "")
            if own.contains(failure.key) {
                context = method.source.context(of: name)
            }
            let type = types.use(of: catalogue.reader.schema(at: failure.schema), in: context).element
            let key = status?.status ?? failure.key
            if let index = failures.firstIndex(where: { $0.type == type }) {
                failures[index].statuses.append(key)
            } else {
                failures.append(Method.Failure(statuses: [key], type: type))
            }
        }
        return failures
    }

    /// Returns the media type of the body that parameters make. Reports one that contradicts their place.
    private func content(_ stated: Located<MediaType>, of method: Method) -> MediaType? {
        let type = stated.value
        if method.whole != nil || method.record != nil {
            problems.error(
                at: stated.keyPosition,
                "the \"content\" of a whole body is a keyword of \"body\"")
            return nil
        }
        guard let place = method.parameters.map(\.place).first(where: \.isBody) else {
            problems.warning(
                at: stated.keyPosition,
                "\"content\" has no effect, because no parameter is sent in a body")
            return nil
        }
        let isFitting =
            switch place {
            case .body: type.kind == .json
            case .form: type.kind == .form
            default: type.essence == "multipart/form-data"
            }
        if isFitting {
            return type
        }
        problems.error(
            at: stated,
            "the parameters are sent in \(place.title), which cannot have the type \(stated.found)")
        return nil
    }

    /// Reports schemes that no method needs.
    private func checkSchemes(_ methods: [Method]) {
        let uses = methods.flatMap { $0.needs.joined() }
        let needed = Set(uses.map(\.name))
        if catalogue.settings.selects {
            return
        }
        for scheme in catalogue.settings.schemeNames where !needed.contains(scheme.value) {
            problems.missing(
                .warning,
                at: scheme.keyPosition,
                "no method needs the scheme \"\(scheme.value)\"")
        }
    }

    /// Returns the names in the path that stand for secrets. Reports schemes with a place that the path does not have.
    private func secretNames(
        of method: Method,
        path: PathTemplate,
        position: Place
    ) -> [String] {
        var names: [String] = []
        if case .path(let name)? = catalogue.settings.authorization {
            names.append(name)
        }
        for scheme in catalogue.settings.schemes {
            let isNeeded = method.needs.joined().contains { $0.name == scheme.name }
            guard case .path(let name) = scheme.place,
                isNeeded
            else {
                continue
            }
            names.append(name)
            if !path.names.contains(name) {
                problems.error(
                    at: position,
                    "\"\(method.name)\" needs the scheme \"\(scheme.name)\", "
                        + "but its path \"\(path.path)\" does not have {\(name)}")
            }
        }
        return names
    }

    /// Returns the name of a server, or reports that there is none.
    private func server(_ stated: LocatedName) -> String? {
        let known = catalogue.settings.servers.map(\.name)
        if let name = stated.value, known.contains(name) {
            return name
        }
        let hint = problems.suggestion(
            for: stated.value,
            among: known,
            otherwise: "; declare it under \"servers\" of api.json")
        problems.error(at: stated, "expected the name of a server, found \(stated.found)\(hint)")
        return nil
    }

    /// Marks a method as safe to repeat, or one of its parameters as the idempotency key.
    ///
    /// A name with a hyphen that no parameter has is the name of a header field. A rule adds it only to the requests
    /// that HTTP does not define as idempotent (RFC 9110, section 9.2.2).
    private func markIdempotent(
        _ method: inout Method,
        by stated: Located<IdempotencySyntax>,
        isOwn: Bool
    ) {
        let name: String
        switch stated.value {
        case .flag(let isIdempotent):
            method.isIdempotent = isIdempotent
            return
        case .key(let key):
            name = key
        }
        let index = method.parameters.firstIndex { parameter in
            guard parameter.place == .header else {
                return parameter.name == name
            }
            return parameter.name.lowercased() == name.lowercased()
        }
        guard let index else {
            guard isFieldName(name),
                name.utf8.contains(UInt8(ascii: "-"))
            else {
                return problems.noParameter(name, of: method, at: stated.position)
            }
            let isIdempotentVerb = ![.post, .patch].contains(method.style.verb)
            if !isOwn, method.isRead || isIdempotentVerb {
                return
            }
            var key = Parameter(name: name, type: .string, place: .header, isKey: true)
            // The runtime replaces an empty key by a new one for each call.
            key.constant = .text("")
            method.parameters.append(key)
            return
        }
        guard [.integer, .string].contains(method.parameters[index].type) else {
            problems.error(
                at: stated,
                "\"\(name)\" of \"\(method.name)\" must be an integer or a string to carry the idempotency key")
            return
        }
        method.parameters[index].isKey = true
        method.parameters[index].isRequired = false
    }

    /// Adds the parameters with a constant value to the values that a variant always sends. They are not arguments.
    private func sendingConstants(of method: Method, in variant: Variant) -> Variant {
        var variant = variant
        for parameter in method.parameters where !variant.omits.contains(parameter.name) {
            guard let value = parameter.constant else { continue }
            variant.constants.append(
                Variant.Constant(
                    name: parameter.name,
                    value: value,
                    place: parameter.place))
        }
        return variant
    }

    /// Indicates whether a method only reads, judging by its verb or the first word of its function's name.
    private func isRead(_ name: String, verb: CallStyle.Verb) -> Bool {
        if verb.isSafe {
            return true
        }
        let word = name.utf8.prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
        return ["get", "search", "is", "are", "check", "resolve", "list"].contains(String(word) ?? "")
    }
}

extension Problems {
    /// Reports a parameter that a method does not have.
    func noParameter(_ name: String, of method: Method, at place: Place) {
        let suggestion = suggestion(for: name, among: method.parameters.map(\.name))
        error(at: place, "\"\(method.name)\" has no parameter \"\(name)\"\(suggestion)")
    }
}
