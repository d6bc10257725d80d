import APILearning
import Methodical
import MethodicalGenerator

extension APIDescription {
    /// Creates the description that generated code has for the same schema.
    package init(_ api: API) {
        let wire = api.wire
        self.init(
            name: api.name,
            baseURL: wire.baseURL,
            version: wire.version.map { ($0.parameter, $0.value) },
            authorization: Authorization(wire.authorization),
            schemes: Self.table(wire.schemes.map { ($0.name, Authorization($0.place)) }),
            needs: wire.needs.map { $0.map(APIEngine.SchemeUse.init) },
            servers: Self.table(wire.servers.map { ($0.name, $0.url) }),
            variables: Self.table(wire.variables.map { ($0.name, $0.value) }),
            signIn: OAuthServer(wire.signIn),
            envelope: APIEngine.Envelope(wire.envelope),
            meanings: Self.meanings(wire.meanings),
            verb: HTTPRequest.Verb(wire.call.verb),
            path: wire.call.path,
            parameters: APIEngine.ParameterPlace(wire.call.parameters),
            arrays: APIEngine.ArrayStyle(wire.call.arrays),
            flags: APIEngine.FlagStyle(wire.call.flags),
            flagsInResponses: api.decoding.flags == .digits ? .digits : .words,
            reading: ReadingPolicy(api.decoding.reading),
            format: api.decoding.format == .xml ? UnreadXML() : nil,
            formats: api.decoding.format != .xml && api.hasXML ? [UnreadXML()] : [],
            limits: Self.limits(wire),
            limitHeaders: wire.limitHeaders.map(LimitHeaders.init),
            challenges: Self.table(wire.challenges.map { (ChallengeKey($0.key), $0.name) }),
            batch: wire.batch.map { ($0.method, $0.limit) })
    }

    /// Returns a dictionary of pairs. The last value of a key counts.
    private static func table<Key, Value>(_ pairs: [(Key, Value)]) -> [Key: Value] {
        Dictionary(pairs) { _, last in last }
    }

    private static func meanings(
        _ codes: [WireDefaults.ErrorMeaning: [String]]
    ) -> [APIEngine.ErrorMeaning: [ServerError.Code]] {
        var meanings: [APIEngine.ErrorMeaning: [ServerError.Code]] = [:]
        for (meaning, texts) in codes where !texts.isEmpty {
            guard let key = APIEngine.ErrorMeaning(rawValue: meaning.rawValue) else { continue }
            meanings[key] = texts.map { text in
                Int(text).map { .number($0) } ?? .text(text)
            }
        }
        return meanings
    }

    private static func limits(_ wire: WireDefaults) -> [Token.Kinds: Limit] {
        var limits: [Token.Kinds: Limit] = [:]
        for (kind, rates) in wire.limits {
            guard let first = rates.first else { continue }
            limits[kind.map { Token.Kinds([$0]) } ?? []] = Limit(
                first.count,
                per: .seconds(first.seconds),
                further: rates.dropFirst().map { Limit($0.count, per: .seconds($0.seconds)) },
                parallel: wire.parallel)
        }
        return limits
    }
}

extension APIDescription.Authorization {
    fileprivate init(_ place: WireDefaults.Authorization) {
        switch place {
        case .none: self = .none
        case .parameter(let name): self = .parameter(name)
        case .header(let scheme): self = .header(scheme)
        case .field(let name): self = .field(name)
        case .query(let name): self = .query(name)
        case .cookie(let name): self = .cookie(name)
        case .path(let name): self = .path(name)
        }
    }
}

extension APIDescription.LimitHeaders {
    fileprivate init(_ headers: WireDefaults.LimitHeaders) {
        switch headers {
        case .standard: self = .standard
        case .fields(let remaining, let reset): self.init(remaining: remaining, reset: reset)
        }
    }
}

extension APIDescription.ChallengeKey {
    fileprivate init(_ key: WireDefaults.ChallengeKey) {
        switch key {
        case .captchaID: self = .captchaID
        case .captchaImage: self = .captchaImage
        case .captchaAnswer: self = .captchaAnswer
        case .captchaPage: self = .captchaPage
        case .captchaSession: self = .captchaSession
        case .captchaToken: self = .captchaToken
        case .validationPage: self = .validationPage
        case .validationSuccess: self = .validationSuccess
        case .confirmationText: self = .confirmationText
        case .confirmationAnswer: self = .confirmationAnswer
        case .twoFactorAnswer: self = .twoFactorAnswer
        }
    }
}

extension APIEngine.Envelope {
    fileprivate init(_ envelope: WireDefaults.Envelope) {
        self.init(
            result: envelope.result,
            error: envelope.error,
            code: envelope.code,
            message: envelope.message,
            retryAfter: envelope.retryAfter)
    }
}

extension OAuthServer {
    fileprivate init(_ signIn: WireDefaults.SignIn) {
        self.init(
            authorize: signIn.authorize,
            token: signIn.token,
            device: signIn.device,
            issuer: signIn.issuer,
            separator: signIn.separator,
            accountKey: signIn.account,
            clientInHeader: signIn.client == .header,
            deviceGrant: signIn.deviceGrant)
    }
}
