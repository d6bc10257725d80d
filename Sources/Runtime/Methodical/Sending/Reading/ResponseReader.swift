import Foundation

/// The reader of a response: takes the value, or the server's error, out of the API's envelope.
struct ResponseReader {
    let response: HTTPResponse
    private let document: JSONDocument
    /// The keys that lead from the root of the body to the value.
    private let path: [String]
    let call: Call
    private let token: Token?
    /// The secret solutions of challenges that were sent with the call.
    private let solutions: [String]
    private let policy: ReadingPolicy
    /// The format of the response, or `nil` for JSON.
    private let format: (any ResponseFormat)?

    var api: APIDescription { call.client.api }

    private var redaction: Redaction {
        Redaction(call, tokens: [token].compactMap(\.self), solutions: solutions)
    }

    /// Creates the reader of a response to `call`. Errors and mismatches will not show the secrets of the call, the
    /// token, and the solutions of challenges. Further keys lead from the result to the value.
    init(
        _ response: HTTPResponse,
        to call: Call,
        with token: Token?,
        hiding solutions: [String] = [],
        under keys: [String] = []
    ) {
        self.response = response
        document = JSONDocument(response.body, hasNumericFlags: call.client.api.flagsInResponses == .digits)
        var path = call.client.api.envelope.result.map { [$0] } ?? []
        if let key = call.method.result {
            path.append(key)
        }
        self.path = path + keys
        self.call = call
        self.token = token
        self.solutions = solutions
        policy = call.settings.reading ?? call.client.configuration.reading ?? call.client.api.reading
        format =
            response.body.isEmpty
            ? nil
            : call.client.format(of: response, accept: call.method.accept)
    }

    /// Returns the value and its mismatches with the schema.
    ///
    /// Throws the server's error if there is one, otherwise the problem that prevents reading the value.
    func value<Value: APIValue>() throws(APIError) -> (value: Value, mismatches: [Mismatch]) {
        if let statuses = call.method.statuses {
            if let value: Value = try value(among: statuses) {
                return (value, [])
            }
        } else if response.status >= 300 {
            throw refusal()
        }
        let kind = ResultKind(of: Value.self, from: call.method)
        switch kind {
        case .bytes:
            let mismatches = try checkWholeBody()
            return (try ResultKind.result(response.body), mismatches)
        case .text:
            let mismatches = try checkWholeBody()
            return (try ResultKind.result(response.text()), mismatches)
        case .nothing:
            return try nothing()
        case .string, .value, .response:
            break
        }
        if let format {
            return (try value(in: format), [])
        }
        if case .string(let isOptional) = kind,
            let text: (Value, [Mismatch]) = try plainText(isOptional: isOptional)
        {
            return text
        }
        do throws(ReadingProblem) {
            var reading: EnvelopeReading<Value> = try read()
            guard let error = reading.error,
                isError(error)
            else {
                // Reading the path again reports which of its keys is missing.
                guard let result = reading.result else {
                    return (try document.decode(Value.self, policy: policy, path: path, log: &reading.log), [])
                }
                return (try result.get(), mismatches(in: reading.log))
            }
        } catch {
            throw undecodable(error)
        }
        throw refusal()
    }

    /// Returns the value if the list of statuses decides about it alone, or `nil` if the body must be read.
    ///
    /// Throws the server's error if the status is not a success and not in the list.
    private func value<Value: APIValue>(among statuses: String) throws(APIError) -> Value? {
        let entry = StatusList(statuses)[response.status]
        guard entry != nil || response.status < 300 else {
            throw refusal()
        }
        if response.status < 300, try isError() {
            throw refusal()
        }
        if entry?.constant != nil {
            _ = try labelMismatches()
        }
        do throws(ReadingProblem) {
            if let constant = entry?.constant {
                return try JSONDocument(Array(constant)).decode(Value.self)
            }
            guard let type = Value.self as? any APIEngine.KeyedUnion.Type else { return nil }
            var log = MismatchLog()
            let status = String(response.status)
            return try document.decode(
                type,
                key: status,
                or: status.prefix(1) + "XX",
                policy: policy,
                path: path,
                log: &log) as? Value
        } catch {
            throw undecodable(error)
        }
    }

