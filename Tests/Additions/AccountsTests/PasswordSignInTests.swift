import Foundation
import Methodical
import MethodicalAccounts
import Testing

/// Tests of VK's sign-in by password and its challenges.
@Suite struct PasswordSignInTests {
    private static let captcha =
        #"{"error":"need_captcha","captcha_sid":"77","captcha_img":"https://vk.com/captcha.php?sid=77"}"#
    private static let validation =
        #"{"error":"need_validation","error_description":"open the page","redirect_uri":"https://oauth.vk.com/security?hash=h1"}"#
    private static let twoFactor =
        #"{"error":"need_validation","error_description":"sms sent to +7 ***","validation_type":"2fa_sms","validation_sid":"2fa_1","redirect_uri":"https://oauth.vk.com/r"}"#
    private static let token = #"{"access_token":"T","expires_in":0,"user_id":7}"#

    private func oauth(_ service: Service, _ answer: @escaping @Sendable (Challenge) async throws -> Challenge.Solution)
        -> OAuth
    {
        var oauth = OAuth(service.description, clientID: "app", clientSecret: "secret", permissions: ["wall"])
        oauth.passwordParameters = ["2fa_supported": "1"]
        oauth.onChallenge = answer
        return oauth
    }

    private func signIn(_ oauth: OAuth) async throws(APIError) -> Account {
        try await oauth.signIn(username: "ada", password: "p&ss=ö")
    }

    private func error(_ oauth: OAuth) async throws -> APIError {
        do throws(APIError) {
            _ = try await signIn(oauth)
        } catch {
            return error
        }
        throw APIError(.invalidRequest, "no error")
    }

    /// The user gets both challenges, and the first answer is sent again with the second.
    @Test func aCaptchaAndThenACode() async throws {
        let service = try Service { form in
            if form["captcha_key"] != "züq" { return Self.captcha }
            return form["code"] == "123456" ? Self.token : Self.twoFactor
        }
        let asked = Locked([String]())
        let account = try await signIn(
            oauth(service) { challenge in
                asked.withLock { $0.append(challenge.description) }
                switch challenge {
                case .captcha(let captcha):
                    return captcha.image.absoluteString.hasSuffix("sid=77") ? .text("züq") : .giveUp
                case .twoFactor(let text): return text == "sms sent to +7 ***" ? .text("123456") : .giveUp
                case .captchaPage, .validation, .confirmation, .signIn: return .giveUp
                }
            })
        #expect(account.id == 7 && account.token?.secret == "T")
        #expect(asked.withLock { $0 } == ["captcha", "twoFactor"])
        let last = try #require(service.requests.last?.body)
        for part in [
            "grant_type=password", "username=ada", "scope=wall", "2fa_supported=1", "captcha_sid=77", "code=123456",
        ] {
            #expect(last.contains(part))
        }
        #expect(service.requests.count == 3)
    }

    /// A JSON null is not text. The account was once called "null".
    @Test(arguments: ["null", "{}", "[]", "true"]) func nullIsNotSaid(nothing: String) async throws {
        let service = try Service { _ in
            #"{"access_token":"T","error":null,"user_id":\#(nothing),"scope":null,"expires_in":null,"refresh_token":null,"token_type":"bearer"}"#
        }
        let account = try await oauth(service) { _ in .giveUp }.signIn(username: "ada", password: "p", as: 5)
        #expect(
            account.id == 5 && account.token?.permissions == nil && account.token?.lifetime == nil
                && account.token?.refresh == nil)
    }

    @Test func aPageThatEndsWithAToken() async throws {
        let service = try Service { _ in Self.validation }
        let account = try await signIn(
            oauth(service) { challenge in
                guard case .validation(let page) = challenge, page.query == "hash=h1" else { return .giveUp }
                return .redirect(
                    try #require(
                        URL(string: "https://oauth.vk.com/blank.html#success=1&access_token=T&user_id=7&expires_in=0")))
            })
        #expect(account.id == 7 && account.token?.secret == "T" && account.token?.lifetime == nil)
        #expect(service.requests.count == 1)
    }

    /// After the page, the password is accepted.
    @Test func aPageThatEndsWithoutAToken() async throws {
        let count = Locked(0)
        let service = try Service { _ in
            count.withLock {
                $0 += 1; return $0
            } == 1 ? Self.validation : Self.token
        }
        let account = try await signIn(
            oauth(service) { _ in .redirect(try #require(URL(string: "https://oauth.vk.com/blank.html#success=1"))) })
        #expect(account.id == 7)
        let failing = try Service { _ in Self.validation }
        let failed = oauth(failing) { _ in
            .redirect(try #require(URL(string: "https://oauth.vk.com/blank.html#fail=1")))
        }
        #expect(try await error(failed).description == "challenged: the user was not validated")
    }

    struct NoScreen: Error {}

    @Test("A challenge without a fitting answer ends the sign-in with an error that says why")
    func nobodyAnswers() async throws {
        let service = try Service { _ in Self.captcha }
        let alone = OAuth(service.description, clientID: "app")
        let refusal = try await error(alone)
        #expect(refusal.code == .challenged && refusal.description == "challenged: need_captcha")
        guard case .captcha(let captcha) = refusal.challenge else {
            return _ = Issue.record("no captcha in \(refusal)")
        }
        #expect(captcha.id == "77")
        let events = Events()
        var oauth = oauth(service) { _ in .giveUp }
        oauth.report = { events.add($0) }
        #expect(try await error(oauth).message == "the challenge was not solved")
        #expect(events.all == [.denied("the challenge was not solved")])
        oauth.onChallenge = { _ in throw NoScreen() }
        #expect(try await error(oauth).message?.contains("NoScreen") == true)
        oauth.onChallenge = { _ in .confirm }
        #expect(try await error(oauth).message == "the solution is of another kind than the challenge")
        #expect(service.requests.count == 4)
    }

    @Test func wrongAnswersEnd() async throws {
        let service = try Service { _ in Self.captcha }
        let asked = Locked(0)
        let oauth = oauth(service) { _ in
            asked.withLock { $0 += 1 }
            return .text("wrong")
        }
        #expect(try await error(oauth).code == .challenged)
        #expect(asked.withLock { $0 } == 5 && service.requests.count == 6)
    }

    @Test func whoIsCancelledWhileAskedIsCancelled() async throws {
        let service = try Service { _ in Self.twoFactor }
        let oauth = oauth(service) { _ in
            try await Task.sleep(for: .seconds(3600))
            return .giveUp
        }
        let task = Task { try await error(oauth) }
        while service.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(try await task.value.code == .cancelled)
    }

    /// A service that repeats the request in its error.
    @Test func nothingShowsThePassword() async throws {
        let service = try Service { form in
            #"{"error":"need_captcha","error_description":"\#(form["password"] ?? "")","captcha_sid":1,"captcha_img":"https://vk.com/1"}"#
        }
        let refusal = try await error(OAuth(service.description, clientID: "app"))
        #expect(refusal.code == .challenged && refusal.message == "need_captcha: <secret>")
        let other = try Service { form in
            #"{"error":"need_validation","error_description":"\#(form["password"] ?? "")"}"#
        }
        #expect(
            try await error(OAuth(other.description, clientID: "app")).description
                == "notAuthorized: need_validation: <secret>")
    }
}
