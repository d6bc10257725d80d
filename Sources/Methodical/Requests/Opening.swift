import struct Foundation.Data

/// Reads answers that are not JSON: `XMLAnswers` of the product `MethodicalXML`.
public protocol AnswerFormat: Sendable {
    /// What requests ask for: `application/xml`.
    var mediaType: String { get }
    /// Whether an answer with this `Content-Type` is for this format; in small letters.
    func reads(_ contentType: String) -> Bool
    /// Throw `.undecodable` for what is not of this format, or is hostile.
    func parse(_ body: Data) throws(APIError) -> any AnswerDocument
}

/// An answer in another format than JSON.
public protocol AnswerDocument {
    /// All of it without knowledge of types, where the server's error is looked for.
    var json: JSON { get }
    /// Throw `.undecodable` and say where, if the value that these keys lead to is not of this type.
    func value<Value: APIValue>(at path: [String]) throws(APIError) -> Value
}

/// Takes an answer out of the envelope it came in.
struct Opening {
    private let response: HTTPResponse
    private let document: JSONDocument
    /// The keys that lead from the body's root to the answer.
    private let path: [String]
    private let call: Call
    private let token: Token?
    private let policy: ReadingPolicy
    /// Nil for JSON.
    private let format: (any AnswerFormat)?

    private var api: APIDescription { call.client.api }

    init(_ response: HTTPResponse, to call: Call, with token: Token?) {
        self.response = response
        document = response.body.withUnsafeBytes { JSONDocument($0) }
        var path = call.client.api.envelope.result.map { [$0] } ?? []
        if let key = call.method.result { path.append(key) }
        self.path = path
        self.call = call
        self.token = token
        policy = call.settings.reading ?? call.client.configuration.reading ?? call.client.api.reading
        format = response.body.isEmpty ? nil : call.client.format(of: response)
    }

    /// The answer and where it departs from its schema. Throws the server's error if there is one, else what is wrong with the answer.
    func value<Value: APIValue>() throws(APIError) -> (value: Value, departures: [Departure]) {
        guard response.status < 300 else { throw refusal() }
        if Value.self == NoContent.self, let nothing = NoContent(Blank()) as? Value {
            if let error = api.envelope.error, let body = json(), isError(body[error] ?? .null) { throw refusal() }
            return (nothing, [])
        }
        if let format { return (try value(in: format), []) }
        do throws(ReadingProblem) {
            var reading: EnvelopeReading<Value> = try read()
            guard let error = reading.error, isError(error) else {
                // Where the key is not there, reading the path to it says so.
                guard let result = reading.result else {
                    return (try document.decode(Value.self, policy: policy, path: path, &reading.drift), [])
                }
                return (try result.get(), departures(reading.drift))
            }
        } catch {
            throw undecodable(error)
        }
        throw refusal()
    }

