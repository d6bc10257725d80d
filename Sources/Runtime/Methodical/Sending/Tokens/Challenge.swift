import struct Foundation.URL

/// A task that a person must complete before the server performs a call.
public enum Challenge: Hashable, Sendable {
    /// The person must read the text in a picture.
    case captcha(Captcha)
    /// The person must pass a test on a page, in a web view. The token that the page yields is the solution.
    ///
    /// VK's captchas have this form since July 2025 (https://dev.vk.com/ru/api/captcha-error).
    case captchaPage(CaptchaPage)
    /// The person must prove their identity on this page. The solution is the address at which the page ends.
    case validation(URL)
    /// The person must confirm the action that this text of the server describes.
    case confirmation(String)
    /// The person must enter a code from another device. The text is the server's message.
    case twoFactor(String)
    /// The person must sign in again, because the account has no token that the server accepts.
    case signIn(SignIn)

    /// An account whose calls wait until the person has signed in again.
    ///
    /// Two are equal if they are for the same account. The reasons may differ.
    public struct SignIn: Hashable, Sendable {
        /// The account that the calls are made for. Calls go on only if the same account signs in.
        public let account: Account.ID
        /// The name of the account's user, for display, or `nil` if it is unknown.
        public let userName: String?
        /// The reason for which the person must sign in.
        public let reason: Reason
        let state: AccountState
        /// The token that the server does not accept, or `nil` if there is none.
        let old: Token?

        init(_ account: Account, reason: Reason, inPlaceOf old: Token?) {
            self.account = account.id
            userName = old?.userName
            self.reason = reason
            state = account.state
            self.old = old
        }

        /// The reason for which a person must sign in.
        public enum Reason: Hashable, Sendable {
            /// The account has no token, and the method needs one.
            case noToken
            /// The service refuses to refresh the token.
            case refreshRefused
            /// The server refuses the token, and a refresh does not help or is not possible.
            case tokenRefused
        }

        public static func == (left: SignIn, right: SignIn) -> Bool {
            left.account == right.account && left.state === right.state
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(account)
        }
    }

    /// A picture with a text that a program cannot easily read.
    public struct Captcha: Hashable, Sendable {
        /// The identifier of the captcha, which is sent with the solution.
        public var id: String
        /// The address of the picture.
        public var image: URL

        /// Creates a captcha.
        public init(id: String, image: URL) {
            self.id = id
            self.image = image
        }
    }

    /// A page with a test that a program cannot easily pass.
    public struct CaptchaPage: Hashable, Sendable {
        /// The address of the page, which is valid for one person and a short time (VK: five minutes).
        public var page: URL
        /// The identifier of the person's session, which is sent with the token, or `nil` if the server sent none.
        public var session: String?
        /// The older form of the same captcha, or `nil` if the server sent only the page.
        ///
        /// Its text is accepted as a solution too. Between July 2025 and August 2026, VK sent a picture without a text.
        public var picture: Captcha?

        /// Creates a captcha with a page.
        public init(page: URL, session: String? = nil, picture: Captcha? = nil) {
            self.page = page
            self.session = session
            self.picture = picture
        }
    }
}

extension Challenge {
    /// A person's solution of a challenge.
    public enum Solution: Hashable, Sendable {
        /// The text in the captcha's picture, or the code from the other device.
        case text(String)
        /// The token that the page of a captcha yields after the person has passed its test.
        case token(String)
        /// The address at which the page of a validation ended. A token in the address becomes the account's token.
        case redirect(URL)
        /// The person confirms the action.
        case confirm
        /// The account that has signed in. If it has the id that ``Challenge/SignIn/account`` names, its token becomes
        /// the token of the calls' account. Otherwise the calls fail.
        case signedIn(Account)
        /// The person does not solve the challenge. The call fails with `.challenged`, or with `.notAuthorized` if the
        /// person should have signed in.
        case giveUp
    }
}

// The description shows only the kind, because the page of a validation is meant for one person.
extension Challenge: OpaquelyDescribed {
    public var description: String { kind.rawValue }

    /// The kind of the challenge, without its contents.
    var kind: Kind {
        switch self {
        case .captcha, .captchaPage: .captcha
        case .validation: .validation
        case .confirmation: .confirmation
        case .twoFactor: .twoFactor
        case .signIn: .signIn
        }
    }

    enum Kind: String {
        case captcha, validation, confirmation, twoFactor, signIn
    }

    /// Indicates whether one solution is valid for all calls that met the challenge. A confirmation or a code is valid
    /// for one call only.
    var isShared: Bool {
        switch self {
        case .captcha, .captchaPage, .validation, .signIn: true
        case .confirmation, .twoFactor: false
        }
    }
}
