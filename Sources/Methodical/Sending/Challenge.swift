import struct Foundation.URL

/// A task that a person must complete before the server performs a call.
public enum Challenge: Hashable, Sendable {
    /// The person must read the text in a picture.
    case captcha(Captcha)
    /// The person must pass a test on a page, in a web view. The token that the page yields is the answer.
    ///
    /// VK's captchas have this form since July 2025 (https://dev.vk.com/ru/api/captcha-error).
    case captchaPage(CaptchaPage)
    /// The person must prove their identity on this page. The address at which the page ends is the answer.
    case validation(URL)
    /// The person must confirm the action that this text of the server describes.
    case confirmation(String)
    /// The person must enter a code from another device. The text is the server's message.
    case twoFactor(String)

    /// A picture with a text that a program cannot easily read.
    public struct Captcha: Hashable, Sendable {
        /// The identifier of the captcha, which is sent with the answer.
        public var id: String
        /// The address of the picture.
        public var image: URL

        /// Creates a captcha.
        public init(id: String, image: URL) { (self.id, self.image) = (id, image) }
    }

    /// A page with a test that a program cannot easily pass.
    public struct CaptchaPage: Hashable, Sendable {
        /// The address of the page, which is valid for one person and a short time (VK: five minutes).
        public var page: URL
        /// The identifier of the person's session, which is sent with the token, or `nil` if the server sent none.
        public var session: String?
        /// The older form of the same captcha, or `nil` if the server sent only the page.
        ///
        /// Its text is accepted as an answer too. Between July 2025 and August 2026, VK sent a picture without a text.
        public var picture: Captcha?

        /// Creates a captcha with a page.
        public init(page: URL, session: String? = nil, picture: Captcha? = nil) {
            self.page = page
            self.session = session
            self.picture = picture
        }
    }
}

/// The answer of a person to a challenge.
public enum ChallengeAnswer: Hashable, Sendable {
    /// The text in the captcha's picture, or the code from the other device.
    case answer(String)
    /// The token that the page of a captcha yields after the person has passed its test.
    case token(String)
    /// The address at which the page of a validation ended. A token in the address becomes the account's token.
    case redirect(URL)
    /// The person confirms the action.
    case confirm
    /// The person does not answer, and the call fails with `.challenged`.
    case giveUp
}

// The description shows only the kind, because the page of a validation is meant for one person.
extension Challenge: OpaquelyDescribed {
    public var description: String { kind.rawValue }

    /// The kind of the challenge, without its contents.
    var kind: ErrorMeaning {
        switch self {
        case .captcha, .captchaPage: .captcha
        case .validation: .validation
        case .confirmation: .confirmation
        case .twoFactor: .twoFactor
        }
    }

    /// Indicates whether one answer is valid for all calls that met the challenge. A confirmation or a code is valid
    /// for one call only.
    var isShared: Bool { kind == .captcha || kind == .validation }
}
