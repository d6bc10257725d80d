/// The arguments of the runtime's `APIDescription`, without those that equal its defaults.
struct DescriptionArguments {
    let api: API
    private var wire: WireDefaults { api.wire }

    var all: [String] {
        let usual = CallStyle()
        var arguments = [
            argument("name", text: api.name),
            argument("baseURL", text: wire.baseURL),
            argument("version", wire.version.map { "(" + literal($0.parameter) + ", " + literal($0.value) + ")" }),
            argument("authorization", place(wire.authorization)),
            argument("schemes", list: wire.schemes.map { literal($0.name) + ": " + (place($0.place) ?? ".none") }),
            wire.needs.isEmpty ? nil : "needs: " + needs(wire.needs),
            argument("servers", list: wire.servers.map { literal($0.name) + ": " + literal($0.url) }),
            argument("variables", list: wire.variables.map { literal($0.name) + ": " + literal($0.value) }),
            argument("signIn", signIn),
            argument("envelope", envelope),
            argument("meanings", list: meanings),
            wire.call.verb == usual.verb ? nil : "verb: ." + wire.call.verb.word,
            argument("path", text: wire.call.path == usual.path ? nil : wire.call.path),
        ]
        arguments += wire.call.arguments(besides: usual)
        arguments += [
            api.answers.flags == .digits ? "flagsInResponses: .digits" : nil,
            api.answers.reading == .tolerant ? nil : "reading: ." + api.answers.reading.rawValue,
            api.answers.format == .json ? nil : "format: MethodicalXML.XMLResponses()",
            api.answers.format == .json && api.hasXML ? "formats: [MethodicalXML.XMLResponses()]" : nil,
            argument("limits", list: limits),
            argument("limitHeaders", limitHeaders),
            argument("challenges", challenges),
            argument("batch", wire.batch.map { "(" + literal($0.method) + ", " + String($0.limit) + ")" }),
        ]
        return arguments.compactMap { $0 }
    }

    private func place(_ authorization: WireDefaults.Authorization) -> String? {
        switch authorization {
        case .none: nil
        case .parameter(let name): ".parameter(" + literal(name) + ")"
        case .header(let scheme): ".header(" + literal(scheme) + ")"
        case .field(let name): ".field(" + literal(name) + ")"
        case .query(let name): ".query(" + literal(name) + ")"
        case .cookie(let name): ".cookie(" + literal(name) + ")"
        case .path(let name): ".path(" + literal(name) + ")"
        }
    }

    /// The OAuth server, with a line for each address because addresses are long.
    private var signIn: String? {
        let (signIn, usual) = (wire.signIn, WireDefaults.SignIn())
        let arguments = [
            argument("authorize", text: signIn.authorize), argument("token", text: signIn.token),
            argument("device", text: signIn.device), argument("issuer", text: signIn.issuer),
            argument("separator", text: signIn.separator == usual.separator ? nil : signIn.separator),
            argument("accountKey", text: signIn.account == usual.account ? nil : signIn.account),
            signIn.client == usual.client ? nil : "clientInHeader: true",
            argument("deviceGrant", text: signIn.deviceGrant == usual.deviceGrant ? nil : signIn.deviceGrant),
        ].compactMap { $0 }
        let start = "\n            "
        return arguments.isEmpty ? nil : ".init(" + start + arguments.joined(separator: "," + start) + ")"
    }

    private var envelope: String? {
        let envelope = wire.envelope
        let keys = [
            argument("result", text: envelope.result), argument("error", text: envelope.error),
            argument("code", text: envelope.code), argument("message", text: envelope.message),
            argument("retryAfter", text: envelope.retryAfter),
        ].compactMap { $0 }
        return keys.isEmpty ? nil : ".init(" + keys.joined(separator: ", ") + ")"
    }

    private var meanings: [String] {
        WireDefaults.ErrorMeaning.allCases.compactMap { meaning in
            let codes = (wire.meanings[meaning] ?? []).map { Int($0) == nil ? literal($0) : $0 }
            return argument("." + meaning.rawValue, list: codes)
        }
    }

    private var limits: [String] {
        wire.limits.map { kind, rates in
            let rates = rates.map { rate in
                String(rate.count) + (rate.seconds == 1 ? "" : ", per: .seconds(" + String(rate.seconds) + ")")
            }
            let further = rates.dropFirst().map { ".init(" + $0 + ")" }.joined(separator: ", ")
            let all =
                (rates.first ?? "") + (further.isEmpty ? "" : ", further: [" + further + "]")
                + (wire.parallel.map { ", parallel: " + String($0) } ?? "")
            return (kind.map { "." + $0.rawValue } ?? "[]") + ": .init(" + all + ")"
        }
    }

    private var limitHeaders: String? {
        switch wire.limitHeaders {
        case nil: nil
        case .standard: ".standard"
        case .fields(let remaining, let reset):
            ".init(remaining: " + literal(remaining) + ", reset: " + literal(reset) + ")"
        }
    }

    private var challenges: String? {
        let names = wire.challenges.map { "." + $0.word.rawValue + ": " + literal($0.name) }
        return names.isEmpty ? nil : "[" + names.joined(separator: ", ") + "]"
    }
}
