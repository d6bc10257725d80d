@_exported import Foundation

@MainActor public class NSWindow: NSObject {}
public typealias ASPresentationAnchor = NSWindow

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

open class ASWebAuthenticationSession: NSObject {
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    open var prefersEphemeralWebBrowserSession = false

    private let url: URL
    private let scheme: String?
    private let complete: CompletionHandler
    private var isCancelled = false

    public init(url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        url = URL
        scheme = callbackURLScheme
        complete = completionHandler
    }

    @discardableResult open func start() -> Bool {
        guard !isCancelled else { return false }
        guard presentationContextProvider != nil else {
            answer(nil, ASWebAuthenticationSessionError(code: .presentationContextNotProvided))
            return false
        }
        switch User.shared.next(url, isEphemeral: prefersEphemeralWebBrowserSession) {
        case .signsIn(let address): if address.scheme == scheme { answer(address, nil) }
        case .cancels: answer(nil, ASWebAuthenticationSessionError(code: .canceledLogin))
        case .waits: break
        }
        return true
    }

    open func cancel() {
        isCancelled = true
        User.shared.lost(url)
    }

    /// Calls back on a queue of its own, like the system.
    private func answer(_ url: URL?, _ error: (any Error)?) {
        nonisolated(unsafe) let complete = complete
        DispatchQueue.global().async { complete(url, error) }
    }
}

public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1, presentationContextNotProvided, presentationContextInvalid
    }
    public let code: Code
}

/// The user in front of the sheet. This type is not part of Apple's module.
public final class User: @unchecked Sendable {
    public static let shared = User()

    public enum Answer: Sendable { case signsIn(URL), cancels, waits }

    private let lock = NSLock()
    private var answer = Answer.waits
    private var seen: [String] = []
    private var closed: [URL] = []

    /// Sets the user's next action and clears the recorded pages.
    public func will(_ answer: Answer) {
        lock.lock()
        defer { lock.unlock() }
        (self.answer, seen, closed) = (answer, [], [])
    }

    /// The addresses of the pages, with a note if the sheet shares no cookies.
    public var pages: [String] {
        lock.lock()
        defer { lock.unlock() }
        return seen
    }

    /// The pages whose sheets the app has closed.
    public var closedPages: [URL] {
        lock.lock()
        defer { lock.unlock() }
        return closed
    }

    func lost(_ url: URL) {
        lock.lock()
        defer { lock.unlock() }
        closed.append(url)
    }

    func next(_ url: URL, isEphemeral: Bool) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        seen.append("\(url) \(isEphemeral)")
        return answer
    }
}
