/// The combination of the steps of each upload into one method.
struct UploadJoiner {
    private let catalogue: Catalogue
    private let names: MethodLookup
    private var methods: [Method]

    private var problems: Problems { catalogue.problems }

    /// Returns the methods with their uploads.
    ///
    /// - Parameter syntax: The methods as their files state them, in the same order.
    static func join(
        _ methods: [Method],
        syntax: [MethodSyntax],
        catalogue: Catalogue
    ) -> [Method] {
        let names = MethodLookup(methods, catalogue: catalogue)
        var joiner = UploadJoiner(catalogue: catalogue, names: names, methods: methods)
        for (index, method) in syntax.enumerated() {
            guard let located = method.upload,
                let upload = located.value
            else { continue }
            joiner.join(upload, at: located, index: index)
        }
        return joiner.methods
    }

    private mutating func join(
        _ upload: UploadSyntax,
        at located: Located<UploadSyntax?>,
        index: Int
    ) {
        methods[index].upload =
            switch upload.file {
            case .field(let name): Upload(field: name)
            case .body(let verb): Upload(field: "", verb: verb)
            }
        if let steps = upload.steps {
            join(steps, at: located.position, index: index)
        } else {
            sendItself(&methods[index], at: located.keyPosition)
        }
    }

    /// Prepares a method whose own request contains the file. All parameters of the form or the body move to the query.
    private func sendItself(_ method: inout Method, at position: Place) {
        if method.upload?.verb == nil, !method.style.verb.hasBody {
            problems.error(
                at: position,
                "\(method.style.verb.rawValue) requests cannot send a file; set \"verb\": \"POST\"")
        }
        method.style.verb = method.upload?.verb ?? method.style.verb
        method.style.parameters = .query
        for index in method.parameters.indices {
            let place = method.parameters[index].place
            if place == .form || place == .body {
                method.parameters[index].place = .query
            }
        }
    }

    /// Gives an upload in steps the parameters of its steps and the result of the last one.
    private mutating func join(_ steps: UploadSyntax.Steps, at position: Place, index: Int) {
        guard let server = step(named: steps.address) else {
            return
        }
        var save: Method?
        if let reference = steps.save {
            save = step(named: reference.method)
            guard let save else { return }
            let values = names.values(
                of: reference,
                for: save,
                among: save.parameters,
                meaning: "a key of the response")
            methods[index].upload?.save = ResponseReference(method: save.name, values: values)
        }
        methods[index].upload?.server = server.name
        if let url = steps.url {
            if url.value == nil {
                problems.error(at: url, expected: "a key of the response of \"\(server.name)\"")
            }
            methods[index].upload?.url = url.value ?? ""
        }
        methods[index].parameters = server.parameters
        if let save {
            addParameters(of: save, after: server, at: position, to: &methods[index])
        }
        addFailures(of: [server, save].compactMap(\.self), to: &methods[index])
        if var variant = (save ?? server).variants.first {
            let variants = [server, save].compactMap { $0?.variants.first }
            variant.omits = variants.flatMap { step in
                step.omits + step.constants.map(\.name)
            }
            variant.constants = []
            methods[index].variants = [variant]
        }
    }

    /// Adds the parameters of the last step to those of the first one. Some get their values from a response instead.
    private func addParameters(
        of save: Method,
        after server: Method,
        at position: Place,
        to method: inout Method
    ) {
        let taken = Set(method.upload?.save?.parameters ?? [])
        for parameter in save.parameters where !taken.contains(parameter.name) {
            method.upload?.save?.arguments.append(parameter.name)
            guard let known = method.parameters.firstIndex(where: { $0.name == parameter.name }) else {
                method.parameters.append(parameter)
                continue
            }
            if method.parameters[known].type != parameter.type {
                problems.error(
                    at: position,
                    "\"\(parameter.name)\" has different types in \"\(server.name)\" and \"\(save.name)\"; "
                        + "use the same type in both")
            }
            if parameter.isRequired {
                method.parameters[known].isRequired = true
            }
        }
    }

    /// Gives an upload the failures and errors of its steps.
    private func addFailures(of steps: [Method], to method: inout Method) {
        method.failures = []
        method.errors = []
        for step in steps {
            method.failures += step.failures.filter { !method.failures.contains($0) }
            method.errors += step.errors.filter { !method.errors.contains($0) }
        }
    }

    /// Returns the method that an upload uses as a step, or reports an error if there is none.
    private func step(named name: LocatedName) -> Method? {
        let index = names.index(
            of: name,
            excluded: "is a step of an upload, but api.json excludes it; include it, or exclude the upload too",
            where: { !methods[$0].isUpload })
        return index.map { methods[$0] }
    }
}
