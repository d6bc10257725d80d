/// The names that the runtime needs to recognise and answer challenges.
extension Settings {
    /// VK's names, with the meaning of the errors that they belong to.
    private static let vk: [(meaning: WireDefaults.ErrorMeaning, word: WireDefaults.ChallengeWord, name: String)] = [
        (.captcha, .captchaID, "captcha_sid"), (.captcha, .captchaImage, "captcha_img"),
        (.captcha, .captchaAnswer, "captcha_key"), (.validation, .validationPage, "redirect_uri"),
        (.validation, .validationSuccess, "success"), (.confirmation, .confirmationText, "confirmation_text"),
        (.confirmation, .confirmationAnswer, "confirm"), (.twoFactor, .twoFactorAnswer, "code"),
    ]

    /// Adds VK's names for the challenges among `errors`, unless `api.json` states others.
    mutating func addVKChallenges() {
        challenges = Self.vk.compactMap { meaning, word, name in
            challenges.first { $0.word == word } ?? (isListed(meaning) ? (word, name) : nil)
        }
    }

    /// Indicates whether `errors` lists codes with this meaning.
    private func isListed(_ meaning: WireDefaults.ErrorMeaning) -> Bool {
        meanings[meaning]?.contains { !$0.isEmpty } ?? false
    }

    /// The warnings about challenges among `errors` without the names that the runtime needs.
    var unnamedChallenges: [Diagnostic] {
        WireDefaults.ErrorMeaning.allCases.compactMap { meaning in
            let missing = Self.vk.filter { name in
                name.meaning == meaning && name.word != .validationSuccess && name.word != .confirmationText
                    && !challenges.contains { $0.word == name.word }
            }
            guard isListed(meaning), !missing.isEmpty, let node = node[.errors]?[meaning.rawValue] else { return nil }
            let words = missing.map { "\"\($0.word.rawValue)\"" }.joined(separator: ", ")
            return Diagnostic(
                .warning, at: node.place, "calls fail with this challenge, because \"challenges\" lacks \(words)")
        }
    }
}
