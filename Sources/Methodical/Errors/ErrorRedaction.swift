extension APIError {
    /// The same error with the name of the method and without the secrets of the call.
    func redacted(by redaction: Redaction, method: String) -> APIError {
        var contents = contents
        contents.method = method
        contents.message = redaction(contents.message)
        contents.server = contents.server?.redacted(by: redaction)
        contents.problem = contents.problem?.redacted(by: redaction)
        if let cause = contents.cause {
            contents.cause = Cause(domain: redaction(cause.domain), code: cause.code, message: redaction(cause.message))
        }
        return APIError(contents)
    }
}

extension ServerError {
    fileprivate func redacted(by redaction: Redaction) -> ServerError {
        var code = code
        if case .text(let text) = code { code = .text(redaction(text)) }
        return ServerError(code: code, message: redaction(message), details: details.map { redaction($0) })
    }
}

extension ReadingProblem {
    /// The excerpt is cleaned where it is cut: a secret that the cut goes through is not recognised any more.
    fileprivate func redacted(by redaction: Redaction) -> ReadingProblem {
        var problem = self
        problem.path = redaction(path)
        problem.expected = redaction(expected)
        problem.found = redaction(found)
        problem.excerpt = redaction(excerpt)
        return problem
    }
}

extension Redaction {
    /// All that a call must not show: its token and its secret arguments, each text in them too.
    init(_ call: Call, _ token: Token?) {
        var secrets = [token?.secret].compactMap(\.self)
        for parameter in call.parameters where parameter.style.contains(.secret) { Self.collect(parameter.value, into: &secrets) }
        self.init(secrets)
    }

    private static func collect(_ value: Argument, into secrets: inout [String]) {
        switch value {
        case .flag: break
        case .list(let elements):
            for element in elements { collect(element, into: &secrets) }
        case .string, .integer, .number: secrets.append(contentsOf: [value.text(flags: .digits)].compactMap(\.self))
        case .json(let text):
            secrets.append(String(decoding: text, as: UTF8.self))
            do { collect(try JSON(json: text), into: &secrets) } catch { return }
        }
    }

    private static func collect(_ value: JSON, into secrets: inout [String]) {
        switch value {
        case .string(let text): secrets.append(text)
        case .array(let elements):
            for element in elements { collect(element, into: &secrets) }
        case .object(let members):
            for member in members.values { collect(member, into: &secrets) }
        default: break
        }
    }

    func callAsFunction(_ value: JSON) -> JSON {
        switch value {
        case .null, .bool: value
        case .integer, .number, .decimal: self(value.description) == value.description ? value : .string(self(value.description))
        case .string(let text): .string(self(text))
        case .array(let elements): .array(elements.map { self($0) })
        case .object(let members): .object(Dictionary(members.map { (self($0.key), self($0.value)) }) { first, _ in first })
        }
    }
}
