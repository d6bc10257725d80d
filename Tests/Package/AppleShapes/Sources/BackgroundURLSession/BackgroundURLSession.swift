@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking

    /// Declarations that Apple's Foundation has beyond FoundationNetworking. The session itself is ordinary: it ends
    /// with the process.
    extension URLSessionConfiguration {
        public static func background(withIdentifier identifier: String) -> URLSessionConfiguration { .default }

        public var sessionSendsLaunchEvents: Bool {
            get { false }
            set {}
        }
    }
#endif
