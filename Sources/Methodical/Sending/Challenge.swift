import struct Foundation.URL

/// A task that a person must complete before the server performs a call.
public enum Challenge: Hashable, Sendable {
    /// The person must read the text in a picture.
    case captcha(Captcha)
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
}

/// The answer of a person to a challenge.
public enum ChallengeAnswer: Hashable, Sendable {
    /// The text in the captcha's picture, or the code from the other device.
    case answer(String)
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
        case .captcha: .captcha
        case .validation: .validation
        case .confirmation: .confirmation
        case .twoFactor: .twoFactor
        }
    }

    /// Indicates whether one answer is valid for all calls that met the challenge. A confirmation or a code is valid
    /// for one call only.
    var isShared: Bool { kind == .captcha || kind == .validation }
}
