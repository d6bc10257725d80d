import Foundation
import Methodical
import VKAPI

extension VK {
    /// Lets the person at the terminal answer VK's challenges. The call continues with the answer.
    func askPerson(at terminal: Terminal) {
        onChallenge { challenge in
            switch challenge {
            case .captcha(let captcha):
                return await terminal.ask("VK wants to know what this picture shows: \(captcha.image)\n>").map {
                    .text($0)
                }
                    ?? .giveUp
            case .captchaPage(let captcha):
                let question = "VK wants to know that you are a person. Open this page:"
                let page = captcha.page.absoluteString
                return await terminal.ask("\(question)\n\n  \(page)\n\nThe token:").map { .token($0) } ?? .giveUp
            case .twoFactor(let text):
                return await terminal.ask("\(text)\nThe code:").map { .text($0) } ?? .giveUp
            case .confirmation(let text):
                return await terminal.ask("\(text)\nGo on? (y/n)") == "y" ? .confirm : .giveUp
            case .validation(let page):
                return await terminal.askAddress("VK wants to know that it is you", page: page).map { .redirect($0) }
                    ?? .giveUp
            case .signIn:
                // The console says which command signs in.
                return .giveUp
            }
        }
    }
}

extension Terminal {
    /// Returns the address at which a page has ended, or `nil` without a valid answer.
    func askAddress(_ reason: String, page: URL) async -> URL? {
        await ask("\(reason). Open this page:\n\n  \(page.absoluteString)\n\nand paste the address that it leads to:")
            .flatMap { URL(string: $0) }
    }
}
