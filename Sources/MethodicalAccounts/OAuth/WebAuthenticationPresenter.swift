#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    import Methodical

    /// Shows the page in the system's sign-in sheet, which shares no cookies with the browser unless asked to.
    @MainActor
    public final class WebAuthenticationPresenter: NSObject, AuthorizationPresenter, ASWebAuthenticationPresentationContextProviding {
        private let redirect: URL
        private let isEphemeral: Bool
        private let anchor: ASPresentationAnchor
        private var session: ASWebAuthenticationSession?

        /// - Parameters:
        ///   - redirect: an address with a scheme of the app's own, as registered with the service: `com.example.app:/signed-in`.
        ///   - isEphemeral: asks for the password each time; false shares the browser's cookies.
        public init(redirect: URL, anchor: ASPresentationAnchor, isEphemeral: Bool = true) {
            self.redirect = redirect
            self.anchor = anchor
            self.isEphemeral = isEphemeral
        }

        nonisolated public func present(_ page: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL {
            let address = try page(redirect)
            return try await withTaskCancellationHandler {
                try await show(address)
            } onCancel: {
                Task { @MainActor in session?.cancel() }
            }
        }

        private func show(_ page: URL) async throws -> URL {
            try await withCheckedThrowingContinuation { continuation in
                let session = ASWebAuthenticationSession(url: page, callbackURLScheme: redirect.scheme) { redirect, error in
                    if let redirect { return continuation.resume(returning: redirect) }
                    let isCancelled = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
                    continuation.resume(throwing: isCancelled ? CancellationError() : error ?? CancellationError())
                }
                session.presentationContextProvider = self
                session.prefersEphemeralWebBrowserSession = isEphemeral
                self.session = session
                if !session.start() { session.cancel() }
            }
        }

        public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
    }
#endif
