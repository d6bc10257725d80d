import struct Foundation.Data

extension Method {
    /// Indicates whether the method's responses are texts that are not JSON.
    package var isText: Bool {
        accept?.hasPrefix("text/") == true && accept?.contains("json") == false
    }
}

extension HTTPResponse {
    /// Indicates whether the body is JSON, by its `Content-Type`.
    var isJSON: Bool {
        headers["Content-Type"]?.lowercased().contains("json") ?? false
    }

    /// Returns the body if it is certainly the result of a call that returns bytes. Then it need not be copied to look
    /// for an error in it.
    func bytes(of call: Call) -> Data? {
        let mayBeError = call.client.api.envelope.error != nil && isJSON
        guard status < 300,
            call.method.statuses == nil,
            !mayBeError
        else { return nil }
        guard let type = headers["Content-Type"],
            MediaExpectation.isMessage(type)
        else {
            return body
        }
        guard !call.expectation.isContradicted(by: type) else { return nil }
        return body
    }
}
