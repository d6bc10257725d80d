import Methodical

import struct Foundation.Data

extension Client {
    /// Sends calls in one request and returns a response for each of them, as it would have come for the call alone.
    func sendBatch(_ calls: [Call]) async -> [Batcher.Outcome] {
        guard let method = api.batch?.method else {
            let error = APIError(
                .invalidRequest,
                "the API has no method for batches: \"batch\" in its api.json")
            return calls.map { _ in .failure(error) }
        }
        let scripts = calls.map { call in
            Result { () throws(APIError) in (call, try call.script()) }
        }
        let parts = scripts.compactMap { try? $0.get() }
        var outcomes = await send(parts, by: method)[...]
        return scripts.map { script in
            script.flatMap { _ in outcomes.removeFirst() }
        }
    }

    /// Sends the scripts of calls as one program, and returns an outcome for each of them.
    private func send(_ parts: [(call: Call, script: String)], by method: String) async -> [Batcher.Outcome] {
        if parts.isEmpty {
            return []
        }
        let calls = parts.map(\.call)
        do throws(APIError) {
            let program = "return [" + parts.map(\.script).joined(separator: ",") + "];"
            // The request is a call of its own, with all steps: it waits for the rate limit, refreshes the token and is
            // retried.
            let request = request(method: method, program: program, for: calls)
            return try outcomes(of: calls, in: try await request.response())
        } catch {
            // The server's error may quote secrets of any call in the batch, and all of them receive it.
            let error = error.redacted(by: Redaction(calls, tokens: []), for: nil)
            return calls.map { _ in .failure(error) }
        }
    }

    /// Returns the request that executes a program with calls.
    ///
    /// Its value is read from the whole body later, because errors stand beside the results, which may be missing.
    private func request(
        method: String,
        program: String,
        for calls: [Call]
    ) -> Request<NoContent> {
        // Each call in the batch makes cached responses stale by itself.
        let method = APIEngine.Method(
            method,
            reads: calls.allSatisfy(\.method.reads),
            invalidates: [],
            idempotent: calls.allSatisfy(\.isRepeatable))
        var call = Call(self, method)
        let isSecret = calls.contains { $0.arguments.contains(where: \.isSecret) }
        if isSecret {
            call.add("code", program, .secret)
        } else {
            call.add("code", program, [])
        }
        let request = Request<NoContent>(call).cached(for: .never)
        let timeouts = calls.compactMap(\.timeout)
        guard let longest = timeouts.max(),
            timeouts.count == calls.count
        else {
            return request
        }
        return request.timeout(longest)
    }

    /// Returns a response for each call, with the call's result or error in an envelope.
    ///
    /// Throws `.undecodable` if the body is not JSON.
    private func outcomes(
        of calls: [Call],
        in response: Response<NoContent>
    ) throws(APIError) -> [Batcher.Outcome] {
        let body: JSON
        do throws(ReadingProblem) {
            body = try JSON(json: Array(response.body))
        } catch {
            throw APIError(.undecodable, "the response of the batch is not JSON: \(error)")
        }
        let errors = BatchErrors(
            of: calls.map(\.method.name),
            in: body,
            under: api.envelope.result)
        return errors.outcomes().map { outcome in
            switch outcome {
            case .value(let value): .success(part(of: response, result: value))
            case .error(let error): failure(from: error, in: response)
            case .sharedError(let error): failure(from: redacted(error, for: calls), in: response)
            case .unknown(let reason): .failure(APIError(.undecodable, reason))
            }
        }
    }

    /// Returns the response to a call of the batch with its result, which the envelope wraps as for a call alone.
    private func part(of response: Response<NoContent>, result: JSON) -> HTTPResponse {
        guard let key = api.envelope.result else {
            return part(of: response, body: result)
        }
        return part(of: response, body: .object([key: result]))
    }

    /// Returns the response to a call of the batch that has failed with an error of the server.
    private func failure(from error: JSON, in response: Response<NoContent>) -> Batcher.Outcome {
        guard let key = api.envelope.error else {
            return .failure(APIError(.server, "the batch lists an error for this call: \(error)"))
        }
        return .success(part(of: response, body: .object([key: error])))
    }

    /// Returns the response to a call of the batch with a body of its own.
    private func part(of response: Response<NoContent>, body: JSON) -> HTTPResponse {
        HTTPResponse(
            status: response.status,
            headers: response.headers,
            body: Data(body.description.utf8))
    }

    /// Returns an error that several calls receive, without the secrets of all calls, which it may quote.
    private func redacted(_ error: JSON, for calls: [Call]) -> JSON {
        var room = Redaction.bodyLimit
        var redacted = Redaction(calls, tokens: [])(error, &room) ?? error
        // A secret may consist of the same digits as the code.
        if let code = api.envelope.code {
            redacted[code] = error[code]
        }
        return redacted
    }
}