    /// Returns the mismatches of a body that is used as it is.
    ///
    /// Throws the server's error if the body is one.
    private func checkWholeBody() throws(APIError) -> [Mismatch] {
        if try isError() {
            throw refusal()
        }
        return try labelMismatches()
    }

    /// Returns the result of a method that returns nothing.
    private func nothing<Value: APIValue>() throws(APIError) -> (Value, [Mismatch]) {
        if let error = api.envelope.error, let body = json(), isError(body[error] ?? .null) {
            throw refusal()
        }
        return (try ResultKind.result(NoContent()), try labelMismatches())
    }

    /// Returns the body as text, or `nil` if it is JSON.
    private func plainText<Value: APIValue>(isOptional: Bool) throws(APIError) -> (Value, [Mismatch])? {
        guard path.isEmpty, isPlainText else { return nil }
        // An empty body stands for no value if the type allows that.
        if isOptional, response.body.isEmpty {
            return nil
        }
        let mismatches = try labelMismatches()
        return (try ResultKind.result(response.text()), mismatches)
    }

    /// Returns the mismatch of a body that is used as it is, or not at all, if its type is not what the call asks for.
    ///
    /// Throws `.undecodable` for a page, because the API has not answered the call. The label `text/html` alone proves
    /// nothing: some servers label every response as HTML. It is an error only if the policy refuses mismatches.
    private func labelMismatches() throws(APIError) -> [Mismatch] {
        guard response.status < 300,
            !response.body.isEmpty,
            let type = response.headers["Content-Type"]
        else {
            return []
        }
        let expectation = call.expectation
        guard expectation.isContradicted(by: type) else { return [] }
        let isMislabelled = MediaExpectation.isPage(type) && !response.looksLikePage
        guard isMislabelled,
            policy != .strict
        else {
            throw expectation.contradiction(by: response)
        }
        let redaction = redaction
        let mismatch = Mismatch(
            path: "Content-Type",
            example: "Content-Type",
            expected: expectation.description,
            found: type)
        return [mismatch.redacted(by: redaction)]
    }

    /// Indicates whether a body in JSON contains an error, although the method returns something else than JSON.
    private func isError() throws(APIError) -> Bool {
        guard let key = api.envelope.error,
            response.isJSON,
            let body = json()
        else { return false }
        return isError(body[key] ?? .null)
    }

    /// Returns the value from a document in another format. Such a value fits its type or is an error, so it has no
    /// mismatches.
    private func value<Value: APIValue>(in format: any ResponseFormat) throws(APIError) -> Value {
        do throws(APIError) {
            let document = try format.parse(response.body)
            if isError(api.envelope.error.flatMap { document.json[$0] } ?? .null) {
                throw refusal()
            }
            return try document.value(at: path)
        } catch {
            var contents = error.contents
            contents.status = response.status
            throw APIError(contents)
        }
    }

    /// Returns the case of a union that the name of an event selects.
    func value<Union: APIEngine.KeyedUnion, Value>(
        of union: Union.Type,
        key: String,
        as: Value.Type
    ) throws(APIError) -> (Value, [Mismatch]) {
        if let error = api.envelope.error,
            Union._keys[key] == nil,
            isError(json()?[error] ?? .null)
        {
            throw refusal()
        }
        do throws(ReadingProblem) {
            var log = MismatchLog()
            let value = try document.decode(union, key: key, policy: policy, path: path, log: &log)
            if let value = value as? Value {
                return (value, mismatches(in: log))
            }
        } catch {
            throw undecodable(error)
        }
        throw APIError(.undecodable)
    }

