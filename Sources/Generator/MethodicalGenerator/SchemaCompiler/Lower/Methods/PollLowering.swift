/// The lowering of polls.
struct PollLowering {
    let catalogue: Catalogue
    let results: ResultLookup
    /// The methods, which can poll for one another.
    let methods: [Method]
    private let names: MethodLookup

    private var problems: Problems { catalogue.problems }

    init(_ methods: [Method], catalogue: Catalogue, results: ResultLookup) {
        self.catalogue = catalogue
        self.results = results
        self.methods = methods
        names = MethodLookup(methods, catalogue: catalogue)
    }

    /// Determines how operations are polled. Runs after the pages, because an operation has none.
    ///
    /// - Parameter syntax: The methods as their files state them, in the same order.
    static func addPolls(
        to methods: inout [Method],
        from syntax: [MethodSyntax],
        catalogue: Catalogue,
        results: ResultLookup
    ) {
        let lowering = PollLowering(methods, catalogue: catalogue, results: results)
        for index in methods.indices where methods[index].upload == nil {
            guard let poll = syntax[index].call.poll,
                lowering.applies(poll.value, to: methods[index])
            else {
                continue
            }
            lowering.checkRequest(of: methods[index], syntax: syntax[index])
            methods[index].poll = lowering.poll(from: poll, of: methods[index])
            methods[index].pages = nil
        }
    }

    /// Indicates whether a method starts an operation that is polled, even if the poll is malformed. The method that
    /// reads the operation can match the same rule, but starts none.
    private func applies(_ poll: PollSyntax?, to method: Method) -> Bool {
        switch poll {
        case .location, nil: true
        case .turnedOff: false
        case .stated(let stated): stated.step?.value?.method.value != method.name
        }
    }

    /// Reports a method whose request is of another kind than an operation's.
    private func checkRequest(of method: Method, syntax: MethodSyntax) {
        if !method.isUpload, method.stream == nil {
            return
        }
        let reason =
            method.stream == nil
            ? "it sends a file or a form of parts"
            : "its response is a stream"
        let message = "\"\(method.name)\" cannot have \"poll\", because \(reason)"
        guard let own = syntax.own.poll else {
            problems.error(at: syntax.name, message + "; expected \"poll\": \"none\"")
            return
        }
        problems.error(at: own.keyPosition, message)
    }

    private func poll(from syntax: Located<PollSyntax?>, of method: Method) -> Poll? {
        switch syntax.value {
        case .turnedOff, nil: nil
        case .location: Poll()
        case .stated(let stated): poll(from: stated, at: syntax.position, of: method)
        }
    }

    /// Lowers a poll whose keys are stated.
    private func poll(
        from stated: StatedPoll,
        at position: Place,
        of method: Method
    ) -> Poll? {
        var poll = Poll()
        // With a `result`, the response of the method describes only the value under it.
        let own = stated.result == nil ? method.variants[0].result : .any
        var operation = own
        if let step = stated.step {
            guard let reference = step.value,
                let index = names.index(of: reference.method)
            else {
                return nil
            }
            if methods[index].style.verb != .get {
                problems.error(at: step, "\"\(methods[index].name)\" is polled, so its verb must be GET")
            }
            operation = methods[index].variants[0].result
            poll.step = self.step(
                reference,
                to: methods[index],
                from: method,
                at: step.position)
        }
        poll.url = results.key(stated.url, in: own)
        poll.state = results.key(stated.state, in: operation)
        poll.result = results.key(stated.result, in: operation)
        poll.error = results.key(stated.error, in: operation)
        poll.progress = results.key(stated.progress, in: operation)
        poll.interval = stated.interval
        if let state = poll.state {
            setStates(of: &poll, from: stated, state: state, in: operation, at: position)
        }
        return poll
    }

    /// Sets the states in which an operation has ended. If the schema lists the states, they must be among them.
    private func setStates(
        of poll: inout Poll,
        from stated: StatedPoll,
        state: String,
        in operation: TypeUse,
        at position: Place
    ) {
        let type = results.type(at: state, in: operation).map(results.resolved)
        var known: [String]?
        if case .named(let id)? = type,
            case .enumeration(let listed)? = results.declarations[id]?.shape
        {
            known = listed.members.map(\.value)
        }
        for name in (stated.done ?? []) + stated.failed {
            let isKnown = name.value.map { known?.contains($0) ?? true } ?? false
            if !isKnown {
                let hint = problems.suggestion(for: name.value, among: known ?? [])
                problems.error(at: name, "\"\(state)\" cannot be \(name.found)\(hint)")
            }
        }
        poll.failed = stated.failed.compactMap(\.value)
        if let done = stated.done {
            poll.done = done.compactMap(\.value)
            return
        }
        poll.done = ["true"]
        if type != .boolean {
            problems.error(
                at: position,
                "\"done\" is missing; expected the states in which the operation has succeeded")
        }
    }

    /// Determines the source of each parameter of the method that is polled: the key that the schema states, the key
    /// of the same name in the operation, or else the argument of the same name.
    private func step(
        _ reference: ResponseReferenceSyntax,
        to polled: Method,
        from method: Method,
        at position: Place
    ) -> ResponseReference {
        let parameters = polled.parameters.filter { $0.constant == nil }
        let values = names.values(
            of: reference,
            for: polled,
            among: parameters,
            meaning: "a key")
        var step = ResponseReference(method: polled.name, values: values)
        let properties = results.record(behind: polled.variants[0].result)?.properties ?? []
        let stated = Set(step.parameters)
        for parameter in parameters where parameter.isRequired && !stated.contains(parameter.name) {
            let name = parameter.name
            if properties.contains(where: { $0.path == [name] }) {
                step.values.append(ResponseReference.Value(parameter: name, key: name))
                continue
            }
            let argument = method.parameters.first { $0.name == name }
            if let argument, argument.isRequired {
                step.arguments.append(name)
                continue
            }
            let call = "\"\(polled.name)\""
            problems.error(
                at: position,
                "\"\(name)\" of \(call) is neither a key of its response nor an argument; "
                    + "expected {\(call): {\"\(name)\": KEY}} with a key of the response to \"\(method.name)\"")
        }
        return step
    }
}
