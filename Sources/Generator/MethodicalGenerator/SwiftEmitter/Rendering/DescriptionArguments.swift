/// The arguments of the runtime's `APIDescription`, without those that equal its defaults.
struct DescriptionArguments {
    let api: API
    private var wire: WireDefaults { api.wire }

    var all: [String] {
        let usual = CallStyle()
        var arguments = [
            argument("name", text: api.name),
            argument("baseURL", text: wire.baseURL),
            argument("version", version),
            argument("authorization", authorization(wire.authorization)),
            argument("schemes", list: schemes),
            argument("needs", requiredSchemes),
            argument("servers", list: servers),
            argument("variables", list: variables),
            argument("signIn", signIn),
            argument("envelope", envelope),
            argument("meanings", list: meanings),
            argument("verb", member: wire.call.verb.runtimeName, besides: usual.verb.runtimeName),
            argument("path", text: wire.call.path, besides: usual.path),
        ]
        arguments += wire.call.arguments(besides: usual)
        arguments += responses
        arguments += [
            argument("limits", list: limits),
            argument("limitHeaders", limitHeaders),
            argument("challenges", challenges),
            argument("batch", batch),
        ]
        return arguments.compactMap { $0 }
    }

    /// Returns an entry of a dictionary literal.
    private func entry(_ key: String, _ value: String) -> String {
        "\(literal(key)): \(value)"
    }

    private var version: String? {
        wire.version.map { version in
            "(\(literal(version.parameter)), \(literal(version.value)))"
        }
    }

    private var batch: String? {
        wire.batch.map { batch in
            "(\(literal(batch.method)), \(batch.limit))"
        }
    }

    private var servers: [String] {
        wire.servers.map { entry($0.name, literal($0.url)) }
    }

    private var variables: [String] {
        wire.variables.map { entry($0.name, literal($0.value)) }
    }

    private var schemes: [String] {
        wire.schemes.map { scheme in
            entry(scheme.name, authorization(scheme.place) ?? ".none")
        }
    }

    private var requiredSchemes: String? {
        if wire.needs.isEmpty {
            return nil
        }
        return needs(wire.needs)
    }

    /// The arguments about the contents of responses.
    private var responses: [String?] {
        var arguments: [String?] = []
        if api.decoding.flags == .digits {
            arguments.append("flagsInResponses: .digits")
        }
        if api.decoding.reading != .tolerant {
            arguments.append("reading: ." + api.decoding.reading.rawValue)
        }
        if api.decoding.format != .json {
            arguments.append("format: MethodicalXML.XMLResponses()")
        } else if api.hasXML {
            arguments.append("formats: [MethodicalXML.XMLResponses()]")
        }
        return arguments
    }

    /// Returns the runtime's case for the way in which calls send their token, or `nil` if they send none.
    private func authorization(_ authorization: WireDefaults.Authorization) -> String? {
        switch authorization {
        case .none: nil
        case .parameter(let name): ".parameter(\(literal(name)))"
        case .header(let scheme): ".header(\(literal(scheme)))"
        case .field(let name): ".field(\(literal(name)))"
        case .query(let name): ".query(\(literal(name)))"
        case .cookie(let name): ".cookie(\(literal(name)))"
        case .path(let name): ".path(\(literal(name)))"
        }
    }

    /// The OAuth server, with a line for each address because addresses are long.
    private var signIn: String? {
        let signIn = wire.signIn
        let usual = WireDefaults.SignIn()
        let arguments = [
            argument("authorize", text: signIn.authorize),
            argument("token", text: signIn.token),
            argument("device", text: signIn.device),
            argument("issuer", text: signIn.issuer),
            argument("separator", text: signIn.separator, besides: usual.separator),
            argument("accountKey", text: signIn.account, besides: usual.account),
            argument("clientInHeader", flag: signIn.client != usual.client),
            argument("deviceGrant", text: signIn.deviceGrant, besides: usual.deviceGrant),
        ].compactMap { $0 }
        if arguments.isEmpty {
            return nil
        }
        let start = "\n            "
        let list = arguments.joined(separator: "," + start)
        return ".init(\(start)\(list))"
    }

    private var envelope: String? {
        let envelope = wire.envelope
        let keys = [
            argument("result", text: envelope.result),
            argument("error", text: envelope.error),
            argument("code", text: envelope.code),
            argument("message", text: envelope.message),
            argument("retryAfter", text: envelope.retryAfter),
        ].compactMap { $0 }
        if keys.isEmpty {
            return nil
        }
        let list = keys.joined(separator: ", ")
        return ".init(\(list))"
    }

    private var meanings: [String] {
        WireDefaults.ErrorMeaning.allCases.compactMap { meaning in
            let codes = wire.meanings[meaning] ?? []
            return argument("." + meaning.rawValue, list: codes.map(codeLiteral))
        }
    }

    /// Returns an error code as an integer literal if it is an integer, otherwise as a string literal.
    private func codeLiteral(_ code: String) -> String {
        if Int(code) == nil {
            return literal(code)
        }
        return code
    }

    private var limits: [String] {
        wire.limits.map { kind, rates in
            let rates = rates.map(text)
            let further = rates.dropFirst().map { ".init(\($0))" }
            var arguments = rates.first ?? ""
            if !further.isEmpty {
                arguments += ", further: " + arrayLiteral(further)
            }
            if let parallel = wire.parallel {
                arguments += ", parallel: " + String(parallel)
            }
            let key = kind.map { "." + $0.rawValue } ?? "[]"
            return "\(key): .init(\(arguments))"
        }
    }

    /// Returns the arguments for a rate. The usual unit is a second.
    private func text(of rate: WireDefaults.Limit) -> String {
        let count = String(rate.count)
        if rate.seconds == 1 {
            return count
        }
        return "\(count), per: .seconds(\(rate.seconds))"
    }

    private var limitHeaders: String? {
        switch wire.limitHeaders {
        case nil: nil
        case .standard: ".standard"
        case .fields(let remaining, let reset):
            ".init(remaining: \(literal(remaining)), reset: \(literal(reset)))"
        }
    }

    private var challenges: String? {
        if wire.challenges.isEmpty {
            return nil
        }
        let names = wire.challenges.map { challenge in
            ".\(challenge.key.rawValue): \(literal(challenge.name))"
        }
        return arrayLiteral(names)
    }
}
