/// The client, its namespaces and the error codes.
extension Emission {
    /// Prints the contents of the common file.
    func common(_ out: inout Printer) {
        let name = root
        if let documentation = api.documentation { out.doc(documentation) }
        out.block("nonisolated ", access, "struct ", name, ": APIClient") { out in
            properties(of: 0, &out)
            if !namespaces.all[0].children.isEmpty { out.blank() }
            client(&out)
            out.blank()
            out.line("// MARK: Machinery")
            description(&out)
            out.line(access, "static var _runtime: APIEngine.Version { .v1 }")
        }
        if !namespaces.all[0].children.isEmpty {
            out.blank()
            out.block("extension ", name) { out in
                for (place, child) in namespaces.all[0].children.enumerated() {
                    if place > 0 { out.blank() }
                    namespace(child, &out)
                }
            }
        }
        if !api.errors.isEmpty {
            out.blank()
            out.block("extension ", name) { errorCodes(&$0) }
        }
    }

    /// Prints the stored client and its initializer.
    private func client(_ out: inout Printer) {
        out.line(access, "let client: Client")
        out.line(access, "init(client: Client) { self.client = client }")
    }

    /// Prints a property for each namespace inside a namespace that has methods.
    private func properties(of i: Int, _ out: inout Printer) {
        for child in namespaces.all[i].children where namespaces.all[child].isCallable {
            let space = namespaces.all[child]
            out.line("/// Methods `", space.call, "*`.")
            out.line(
                access, "var ", Reserved.escaped(space.property), ": ", space.path, " { ", space.path,
                "(client: client) }")
        }
    }

    /// Prints the type of a namespace, with those inside it.
    private func namespace(_ i: Int, _ out: inout Printer) {
        let space = namespaces.all[i]
        if !space.isCallable {
            // A namespace that only holds types has no methods to call, so no value of it is needed.
            if space.children.isEmpty {
                out.line("nonisolated ", access, "enum ", space.type, " {}")
                return
            }
            out.block("nonisolated ", access, "enum ", space.type) { children(of: i, &$0) }
            return
        }
        out.line("/// Methods `", space.call, "*`.")
        out.block("nonisolated ", access, "struct ", space.type, ": Sendable") { out in
            properties(of: i, &out)
            client(&out)
            if !space.children.isEmpty {
                out.blank()
                children(of: i, &out)
            }
        }
    }

    private func children(of i: Int, _ out: inout Printer) {
        for (place, child) in namespaces.all[i].children.enumerated() {
            if place > 0 { out.blank() }
            namespace(child, &out)
        }
    }

    /// Prints the runtime's `APIDescription`, without arguments that equal its defaults.
    private func description(_ out: inout Printer) {
        let wire = api.wire
        var parts = ["name: " + literal(api.name), "baseURL: " + literal(wire.baseURL)]
        if let version = wire.version {
            parts.append("version: (" + literal(version.parameter) + ", " + literal(version.value) + ")")
        }
        switch wire.authorization {
        case .none: break
        case .parameter(let name): parts.append("authorization: .parameter(" + literal(name) + ")")
        case .header(let scheme): parts.append("authorization: .header(" + literal(scheme) + ")")
        case .field(let name): parts.append("authorization: .field(" + literal(name) + ")")
        }
        if let signIn = signIn(wire.signIn) { parts.append(signIn) }
        if let envelope = envelope(wire.envelope) { parts.append(envelope) }
        var meanings: [String] = []
        for meaning in WireDefaults.ErrorMeaning.allCases {
            guard let codes = wire.meanings[meaning], !codes.isEmpty else { continue }
            meanings.append(
                "." + meaning.rawValue + ": [" + codes.map { Int($0) == nil ? literal($0) : $0 }.joined(separator: ", ")
                    + "]")
        }
        if !meanings.isEmpty { parts.append("meanings: [" + meanings.joined(separator: ", ") + "]") }
        let limits = wire.limits.map { kind, limit in
            (kind.map { "." + $0.rawValue } ?? "[]") + ": .init(" + String(limit.count)
                + (limit.seconds == 1 ? ")" : ", per: .seconds(" + String(limit.seconds) + "))")
        }
        let challenges = wire.challenges.map { "." + $0.word.rawValue + ": " + literal($0.name) }
        let usual = CallStyle()
        if wire.call.verb != usual.verb { parts.append("verb: ." + name(wire.call.verb)) }
        if wire.call.path != usual.path { parts.append("path: " + literal(wire.call.path)) }
        if wire.call.parameters != usual.parameters { parts.append("parameters: ." + wire.call.parameters.rawValue) }
        if wire.call.arrays != usual.arrays { parts.append("arrays: ." + wire.call.arrays.rawValue) }
        if wire.call.flags != usual.flags { parts.append("flags: ." + name(wire.call.flags)) }
        if api.answers.reading != .tolerant { parts.append("reading: ." + api.answers.reading.rawValue) }
        if api.answers.format == .xml { parts.append("format: XMLResponses()") }
        if !limits.isEmpty { parts.append("limits: [" + limits.joined(separator: ", ") + "]") }
        if !challenges.isEmpty { parts.append("challenges: [" + challenges.joined(separator: ", ") + "]") }
        if let batch = wire.batch {
            parts.append("batch: (" + literal(batch.method) + ", " + String(batch.limit) + ")")
        }
        out.line(access, "static let api = APIDescription(")
        out.nest { out in
            for (i, part) in parts.enumerated() { out.line(part, i + 1 < parts.count ? "," : ")") }
        }
    }

