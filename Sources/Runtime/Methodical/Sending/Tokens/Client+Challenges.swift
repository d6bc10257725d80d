import Foundation

extension Client {
    /// Asks for the solution of a challenge and adds it to the next attempt.
    ///
    /// Throws the error if there is no solution, or if the call has used its greatest number of solutions.
    func solveChallenge(
        _ challenge: Challenge,
        error: APIError,
        state: inout CallState
    ) async throws(APIError) {
        guard state.retries.challenges < CallState.Retries.mostChallenges else {
            throw error
        }
        if let solution = try await challenges.solution(of: challenge, error: error) {
            state.retries.challenges += 1
            let names = api.challenges
            switch (challenge, solution) {
            case (.captcha(let captcha), .text(let text)):
                state.retries.solve(captcha, by: text, named: names)
            case (.captchaPage(let captcha), .token(let token)):
                if token.isEmpty {
                    throw error.saying("the token of the captcha's page is empty")
                }
                state.retries.solve(captcha, by: token, named: names)
                state.secretSolutions.append(token)
            case (.captchaPage(let captcha), .text(let text)):
                guard let picture = captcha.picture else {
                    throw error.saying("the captcha has no picture: return the token of its page, .token")
                }
                // A picture beside a page may have no text at all, so another picture would lead nowhere.
                if state.retries.hasSolution(named: names[.captchaAnswer]) {
                    throw error.saying(
                        "the server refused the text of the captcha's picture: "
                            + "return the token of its page, .token")
                }
                state.retries.solve(picture, by: text, named: names)
            case (.captcha, .token):
                throw error.saying("the captcha has no page: return the text of its picture, .text")
            case (.confirmation, .confirm):
                state.retries.addSolution(names[.confirmationAnswer], value: "1")
            case (.twoFactor, .text(let code)):
                state.retries.addSolution(names[.twoFactorAnswer], value: code)
                state.secretSolutions.append(code)
            case (.validation, .redirect(let url)):
                try validate(url, error: error, replacing: state.tokens.current)
            default:
                throw error.saying("the solution is of another kind than the challenge")
            }
        }
        // The account may have a new token by now, from this challenge or another one.
        if let token = account.token, token != state.tokens.current {
            state.tokens.replace(by: token)
        }
    }

    /// Gives the account the token in the address at which a validation ended. The address contains it as in OAuth's
    /// implicit grant (RFC 6749, section 4.2.2): `#access_token=...&expires_in=3600`.
    private func validate(
        _ url: URL,
        error: APIError,
        replacing old: Token?
    ) throws(APIError) {
        let values: RedirectParameters
        do throws(APIError) {
            let success = api.challenges[.validationSuccess] ?? ""
            values = try RedirectParameters(url, alsoOfService: [api.signIn.accountKey, success])
        } catch let unreadable {
            throw error.saying(unreadable.message ?? "the redirect's address cannot be read")
        }
        let issued = IssuedToken(values)
        guard let secret = issued.secret,
            !secret.isBlank
        else {
            if let name = api.challenges[.validationSuccess],
                values[name] == "1"
            {
                return
            }
            throw error.saying("the user was not validated")
        }
        if let user = values[api.signIn.accountKey],
            Int(account.id.rawValue) != nil,
            user != account.id.rawValue
        {
            throw error.saying("another user was validated")
        }
        var token: Token
        do throws(APIError) {
            token = try issued.token(from: api.signIn, at: configuration.time.now()).keepingUserName(of: old)
        } catch let unusable {
            throw error.saying(unusable.message ?? "the new token cannot be used")
        }
        token.kinds = old?.kinds ?? .user
        token.permissions = token.permissions ?? old?.permissions
        token.refresh = token.refresh ?? old?.refresh
        // The account keeps its token if it is no longer `old`: another call has met the same page and set a token, or
        // the account has signed out.
        if let old {
            account.state.replace(old, by: token)
        } else if account.token == nil {
            account.replace(token)
        }
    }
}
