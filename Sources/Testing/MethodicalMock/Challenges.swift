import Foundation
import MethodicalGenerator
import MethodicalTesting

import enum Methodical.APIEngine
import enum Methodical.JSON
import struct Methodical.ServerError

/// The failures of calls, and the challenges among them that a user can solve.
extension MockService {
    /// The API's envelope, in the form that the runtime uses.
    var envelope: APIEngine.Envelope {
        let envelope = api.wire.envelope
        return .init(
            result: envelope.result,
            error: envelope.error,
            code: envelope.code,
            message: envelope.message)
    }

    /// Returns the response for a failure.
    func reply(for failure: ServerFailure) -> MockReply {
        MockReply(failure.json(in: envelope), status: failure.status(in: envelope))
    }

    /// Returns the failure of a call without the token that it needs, or `nil` if the call lacks none. The failure has
    /// the API's code for an expired token if the API declares one.
    func tokenless(_ call: MockCall, of method: MethodicalGenerator.Method) -> ServerFailure? {
        let message: String
        if let schemes = call.missingSchemes(of: method) {
            message = "\(method.name) needs \(schemes), and the call does not send them"
        } else {
            if case .none = api.wire.authorization {
                return nil
            }
            guard method.needsToken,
                call.token?.isEmpty ?? true
            else { return nil }
            message = "\(method.name) needs a token, and the call has none"
        }
        guard let code = api.wire.meanings[.expiredToken]?.first else {
            return ServerFailure(401, message, status: 401)
        }
        let status = envelope.error == nil ? 401 : 200
        let failureCode = Int(code).map { ServerError.Code.number($0) } ?? .text(code)
        return ServerFailure(failureCode, message, status: status)
    }

    /// Indicates whether the API uses the failure's code for a meaning.
    private func means(_ meaning: APIEngine.ErrorMeaning, failure: ServerFailure) -> Bool {
        api.wire.meanings.contains {
            $0.key.rawValue == meaning.rawValue
                && $0.value.contains(failure.code.description)
        }
    }

    /// Returns the API's name for a member of a challenge, or `nil` if it has none.
    private func name(for key: WireDefaults.ChallengeKey) -> String? {
        api.wire.challenges.first { $0.key == key }?.name
    }

    /// Returns the failure. If its code means a challenge, the members of the challenge are added, except those that
    /// are set.
    func challenging(_ failure: ServerFailure) -> ServerFailure {
        var failure = failure
        func add(_ key: WireDefaults.ChallengeKey, value: String) {
            if let name = name(for: key), failure.details[name] == nil {
                failure.details[name] = .string(value)
            }
        }
        if means(.captcha, failure: failure) {
            add(.captchaID, value: "1")
            add(.captchaImage, value: root + Self.picturePath)
            add(.captchaPage, value: root + Self.captchaPath)
            add(.captchaSession, value: "1")
        } else if means(.validation, failure: failure) {
            add(.validationPage, value: root + Self.pagePath)
        } else if means(.confirmation, failure: failure) {
            var text = failure.message
            if text.isEmpty {
                text = "Really?"
            }
            add(.confirmationText, value: text)
        }
        return failure
    }

    /// Indicates whether a call contains the solution of the challenge that it would receive.
    func solves(_ call: MockCall, after failure: ServerFailure) -> Bool {
        let keys: [(APIEngine.ErrorMeaning, WireDefaults.ChallengeKey)] = [
            (.captcha, .captchaAnswer),
            (.captcha, .captchaToken),
            (.confirmation, .confirmationAnswer),
            (.twoFactor, .twoFactorAnswer),
        ]
        return keys.contains { meaning, key in
            guard means(meaning, failure: failure),
                let name = name(for: key)
            else {
                return false
            }
            return call.arguments[name]?.isEmpty == false
        }
    }

    private static let picturePath = "/mock/captcha.svg"
    private static let captchaPath = "/mock/captcha"
    private static let pagePath = "/mock/validation"

    /// Returns the response for a captcha's picture or page, or for the page that validates a user, or `nil` for other
    /// requests.
    func picture(for request: MockRequest) -> MockReply? {
        switch request.path {
        case Self.picturePath:
            let picture = """
                <svg xmlns="http://www.w3.org/2000/svg" width="130" height="50">\
                <rect width="130" height="50" fill="#edeef0"/>\
                <text x="20" y="33" font-family="serif" font-size="26" \
                transform="rotate(-4 65 25)">any text</text></svg>
                """
            return MockReply(type: "image/svg+xml", body: Data(picture.utf8))
        case Self.captchaPath:
            return MockReply(
                type: "text/html",
                body: Data("<p>You are a person. Any token is accepted.</p>".utf8))
        case Self.pagePath:
            return MockReply(
                redirect: "\(root)\(Self.pagePath)/done#access_token=\(SignIn.token(number: 1))&user_id=1")
        case Self.pagePath + "/done":
            return MockReply(type: "text/html", body: Data("<p>You are validated.</p>".utf8))
        default: return nil
        }
    }
}
