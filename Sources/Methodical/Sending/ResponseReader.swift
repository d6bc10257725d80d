import Foundation

/// The reader of a response: takes the value, or the server's error, out of the API's envelope.
struct ResponseReader {
    private let response: HTTPResponse
    private let document: JSONDocument
    /// The keys that lead from the root of the body to the value.
    private let path: [String]
    private let call: Call
    private let token: Token?
    private let policy: ReadingPolicy
    /// The format of the response, or `nil` for JSON.
    private let format: (any ResponseFormat)?

    private var api: APIDescription { call.client.api }

    /// Creates the reader of a response to `call`. Errors and mismatches will not show the secrets of the call and the
    /// token.
    init(_ response: HTTPResponse, to call: Call, with token: Token?) {
        self.response = response
        document = JSONDocument(response.body)
        var path = call.client.api.envelope.result.map { [$0] } ?? []
        if let key = call.method.result { path.append(key) }
        self.path = path
        self.call = call
        self.token = token
        policy = call.settings.reading ?? call.client.configuration.reading ?? call.client.api.reading
        format = response.body.isEmpty ? nil : call.client.format(of: response)
    }

    /// Returns the value and its mismatches with the schema.
    ///
    /// Throws the server's error if there is one, otherwise the problem that prevents reading the value.
    func value<Value: APIValue>() throws(APIError) -> (value: Value, mismatches: [Mismatch]) {
        guard response.status < 300 else { throw refusal() }
        if Value.self == NoContent.self, let nothing = NoContent(Blank()) as? Value {
            if let error = api.envelope.error, let body = json(), isError(body[error] ?? .null) { throw refusal() }
            return (nothing, [])
        }
        if let format { return (try value(in: format), []) }
        do throws(ReadingProblem) {
            var reading: EnvelopeReading<Value> = try read()
            guard let error = reading.error, isError(error) else {
                // Reading the path again reports which of its keys is missing.
                guard let result = reading.result else {
                    return (try document.decode(Value.self, policy: policy, path: path, &reading.log), [])
                }
                return (try result.get(), mismatches(reading.log))
            }
        } catch {
            throw undecodable(error)
        }
        throw refusal()
    }

    /// Returns the value from a document in another format. Such a value fits its type or is an error, so it has no
    /// mismatches.
    private func value<Value: APIValue>(in format: any ResponseFormat) throws(APIError) -> Value {
        do throws(APIError) {
            let document = try format.parse(response.body)
            if isError(api.envelope.error.flatMap { document.json[$0] } ?? .null) { throw refusal() }
            return try document.value(at: path)
        } catch {
            var contents = error.contents
            contents.status = response.status
            throw APIError(contents)
        }
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
        if path.isEmpty, isPlainText, let text = String(decoding: response.body, as: UTF8.self) as? Value {
            return EnvelopeReading(result: .success(text))
        }
        if path.count == 1 {
            return try document.envelope(Value.self, under: path[0], error: api.envelope.error, policy: policy)
        }
        // A response with an error may have no value, so the error is looked for first.
        let error = try api.envelope.error.flatMap { key throws(ReadingProblem) in try document.ranges(of: [key])[0] }
        var reading = EnvelopeReading<Value>(error: error)
        if let error, isError(error) { return reading }
        reading.result = .success(try document.decode(Value.self, policy: policy, path: path, &reading.log))
        return reading
    }

    /// Indicates whether the body is text without JSON around it, such as a file of tables. A body in quotes is JSON,
    /// whatever its `Content-Type` claims.
    private var isPlainText: Bool {
        guard let type = response.headers["Content-Type"], !type.lowercased().contains("json") else { return false }
        return response.body.first != UInt8(ascii: "\"")
    }

    /// Indicates whether the value at the error's key is an error. Some servers send `null`, `false`, 0 or an empty
    /// value if nothing is wrong.
    private func isError(_ range: Range<Int>) -> Bool {
        let text = document.bytes(range)
        return !["null", "false", "0", "[]", "{}", "\"\""].contains { text.elementsEqual($0.utf8) }
    }

    /// Indicates whether the value at the error's key is an error. Formats without types spell `0`, `false` and `null`
    /// as text.
    private func isError(_ value: JSON) -> Bool {
        ![.null, false, 0, [], [:], "", "0", "false", "null"].contains(value)
    }

    /// Returns the mismatches that were found while reading, without secrets.
    private func mismatches(_ log: MismatchLog) -> [Mismatch] {
        if log.records.isEmpty { return [] }
        let redaction = Redaction(call, tokens: [token].compactMap(\.self))
        return document.mismatches(log).map { $0.redacted(by: redaction) }
    }

    /// Returns the error for a response that cannot be read, with an excerpt without secrets.
    private func undecodable(_ problem: ReadingProblem) -> APIError {
        var problem = problem
        let (redaction, text) = (
            Redaction(call, tokens: [token].compactMap(\.self)), Array(document.bytes(0..<document.count))
        )
        problem.excerpt = document.excerpt(around: problem.offset) { redaction.clean(text, $0) }
        return APIError(
            APIError.Contents(code: .undecodable, status: response.status, headers: response.headers, problem: problem))
    }

    // MARK: Errors of the server

