import Foundation
import Methodical

extension OAuth {
    /// The longest time for one request. Calls wait during a refresh, so a longer time would hold them up. A shorter
    /// one would more often lose the response for a refresh token that works once.
    private static var timeout: Duration { .seconds(60) }

    /// Sends a form to one of the service's endpoints. The reply may describe an error.
    ///
    /// A code and a refresh token work once, and the service may have used it up although its response was lost.
    /// Therefore the form is sent again only if the service has certainly not acted on it.
    func post(to address: String?, parameters: [(String, String)]) async throws(APIError) -> EndpointReply {
        let request = try request(to: address, parameters: parameters)
        var failures = 0
        while true {
            do throws(APIError) {
                return try await exchange(request, hiding: secrets(in: parameters))
            } catch {
                failures += 1
                guard error.showsInaction,
                    let pause = retries.pause(after: error, attempt: failures, isRepeatable: true)
                else {
                    throw error
                }
                do {
                    try await sleep(pause)
                } catch {
                    throw APIError(.cancelled)
                }
            }
        }
    }

    private func exchange(
        _ request: HTTPRequest, hiding secrets: [String]
    ) async throws(APIError) -> EndpointReply {
        do {
            try SpendingRight.check?()
            return try EndpointReply(try await transport.send(request), at: now())
        } catch {
            throw APIError(transport: error, hiding: secrets)
        }
    }

    private func request(to address: String?, parameters: [(String, String)]) throws(APIError) -> HTTPRequest {
        guard let address, let url = URL(string: address) else {
            throw APIError(.invalidRequest, "the service description has no endpoint for this way to sign in")
        }
        var parameters = parameters
        var headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"]
        if server.clientInHeader, let basic {
            headers["Authorization"] = "Basic " + basic
        } else {
            parameters.append(("client_id", clientID))
            if let clientSecret {
                parameters.append(("client_secret", clientSecret))
            }
        }
        return HTTPRequest(
            verb: .post,
            url: url,
            headers: headers,
            body: Data(Form.text(of: parameters).utf8),
            timeout: Self.timeout)
    }

    /// Returns the secrets among the parameters and of the client, for redaction.
    func secrets(in parameters: [(String, String)]) -> [String] {
        let names: Set<String> = ["code", "code_verifier", "device_code", "password", "refresh_token", "success_token"]
        let sent = parameters.filter { name, _ in names.contains(name) }
        return sent.map(\.1) + [clientSecret, basic].compactMap(\.self)
    }

    /// The client's credentials for the header field `Authorization`.
    private var basic: String? {
        clientSecret.map { Data("\(Form.encoded(clientID)):\(Form.encoded($0))".utf8).base64EncodedString() }
    }
}

extension APIError {
    /// Indicates whether the service has certainly not acted on the request.
    ///
    /// A gateway sends 502 and 504 also after it has passed the request on. With 503 the service says that it is not
    /// ready, and with 429 that it refuses to act.
    fileprivate var showsInaction: Bool {
        switch code {
        case .rateLimited: true
        case .server: status == 503
        case .connection: isConnectionRefused
        default: false
        }
    }

    /// Indicates whether there was no connection, so that no request was sent.
    private var isConnectionRefused: Bool {
        guard let cause, cause.domain == "URLError" else { return false }
        let code = cause.code.map { URLError.Code(rawValue: $0) }
        if code == .cannotFindHost || code == .dnsLookupFailed {
            return true
        }
        #if canImport(FoundationNetworking)
            // FoundationNetworking has no number of its own for this: one host gives several, and a connection that
            // broke later has them, too. Only the texts of libcurl tell. `AsyncHTTPClientTransport` names the number of
            // the system's error.
            let texts = ["Failed to connect to", "Could not connect to", "Couldn't connect to", "ECONNREFUSED"]
            return texts.contains { cause.message.contains($0) }
        #else
            return code == .cannotConnectToHost
        #endif
    }
}
