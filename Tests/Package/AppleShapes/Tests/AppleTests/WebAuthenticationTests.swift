import AuthenticationServices
import Methodical
import MethodicalAccounts
import Testing

@Suite(.serialized) struct WebAuthenticationTests {
    let page = URL(filePath: "/page")
    let redirect: URL

    init() throws { redirect = try #require(URL(string: "app:/signed-in")) }

    private func present(isEphemeral: Bool = true) async throws -> URL {
        let presenter = await WebAuthenticationPresenter(
            redirect: redirect, anchor: ASPresentationAnchor(), isEphemeral: isEphemeral)
        let (page, redirect) = (page, redirect)
        return try await presenter.present { address in
            #expect(address == redirect)
            return page
        }
    }

    @Test(arguments: [true, false]) func theRedirectComesBack(isEphemeral: Bool) async throws {
        let answer = try #require(URL(string: "app:/signed-in?code=1"))
        User.shared.will(.signsIn(answer))
        #expect(try await present(isEphemeral: isEphemeral) == answer)
        #expect(User.shared.pages == ["\(page) \(isEphemeral)"])
    }

    @Test func whoCancelsIsNoFailure() async throws {
        User.shared.will(.cancels)
        await #expect(throws: CancellationError.self) { try await present() }
    }

    @Test("A cancelled sign-in closes its own sheet, and not that of another one")
    func sheetsAreApart() async throws {
        User.shared.will(.waits)
        let presenter = await WebAuthenticationPresenter(redirect: redirect, anchor: ASPresentationAnchor())
        let pages = [URL(filePath: "/first"), URL(filePath: "/second")]
        var signIns: [Task<URL, any Error>] = []
        for page in pages {
            signIns.append(Task { try await presenter.present { _ in page } })
            while User.shared.pages.count < signIns.count { try await Task.sleep(for: .milliseconds(1)) }
        }
        for (signIn, page) in zip(signIns, pages) {
            signIn.cancel()
            await #expect(throws: CancellationError.self) { try await signIn.value }
            #expect(User.shared.closedPages.last == page)
        }
        #expect(User.shared.closedPages == pages)
    }

    @Test func aCancelledTaskTakesTheSheetAway() async throws {
        User.shared.will(.waits)
        let waiting = Task { try await present() }
        while User.shared.pages.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let late = Task { try await present() }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }
}
