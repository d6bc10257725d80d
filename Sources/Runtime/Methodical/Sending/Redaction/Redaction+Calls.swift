extension Redaction {
    /// Creates a filter for all secrets of calls: their tokens, their secret arguments, and each text inside these.
    ///
    /// - Parameter solutions: The secret solutions of challenges that were sent with the calls.
    init(_ calls: Call..., tokens: [Token], solutions: [String] = []) {
        self.init(calls, tokens: tokens, solutions: solutions)
    }

    package init(_ calls: [Call], tokens: [Token], solutions: [String] = []) {
        var secrets = solutions + tokens.flatMap { [$0.secret, $0.refresh].compactMap(\.self) }
        for call in calls {
            secrets += call.secrets
            secrets += call.parameters.filter { $0.style.contains(.secret) }.flatMap {
                Self.texts(of: $0.value)
            }
            // A URL that the API did not write may contain a key in its query.
            if call.raw != nil,
                let path = call.method.path,
                let mark = path.firstIndex(of: "?")
            {
                secrets.append(String(path[mark...].dropFirst()))
            }
        }
        self.init(secrets)
    }

    private static func texts(of value: ArgumentValue) -> [String] {
        switch value {
        case .flag:
            []
        case .list(let elements):
            elements.flatMap(texts)
        case .json(let text):
            [String(decoding: text, as: UTF8.self)] + texts(of: (try? JSON(json: text)) ?? .null)
        case .string, .integer, .number:
            [value.text(flags: .digits)].compactMap(\.self)
        }
    }

    private static func texts(of value: JSON) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(texts)
        case .object(let members): members.values.flatMap(texts)
        case .integer, .number, .decimal: [value.description]
        case .null, .bool: []
        }
    }
}

extension APIError {
    /// Returns the error with the names of the call and without its secrets. At most ``Redaction/limit`` bytes of its
    /// text remain.
    ///
    /// - Parameters:
    ///   - redaction: The filter for the call's secrets.
    ///   - call: The call that failed.
    ///   - isLast: Indicates whether no further redaction is needed afterwards.
    package func redacted(
        by redaction: Redaction,
        for call: Call?,
        isLast: Bool = false
    ) -> APIError {
        var room = Redaction.limit
        return with { contents in
            contents.message = redaction(contents.message, &room)
            var server = contents.server
            server?.message = redaction(contents.server?.message, &room)
            if case .text(let text) = server?.code {
                server?.code = .text(redaction(text, &room))
            }
            contents.problem = contents.problem?.redacted(by: redaction)
            if let cause = contents.cause {
                contents.cause = Cause(
                    domain: redaction(cause.domain),
                    code: cause.code,
                    message: redaction(cause.message, &room))
            }
            contents.headers = HTTPHeaders(
                contents.headers.fields.map { HTTPHeaders.Field(name: $0.name, value: redaction($0.value, &room)) })
            server?.details = contents.server?.details.flatMap { redaction($0, &room) }
            contents.server = server
            var bodyRoom = Redaction.bodyLimit * 2
            contents.body = contents.body.flatMap { redaction($0, &bodyRoom) }
            contents.isRedacted = isLast
        }.called(call)
    }

    /// Returns the error with the names of the call.
    package func called(_ call: Call?) -> APIError {
        guard let call else {
            return self
        }
        return with {
            $0.method = call.method.name
            $0.signature = call.signature
        }
    }
}

extension ReadingProblem {
    /// Returns the problem without secrets. The excerpt was already redacted when it was cut, because a secret that is
    /// cut in two is not recognized any more.
    fileprivate func redacted(by redaction: Redaction) -> ReadingProblem {
        var problem = self
        problem.path = redaction(path)
        problem.expected = redaction(expected)
        problem.found = redaction(found)
        problem.excerpt = redaction(excerpt)
        return problem
    }
}

extension Mismatch {
    func redacted(by redaction: Redaction) -> Mismatch {
        var mismatch = self
        mismatch.path = redaction(path)
        mismatch.example = redaction(example)
        mismatch.expected = redaction(expected)
        mismatch.found = redaction(found)
        return mismatch
    }
}