    /// Types say what is in such a text, so that nothing in it can depart from them and be read.
    private func value<Value: APIValue>(in format: any AnswerFormat) throws(APIError) -> Value {
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

    /// The answer and the place of the error: in one pass where the envelope has just the answer in it, as nearly all have.
    private func read<Value: APIValue>() throws(ReadingProblem) -> EnvelopeReading<Value> {
        // Who expects anything, or perhaps nothing, gets `null` from a method that answers nothing.
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
        // Where there is an error, the answer's absence is no problem.
        let error = try api.envelope.error.flatMap { key throws(ReadingProblem) in try document.ranges(of: [key])[0] }
        var reading = EnvelopeReading<Value>(error: error)
        if let error, isError(error) { return reading }
        reading.result = .success(try document.decode(Value.self, policy: policy, path: path, &reading.drift))
        return reading
    }

    /// A method that answers with a file of tables, say, has no JSON around it. Text in quotes is JSON whatever its type is said to be.
    private var isPlainText: Bool {
        guard let type = response.headers["Content-Type"], !type.lowercased().contains("json") else { return false }
        return response.body.first != UInt8(ascii: "\"")
    }

    /// Some servers say `"error": null` where nothing is wrong, others false, 0, or something empty.
    private func isError(_ range: Range<Int>) -> Bool {
        let text = document.bytes(range)
        return !["null", "false", "0", "[]", "{}", "\"\""].contains { text.elementsEqual($0.utf8) }
    }

    /// As texts, too: other formats than JSON have no other scalars.
    private func isError(_ value: JSON) -> Bool {
        ![.null, false, 0, [], [:], "", "0", "false", "null"].contains(value)
    }

    private func departures(_ drift: Drift) -> [Departure] {
        if drift.records.isEmpty { return [] }
        let redaction = Redaction(call, tokens: [token].compactMap(\.self))
        return document.departures(drift).map { $0.redacted(by: redaction) }
    }

    private func undecodable(_ problem: ReadingProblem) -> APIError {
        var problem = problem
        let (redaction, text) = (
            Redaction(call, tokens: [token].compactMap(\.self)), Array(document.bytes(0..<document.count))
        )
        problem.excerpt = document.excerpt(around: problem.offset) { redaction.clean(text, $0) }
        return APIError(
            APIError.Contents(code: .undecodable, status: response.status, headers: response.headers, problem: problem))
    }

    // MARK: What the server says is wrong

    private func refusal() -> APIError {
        let (server, seconds) = serverError()
        let challenge = Challenge(server, api)
        return APIError(
            APIError.Contents(
                code: challenge == nil ? code(of: server) : .challenged, status: response.status,
                headers: response.headers, server: server,
                challenge: challenge,
                retryAfter: response.retryAfter(at: call.client.configuration.time.now())
                    ?? seconds.map { .seconds($0) }))
    }

    private func code(of server: ServerError) -> APIError.Code {
        if response.status == 401 || api.means(.expiredToken, server) { return .notAuthorized }
        // GitHub's limits answer with 403; no other refusal is for a time.
        let isForATime = response.status == 429 || response.status == 403 && response.headers["Retry-After"] != nil
        if isForATime || api.means(.tooManyRequests, server) { return .rateLimited }
        return .server
    }

    /// An error without JSON, or of another shape than the envelope's, is an error still: it only says less.
    private func serverError() -> (ServerError, retryAfter: Double?) {
        guard let body = json() else { return (ServerError(message: sentence), nil) }
        let envelope = api.envelope
        let error = envelope.error.flatMap { body[$0] }
        let inner = error?[0] ?? error
        var server = ServerError(details: error ?? body)
        var seconds: Double?
        for place in [inner, body] {
            if server.code == nil { server.code = envelope.code.flatMap { place?[$0] }.flatMap(ServerCode.init) }
            if server.message == nil {
                server.message = envelope.message.flatMap { place?[$0]?.stringValue ?? place?[$0]?[0]?.stringValue }
            }
            seconds =
                seconds ?? envelope.retryAfter?.split(separator: ".").reduce(place) { $0?[String($1)] }?.doubleValue
        }
        // A scalar is the code itself, where no other has been found.
        if server.code == nil { server.code = error.flatMap(ServerCode.init) }
        return (server, seconds.flatMap { $0 >= 0 && $0 < 0x8000_0000 ? $0 : nil })
    }

    /// What a server that refuses without JSON says to people. Pages are for browsers.
    private var sentence: String? {
        guard response.headers["Content-Type"]?.lowercased().hasPrefix("text/plain") == true,
            response.body.count <= 1000
        else { return nil }
        let text = String(decoding: response.body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    private func json() -> JSON? {
        do { return try format?.parse(response.body).json ?? document.decode(JSON.self) } catch { return nil }
    }
}

extension Client {
    fileprivate func format(of response: HTTPResponse) -> (any AnswerFormat)? {
        if api.format == nil, configuration.formats.isEmpty { return nil }
        guard let type = response.headers["Content-Type"]?.lowercased() else { return api.format }
        let other = ([api.format].compactMap(\.self) + configuration.formats).first { $0.reads(type) }
        return other ?? (type.contains("json") ? nil : api.format)
    }
}

extension APIDescription {
    package func means(_ meaning: ErrorMeaning, _ server: ServerError?) -> Bool {
        guard let code = server?.code else { return false }
        return meanings[meaning]?.contains { $0 == code || $0.number != nil && $0.number == code.number } ?? false
    }
}

extension ServerCode {
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
