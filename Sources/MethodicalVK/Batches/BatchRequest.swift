import Methodical

import struct Foundation.Data

extension Client {
    /// Sends calls in one request and returns a response for each of them, as it would have come for the call alone.
    func sendBatch(_ calls: [Call]) async -> [Batcher.Outcome] {
        guard let method = api.batch?.method else {
            let error = APIError(.invalidRequest, "the API has no method for batches: \"batch\" in its api.json")
            return calls.map { _ in .failure(error) }
        }
        let scripts = calls.map { call in Result { () throws(APIError) in (call, try call.script()) } }
        let parts = scripts.compactMap { try? $0.get() }
        var outcomes = await send(parts, by: method)[...]
        return scripts.map { script in script.flatMap { _ in outcomes.removeFirst() } }
    }

    /// Sends the scripts of calls as one program, and returns an outcome for each of them.
    private func send(_ parts: [(call: Call, script: String)], by method: String) async -> [Batcher.Outcome] {
        if parts.isEmpty { return [] }
        let calls = parts.map(\.call)
        do throws(APIError) {
            let program = "return [" + parts.map(\.script).joined(separator: ",") + "];"
            // The request is a call of its own, with all steps: it waits for the rate limit, refreshes the token and is
            // retried.
            return outcomes(of: calls, in: try await request(method, program, for: calls).response())
        } catch {
            // The server's error may quote secrets of any call in the batch, and all of them receive it.
            let error = error.redacted(by: Redaction(calls, []), nil)
            return calls.map { _ in .failure(error) }
        }
    }

    /// Returns the request that executes a program with calls.
    private func request(_ method: String, _ program: String, for calls: [Call]) -> Request<[JSON]> {
        // Each call in the batch makes cached responses stale by itself.
        let method = Method(
            method, reads: calls.allSatisfy(\.method.reads), invalidates: [],
            idempotent: calls.allSatisfy(\.isRepeatable))
        var call = Call(self, method)
        let isSecret = calls.contains { $0.arguments.contains(where: \.isSecret) }
        call.add("code", program, isSecret ? .secret : [])
        let request = Request<[JSON]>(call).cached(for: .never)
        let timeouts = calls.compactMap(\.timeout)
        guard let longest = timeouts.max(), timeouts.count == calls.count else { return request }
        return request.timeout(longest)
    }

    /// Returns a response for each call, with the call's element of the result in an envelope.
    ///
    /// VK's element for a failed call is `false`, and `execute_errors` holds the error with the name of the method.
    private func outcomes(of calls: [Call], in response: Response<[JSON]>) -> [Batcher.Outcome] {
        var errors: [JSON] = []
        if response.value.contains(false), let body = try? JSON(json: Array(response.body)) {
            errors = body["execute_errors"]?.arrayValue ?? []
        }
        return calls.enumerated().map { index, call in
            guard index < response.value.count else {
                return .failure(APIError(.undecodable, "the response of the batch lacks this call"))
            }
            var (key, value) = (api.envelope.result, response.value[index])
            if value == false,
                let place = errors.firstIndex(where: { $0["method"]?.stringValue == call.method.name })
            {
                (key, value) = (api.envelope.error, errors.remove(at: place))
            }
            if let name = key { value = .object([name: value]) }
            return .success(
                HTTPResponse(
                    status: response.status, headers: response.headers, body: Data(value.description.utf8)))
        }
    }
}
