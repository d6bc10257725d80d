/// The names that the runtime needs to recognise and answer challenges.
extension Settings {
    /// VK's names, with the meaning of the errors that they belong to.
    private static let vk: [(meaning: WireDefaults.ErrorMeaning, key: WireDefaults.ChallengeKey, name: String)] = [
        (.captcha, .captchaID, "captcha_sid"),
        (.captcha, .captchaImage, "captcha_img"),
        (.captcha, .captchaAnswer, "captcha_key"),
        (.captcha, .captchaPage, "redirect_uri"),
        (.captcha, .captchaSession, "remixstlid"),
        (.captcha, .captchaToken, "success_token"),
        (.validation, .validationPage, "redirect_uri"),
        (.validation, .validationSuccess, "success"),
        (.confirmation, .confirmationText, "confirmation_text"),
        (.confirmation, .confirmationAnswer, "confirm"),
        (.twoFactor, .twoFactorAnswer, "code"),
    ]

    /// Adds VK's names for the challenges among `errorCodes`, unless `api.json` states others.
    mutating func addVKChallenges() {
        challenges = Self.vk.compactMap { meaning, key, name in
            if let stated = challenges.first(where: { $0.key == key }) {
                return stated
            }
            guard isListed(meaning) else { return nil }
            return (key, name)
        }
    }

    /// Indicates whether `errorCodes` lists codes with this meaning.
    private func isListed(_ meaning: WireDefaults.ErrorMeaning) -> Bool {
        meanings[meaning]?.contains { !$0.isEmpty } ?? false
    }

    /// The warnings about challenges among `errorCodes` without the names that the runtime needs.
    var unnamedChallenges: [Diagnostic] {
        WireDefaults.ErrorMeaning.allCases.compactMap { meaning in
            let missing = missingKeys(for: meaning)
            guard isListed(meaning),
                !missing.isEmpty,
                let node = node[.errorCodes]?[meaning.rawValue]
            else {
                return nil
            }
            let keys = missing.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            return Diagnostic(
                .warning,
                at: node.place,
                "calls fail with this challenge, because \"challenges\" lacks \(keys)")
        }
    }

    /// Returns the keys without which a challenge cannot be answered and which `challenges` lacks.
    ///
    /// A captcha needs the keys of a picture or of a page. Each form that is begun must be complete.
    private func missingKeys(for meaning: WireDefaults.ErrorMeaning) -> [WireDefaults.ChallengeKey] {
        let picture: [WireDefaults.ChallengeKey] = [
            .captchaID,
            .captchaImage,
            .captchaAnswer,
        ]
        let page: [WireDefaults.ChallengeKey] = [.captchaPage, .captchaToken]
        let begun = [picture, page].filter { $0.contains(where: isNamed) }
        let captcha = begun.isEmpty ? picture : begun.flatMap(\.self)
        let needed: [WireDefaults.ChallengeKey] =
            switch meaning {
            case .captcha: captcha
            case .validation: [.validationPage]
            case .confirmation: [.confirmationAnswer]
            case .twoFactor: [.twoFactorAnswer]
            case .expiredToken, .tooManyRequests, .internal: []
            }
        return needed.filter { !isNamed($0) }
    }

    /// Indicates whether `challenges` names a part of a challenge.
    private func isNamed(_ key: WireDefaults.ChallengeKey) -> Bool {
        challenges.contains { $0.key == key }
    }
}