    /// Reads the value and finds the place of the error.
    ///
    /// One pass does both if the value lies directly in the envelope, as in nearly all APIs.
    private func read<Value: APIValue>() throws(ReadingProblem) -> EnvelopeReading<Value> {
        // A method that returns nothing may have an empty body, which stands for `null` if the type allows that.
        if document.count == 0, let type = Value.self as? any ExpressibleByNilLiteral.Type,
            let nothing = type.init(nilLiteral: ()) as? Value
        {
            return EnvelopeReading(result: .success(nothing))
        }
        if path.count == 1 {
            return try document.envelope(
                Value.self,
                under: path[0],
                error: api.envelope.error,
                policy: policy)
        }
        // A response with an error may have no value, so the error is looked for first.
        let error = try api.envelope.error.flatMap { key throws(ReadingProblem) in
            try document.ranges(of: [key])[0]
        }
        var reading = EnvelopeReading<Value>(error: error)
        if let error, isError(error) {
            return reading
        }
        reading.result = .success(try document.decode(Value.self, policy: policy, path: path, log: &reading.log))
        return reading
    }

    /// Indicates whether the body is text without JSON around it, such as a file of tables. A body in quotes is JSON,
    /// whatever its `Content-Type` claims.
    private var isPlainText: Bool {
        guard let type = response.headers["Content-Type"],
            !type.lowercased().contains("json")
        else { return false }
        return response.body.first != UInt8(ascii: "\"")
    }

    /// Indicates whether the value at the error's key is an error. Some servers send `null`, `false`, 0 or an empty
    /// value if nothing is wrong.
    private func isError(_ range: Range<Int>) -> Bool {
        let text = document.bytes(in: range)
        return !["null", "false", "0", "[]", "{}", "\"\""].contains { text.elementsEqual($0.utf8) }
    }

    /// Indicates whether the value at the error's key is an error. Formats without types spell `0`, `false` and `null`
    /// as text.
    private func isError(_ value: JSON) -> Bool {
        ![.null, false, 0, [], [:], "", "0", "false", "null"].contains(value)
    }

    /// Returns the mismatches that were found while reading, without secrets.
    private func mismatches(in log: MismatchLog) -> [Mismatch] {
        if log.records.isEmpty {
            return []
        }
        let redaction = redaction
        return document.mismatches(in: log).map { $0.redacted(by: redaction) }
    }

    /// Returns the error for a response that cannot be read, with an excerpt without secrets.
    private func undecodable(_ problem: ReadingProblem) -> APIError {
        var problem = problem
        let redaction = redaction
        let text = Array(document.bytes(in: 0..<document.count))
        problem.excerpt = document.excerpt(around: problem.offset) { redaction.clean(text, in: $0) }
        return APIError(
            APIError.Contents(
                code: .undecodable,
                status: response.status,
                headers: response.headers,
                problem: problem))
    }

    /// Returns the body as JSON, or `nil` if it cannot be parsed.
    func json() -> JSON? {
        do {
            return try format?.parse(response.body).json ?? document.decode(JSON.self)
        } catch {
            return nil
        }
    }
}

extension Client {
    /// Returns the format of a response by its `Content-Type`, or by the media type that the method asks for. Returns
    /// `nil` for JSON.
    fileprivate func format(of response: HTTPResponse, accept: String?) -> (any ResponseFormat)? {
        if api.format == nil, configuration.formats.isEmpty, api.formats.isEmpty {
            return nil
        }
        let usual = api.format ?? accept.flatMap { accept in api.formats.first { $0.reads(accept) } }
        guard let type = response.headers["Content-Type"]?.lowercased() else {
            return usual
        }
        let formats = [api.format].compactMap(\.self) + configuration.formats + api.formats
        if let other = formats.first(where: { $0.reads(type) }) {
            return other
        }
        guard !type.contains("json") else { return nil }
        return usual
    }
}