    /// Returns the error that the server has sent, which may be a challenge.
    private func refusal() -> APIError {
        let (server, seconds) = serverError()
        let challenge = Challenge(server, api)
        return APIError(
            APIError.Contents(
                code: challenge == nil ? code(of: server) : .challenged, status: response.status,
                headers: response.headers, server: server, challenge: challenge,
                retryAfter: response.retryAfter(at: call.client.configuration.time.now())
                    ?? seconds.map { .seconds($0) }))
    }

    /// Returns the code of the error by its status and by the meanings that the API declares.
    private func code(of server: ServerError) -> APIError.Code {
        if response.status == 401 || api.means(.expiredToken, server) { return .notAuthorized }
        // GitHub's rate limits use the status 403 with `Retry-After`. A 403 without it is permanent.
        let isTemporary = response.status == 429 || response.status == 403 && response.headers["Retry-After"] != nil
        if isTemporary || api.means(.tooManyRequests, server) { return .rateLimited }
        return .server
    }

    /// Returns the server's error, and the seconds after which the server allows a retry.
    ///
    /// A body without JSON, or with another shape than the envelope declares, is an error with fewer details.
    private func serverError() -> (ServerError, retryAfter: Double?) {
        guard let body = json() else { return (ServerError(message: plainTextMessage), nil) }
        let envelope = api.envelope
        let error = envelope.error.flatMap { body[$0] }
        let inner = error?[0] ?? error
        var server = ServerError(details: error ?? body)
        var seconds: Double?
        // Some APIs put code and message inside the error, others beside it.
        for place in [inner, body] {
            if server.code == nil { server.code = envelope.code.flatMap { place?[$0] }.flatMap(ServerCode.init) }
            if server.message == nil {
                server.message = envelope.message.flatMap { place?[$0]?.stringValue ?? place?[$0]?[0]?.stringValue }
            }
            seconds =
                seconds ?? envelope.retryAfter?.split(separator: ".").reduce(place) { $0?[String($1)] }?.doubleValue
        }
        // An error that is a number or a string is its own code if there is no other.
        if server.code == nil { server.code = error.flatMap(ServerCode.init) }
        return (server, seconds.flatMap { $0 >= 0 && $0 < 0x8000_0000 ? $0 : nil })
    }

    /// The message of an error in plain text. HTML and long texts are meant for browsers.
    private var plainTextMessage: String? {
        guard response.headers["Content-Type"]?.lowercased().hasPrefix("text/plain") == true,
            response.body.count <= 1000
        else { return nil }
        let text = String(decoding: response.body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// Returns the body as JSON, or `nil` if it cannot be parsed.
    private func json() -> JSON? {
        do { return try format?.parse(response.body).json ?? document.decode(JSON.self) } catch { return nil }
    }
}

extension Client {
    /// Returns the format of a response by its `Content-Type`, or `nil` for JSON.
    fileprivate func format(of response: HTTPResponse) -> (any ResponseFormat)? {
        if api.format == nil, configuration.formats.isEmpty { return nil }
        guard let type = response.headers["Content-Type"]?.lowercased() else { return api.format }
        let other = ([api.format].compactMap(\.self) + configuration.formats).first { $0.reads(type) }
        return other ?? (type.contains("json") ? nil : api.format)
    }
}

extension ServerCode {
    /// Creates a code from a number or a string, or returns `nil` for another value.
    fileprivate init?(_ json: JSON) {
        if let number = json.intValue {
            self = .number(number)
        } else if let text = json.stringValue {
            self = .text(text)
        } else {
            return nil
        }
    }
}

extension Client {
    /// Decodes the server's response, or the cached response that the server confirms with the status 304.
    @inline(never)
    func decode<Value: APIValue>(
        _ response: HTTPResponse, _ run: Run, _ state: inout CallState
    ) throws(APIError) -> Response<Value> {
        let token = state.tokens.current
        if state.attempt.isConditional, response.status == 304, let entry = state.cache?.entry {
            do throws(APIError) {
                return try read(entry.confirmed(by: response), run.call, token)
            } catch {
                state.cache?.entry = nil
                throw APIError(.undecodable)
            }
        }
        let result: Response<Value> = try read(response, run.call, token)
        if !result.mismatches.isEmpty { run.report(.mismatches(result.mismatches)) }
        return result
    }

    /// Reads the value from a response. For a request to any address that is the response itself, otherwise the value
    /// in the API's envelope.
    @inline(never)
    func read<Value: APIValue>(
        _ response: HTTPResponse, _ call: Call, _ token: Token?, _ source: ResponseSource = .network,
        _ age: Duration = .zero
    ) throws(APIError) -> Response<Value> {
        let (value, mismatches): (Value, [Mismatch])
        if Value.self == HTTPResponse.self, let whole = response as? Value {
            if let refusal = call.raw?.refusal, response.status >= 300 {
                throw .refused(
                    response.status, refusal, response.headers,
                    retryAfter: response.retryAfter(at: configuration.time.now()))
            }
            (value, mismatches) = (whole, [])
        } else {
            (value, mismatches) = try ResponseReader(response, to: call, with: token).value()
        }
        return Response(
            value: value, status: response.status, headers: response.headers, body: response.body,
            mismatches: mismatches, source: source, age: age)
    }
}
