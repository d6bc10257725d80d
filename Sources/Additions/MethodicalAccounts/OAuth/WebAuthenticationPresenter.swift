#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    import AuthenticationServices
    import Foundation
    import Methodical

    /// A presenter that shows the page in the system's sign-in sheet. It shares no cookies with the browser unless
    /// asked to.
    @MainActor
    public final class WebAuthenticationPresenter: NSObject, AuthorizationPresenter,
        ASWebAuthenticationPresentationContextProviding
    {
        private let redirect: URL
        private let isEphemeral: Bool
        private let anchor: ASPresentationAnchor

        /// Creates a presenter.
        ///
        /// - Parameters:
        ///   - redirect: An address with a scheme of the app's own, as registered with the service, such as
        ///     `com.example.app:/signed-in`.
        ///   - anchor: The window that the sheet belongs to.
        ///   - isEphemeral: Indicates whether the user signs in anew each time. `false` shares the browser's cookies.
        public init(redirect: URL, anchor: ASPresentationAnchor, isEphemeral: Bool = true) {
            self.redirect = redirect
            self.anchor = anchor
            self.isEphemeral = isEphemeral
        }

        /// Shows the sheet. Throws a `CancellationError` if the user closes it.
        nonisolated public func present(_ pageURL: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL {
            try await show(try pageURL(redirect))
        }

        private func show(_ page: URL) async throws -> URL {
            let sheet = Sheet()
            let outcome = Outcome()
            defer { sheet.session = nil }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    outcome.begin(continuation)
                    // The system calls back on a queue of its own. A closure on the main actor would trap there.
                    let session = ASWebAuthenticationSession(url: page, callbackURLScheme: redirect.scheme) {
                        @Sendable redirect, error in
                        let isCancelled = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
                        if let redirect {
                            outcome.end(.success(redirect))
                        } else if let error, !isCancelled {
                            outcome.end(.failure(error))
                        } else {
                            outcome.end(.failure(CancellationError()))
                        }
                    }
                    session.presentationContextProvider = self
                    session.prefersEphemeralWebBrowserSession = isEphemeral
                    sheet.session = session
                    if !session.start() {
                        outcome.end(.failure(APIError(.invalidRequest, "the sign-in sheet could not be opened")))
                    }
                }
            } onCancel: {
                Task { @MainActor in
                    sheet.session?.cancel()
                    outcome.end(.failure(CancellationError()))
                }
            }
        }

        /// Returns the window that the sheet belongs to.
        public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
    }

    /// The sheet of one call of `present(_:)`, so that a cancelled call closes no other call's sheet.
    @MainActor
    private final class Sheet {
        var session: ASWebAuthenticationSession?
    }

    /// A continuation that the first of three events resumes: the user is done, the system fails, the task is
    /// cancelled.
    private struct Outcome: Sendable {
        private let continuation = Locked(CheckedContinuation<URL, any Error>?.none)

        func begin(_ continuation: CheckedContinuation<URL, any Error>) {
            self.continuation.withLock { $0 = continuation }
        }

        /// Resumes the continuation, unless an earlier event has done so.
        func end(_ result: Result<URL, any Error>) {
            let waiting = continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
            waiting?.resume(with: result)
        }
    }
#endif