    /// Returns the argument for the OAuth server, one line for each address because addresses are long.
    private func signIn(_ signIn: WireDefaults.SignIn) -> String? {
        let usual = WireDefaults.SignIn()
        var parts: [String] = []
        if let address = signIn.authorize { parts.append("authorize: " + literal(address)) }
        if let address = signIn.token { parts.append("token: " + literal(address)) }
        if let address = signIn.device { parts.append("device: " + literal(address)) }
        if let issuer = signIn.issuer { parts.append("issuer: " + literal(issuer)) }
        if signIn.separator != usual.separator { parts.append("separator: " + literal(signIn.separator)) }
        if signIn.account != usual.account { parts.append("accountKey: " + literal(signIn.account)) }
        if signIn.client != usual.client { parts.append("clientInHeader: true") }
        if signIn.deviceGrant != usual.deviceGrant { parts.append("deviceGrant: " + literal(signIn.deviceGrant)) }
        let start = "\n            "
        return parts.isEmpty ? nil : "signIn: OAuthServer(" + start + parts.joined(separator: "," + start) + ")"
    }

    /// Returns the argument for the keys of the envelope, or `nil` if responses have none.
    private func envelope(_ envelope: WireDefaults.Envelope) -> String? {
        let words = [
            ("result", envelope.result), ("error", envelope.error), ("code", envelope.code),
            ("message", envelope.message),
            ("retryAfter", envelope.retryAfter),
        ]
        let keys = words.compactMap { word, key in key.map { word + ": " + literal($0) } }
        return keys.isEmpty ? nil : "envelope: Envelope(" + keys.joined(separator: ", ") + ")"
    }

    /// Prints the type of the error codes.
    private func errorCodes(_ out: inout Printer) {
        out.line("/// The codes by which the server names a failure.")
        out.block("nonisolated ", access, "struct ErrorCode: APIErrorCode") { out in
            // A single word among the codes makes all of them strings.
            let isWord = api.errors.contains(where: \.isWord)
            for (i, error) in api.errors.enumerated() {
                if let documentation = error.documentation { out.doc(documentation) }
                let code = isWord ? literal(error.code) : error.code
                out.line(
                    access, "static var ", Reserved.escaped(errorNames[i]), ": Self { Self(rawValue: ", code, ") }")
            }
            out.blank()
            out.line(access, "let rawValue: ", isWord ? "String" : "Int")
            out.line(access, "init(rawValue: ", isWord ? "String" : "Int", ") { self.rawValue = rawValue }")
            out.blank()
            out.line("// MARK: Machinery")
            var table: [String] = []
            for (i, error) in api.errors.enumerated() {
                table.append(tableKey(errorNames[i]) + "=" + tableKey(error.code))
            }
            out.line(access, "static var _names: String { ", literal(table.joined(separator: ",")), " }")
        }
    }
}
