import Foundation
import Methodical

extension OAuth {
    /// Signs a user in by name and password, for programs that the service trusts with them (RFC 6749, section 4.3).
    /// Neither is stored.
    ///
    /// VK may send up to five challenges: a captcha, a code from another device, or a page that validates the user.
    /// `onChallenge` solves them. Without it, the sign-in fails with the code `.challenged`, and `error.challenge` is
    /// the challenge.
    ///
    /// - Parameters:
    ///   - username: The user's name at the service.
    ///   - password: The user's password. It is sent to the token endpoint and is not stored.
    ///   - id: The account's id, if the service does not name it. The default is `username`.
    public func signIn(
        username: String,
        password: String,
        as id: Account.ID? = nil
    ) async throws(APIError) -> Account {
        let further = passwordParameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let own = [("grant_type", "password"), ("username", username), ("password", password)]
        var parameters = own + scope + further
        var rounds = 0
        while true {
            let response = try await post(to: server.token, parameters: parameters)
            guard let challenge = Challenge(response.body) else {
                return try await account(for: read(response, to: parameters), id: id ?? Account.ID(username))
            }
            let refusal = APIError(
                transport: APIError.challenged(by: challenge, message: response.body.refusal),
                hiding: secrets(in: parameters))
            rounds += 1
            guard rounds <= 5 else {
                throw refusal
            }
            switch (challenge, try await solution(of: challenge, after: refusal)) {
            case (.captcha(let captcha), .text(let text)):
                parameters.solve(captcha, by: text)
            case (.captchaPage(let captcha), .token(let token)):
                parameters.solve(captcha, by: token)
            case (.captchaPage(let captcha), .text(let text)):
                // A picture beside a page may have no text at all, so another picture would lead nowhere.
                guard let picture = captcha.picture,
                    !parameters.contains(where: { $0.0 == "captcha_key" })
                else {
                    throw APIError.challenged(
                        by: challenge,
                        message: "the captcha has a page: return the token that the page yields, .token")
                }
                parameters.solve(picture, by: text)
            case (.twoFactor, .text(let code)): parameters.put("code", value: code)
            case (.validation, .redirect(let url)):
                let redirect = try Redirect(url, of: server)
                if redirect["access_token"] == nil, redirect["success"] == "1" {
                    continue
                }
                guard redirect["access_token"] != nil else {
                    throw APIError.challenged(by: challenge, message: "the user was not validated")
                }
                let response = try TokenResponse(redirect, from: server, at: now())
                return try await account(for: response, id: id ?? Account.ID(username))
            default:
                throw APIError.challenged(by: challenge, message: "the solution is of another kind than the challenge")
            }
        }
    }

    /// Asks `onChallenge`, and throws if it has no solution.
    private func solution(of challenge: Challenge, after refusal: APIError) async throws(APIError) -> Challenge.Solution
    {
        guard let onChallenge else {
            throw refusal
        }
        do {
            let solution = try await onChallenge(challenge)
            if solution != .giveUp {
                return solution
            }
        } catch {
            if Task.isCancelled {
                throw APIError(.cancelled)
            }
            throw APIError.challenged(
                by: challenge, message: "the challenge was not solved: \(APIError(transport: error, hiding: []))")
        }
        report(.denied("the challenge was not solved"))
        throw APIError.challenged(by: challenge, message: "the challenge was not solved")
    }
}

extension Challenge {
    /// Creates a challenge from VK's `need_captcha` or `need_validation`. Returns `nil` if the response is something
    /// else, or lacks a value that is needed to solve the challenge.
    fileprivate init?(_ response: JSON) {
        func url(at key: String) -> URL? {
            response[key]?.stringValue.flatMap { URL(string: $0) }
        }
        switch response["error"]?.stringValue {
        case "need_captcha":
            var picture: Captcha?
            if let id = response["captcha_sid"], let image = url(at: "captcha_img") {
                picture = Captcha(id: id.stringValue ?? id.description, image: image)
            }
            if let page = url(at: "redirect_uri") {
                let session = response["remixstlid"].map { $0.stringValue ?? $0.description }
                self = .captchaPage(CaptchaPage(page: page, session: session, picture: picture))
            } else if let picture {
                self = .captcha(picture)
            } else {
                return nil
            }
        case "need_validation":
            // A user with a second factor is also offered a page, for programs that cannot ask for the code.
            if response["validation_type"]?.stringValue?.hasPrefix("2fa") == true {
                self = .twoFactor(response["error_description"]?.stringValue ?? "")
            } else if let page = url(at: "redirect_uri") {
                self = .validation(page)
            } else {
                return nil
            }
        default: return nil
        }
    }
}

extension JSON {
    /// The service's reason for the challenge.
    fileprivate var refusal: String {
        [self["error"], self["error_description"]].compactMap { $0?.stringValue }.joined(separator: ": ")
    }
}

extension [(String, String)] {
    /// Adds the text of a captcha's picture in place of earlier solutions of captchas.
    fileprivate mutating func solve(_ captcha: Challenge.Captcha, by text: String) {
        removeSolutionsOfCaptchas()
        put("captcha_sid", value: captcha.id)
        put("captcha_key", value: text)
    }

    /// Adds the token of a captcha's page in place of earlier solutions of captchas.
    fileprivate mutating func solve(_ captcha: Challenge.CaptchaPage, by token: String) {
        removeSolutionsOfCaptchas()
        if let session = captcha.session {
            put("remixstlid", value: session)
        }
        put("success_token", value: token)
    }

    private mutating func removeSolutionsOfCaptchas() {
        let names = ["captcha_sid", "captcha_key", "remixstlid", "success_token"]
        removeAll { names.contains($0.0) }
    }

    /// Sets a parameter and replaces its earlier value.
    fileprivate mutating func put(_ name: String, value: String) {
        removeAll { $0.0 == name }
        append((name, value))
    }
}
