import struct Foundation.Data

extension Client {
    /// Decodes the server's response, or the cached response that the server confirms with the status 304.
    @inline(never)
    func decode<Value: APIValue>(
        _ response: HTTPResponse,
        for run: Run,
        state: inout CallState
    ) throws(APIError) -> Response<Value> {
        let token = state.tokens.current
        if state.attempt.isConditional,
            response.status == 304,
            let entry = state.cache?.entry
        {
            do throws(APIError) {
                let confirmed = entry.confirmed(by: response)
                return try read(
                    confirmed,
                    for: run.call,
                    token: token,
                    hiding: state.secretSolutions)
            } catch {
                // Without an entry, this error makes `retryOrFail` ask for the whole response.
                state.cache?.entry = nil
                throw APIError(.undecodable)
            }
        }
        let result: Response<Value> = try read(
            response,
            for: run.call,
            token: token,
            hiding: state.secretSolutions)
        if !result.mismatches.isEmpty {
            run.report(.mismatches(result.mismatches))
        }
        return result
    }

    /// Reads the value from a response. For a request to any address that is the response itself, otherwise the value
    /// in the API's envelope.
    ///
    /// - Parameter solutions: The secret solutions of challenges that were sent with the call.
    @inline(never)
    func read<Value: APIValue>(
        _ response: HTTPResponse,
        for call: Call,
        token: Token?,
        source: ResponseSource = .network,
        age: Duration = .zero,
        hiding solutions: [String] = []
    ) throws(APIError) -> Response<Value> {
        let value: Value
        var mismatches: [Mismatch] = []
        let kind = ResultKind(of: Value.self, from: call.method)
        if kind == .response {
            try checkStatus(of: response, for: call, token: token, hiding: solutions)
            value = try ResultKind.result(response)
        } else if kind == .bytes, let bytes = response.bytes(of: call) {
            value = try ResultKind.result(bytes)
        } else {
            (value, mismatches) = try ResponseReader(response, to: call, with: token, hiding: solutions).value()
        }
        return Response(
            value: value,
            http: response,
            mismatches: mismatches,
            source: source,
            age: age)
    }

    /// Throws the error of a response that is a result as a whole, if its status is not a success.
    ///
    /// A request to any address may take each status as a result.
    private func checkStatus(
        of response: HTTPResponse,
        for call: Call,
        token: Token?,
        hiding solutions: [String]
    ) throws(APIError) {
        guard response.status >= 300 else { return }
        guard let raw = call.raw else {
            let reader = ResponseReader(
                response,
                to: call,
                with: token,
                hiding: solutions)
            // For a status that the method does not list, the reader throws the server's error.
            let _: (NoContent, [Mismatch]) = try reader.value()
            throw .refused(
                status: response.status,
                message: "the response is not a file",
                headers: response.headers)
        }
        guard let refusal = raw.refusal else { return }
        throw .refused(
            status: response.status,
            message: refusal,
            headers: response.headers,
            retryAfter: response.retryAfter(at: configuration.time.now()))
    }

    /// Reads an element of a stream as if it were the body of a response, and reports its mismatches.
    ///
    /// - Parameter key: The name of the element's event, which selects the case of a union.
    package func readElement<Value: APIValue>(
        _ body: HTTPResponse,
        key: String,
        for call: Call
    ) throws(APIError)
        -> Value
    {
        do throws(APIError) {
            let reader = ResponseReader(body, to: call, with: account.token)
            let (value, mismatches) =
                if let union = Value.self as? any APIEngine.KeyedUnion.Type {
                    try reader.value(of: union, key: key, as: Value.self)
                } else {
                    try reader.value() as (Value, [Mismatch])
                }
            if !mismatches.isEmpty {
                // The number of the call is not known here. The numbers of calls begin with 1.
                call.report(number: 0, kind: .mismatches(mismatches))
            }
            return value
        } catch {
            throw error.redacted(by: Redaction(call, tokens: [account.token].compactMap(\.self)), for: call)
        }
    }
}

extension Response {
    /// Returns the response with the value under further keys of the result.
    package func rereading<Other: APIValue>(
        as: Other.Type = Other.self,
        of call: Call,
        under keys: [String] = []
    ) throws(APIError) -> Response<Other> {
        let reader = ResponseReader(
            http,
            to: call,
            with: call.client.account.token,
            under: keys)
        let (value, mismatches): (Other, [Mismatch]) = try reader.value()
        return Response<Other>(
            value: value,
            http: http,
            mismatches: mismatches,
            source: source,
            age: age)
    }
}
