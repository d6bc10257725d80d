import Methodical
import MethodicalGenerator

extension CallableAPI {
    /// The service that signs users in, as the schema describes it.
    package var signIn: OAuthServer { APIDescription(api).signIn }

    /// The addresses to which calls and sign-ins send an account's tokens. Another schema with the API's name may have
    /// other ones.
    package func addresses(baseURL: String?) -> [String] {
        let wire = api.wire
        let variables = wire.variables.map { "\($0.name)=\($0.value)" }
        return [baseURL ?? wire.baseURL, wire.signIn.token ?? ""] + wire.servers.map(\.url) + variables
    }

    /// Indicates whether the schema describes how the signed-in user is fetched.
    package var describesUser: Bool { api.user != nil }

    /// Returns the user whose token an account has.
    ///
    /// Throws `.invalidRequest` if the schema does not describe the user, or the call needs more than a token.
    package func user(of account: Account, baseURL: String?) async throws(APIError) -> Methodical.SignedInUser {
        guard let user = api.user,
            let call = try? MethodCall(user.method, [], in: self, secret: { _ throws(CallProblem) in "" })
        else {
            throw APIError(.invalidRequest, "the schema does not tell who has signed in")
        }
        let client = call.client(for: Connection(baseURL: baseURL, account: account))
        let response: JSON
        do throws(APIError) {
            response = try await Request<JSON>(call.call(on: client)).caching(.networkOnly).send()
        } catch {
            // Other parts of the error may contain the user's name.
            throw APIError(error.code, "the user could not be read")
        }
        let found = response.arrayValue?.first ?? response
        guard let id = found.text(at: user.id) else {
            throw APIError(.undecodable, "the response to \(user.method) has no user with an id")
        }
        let name = user.names.compactMap { found.text(at: $0) }.joined(separator: " ")
        return Methodical.SignedInUser(id: Account.ID(id), name: name.isEmpty ? nil : name)
    }
}

extension JSON {
    /// Returns the text or the number under keys with dots between them.
    fileprivate func text(at path: String) -> String? {
        var value: JSON? = self
        for key in path.split(separator: ".") {
            value = value?[String(key)]
        }
        switch value {
        case .string(let text)?: return text.isEmpty ? nil : text
        case .integer?, .number?, .decimal?: return value?.description
        case .null?, .bool?, .array?, .object?, nil: return nil
        }
    }
}
