@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking

    /// What Apple's Foundation has beyond FoundationNetworking. The session itself is an ordinary one: it ends with the
    /// process.
    extension URLSessionConfiguration {
        public static func background(withIdentifier identifier: String) -> URLSessionConfiguration { .default }

        public var sessionSendsLaunchEvents: Bool {
            get { false }
            set {}
        }
    }
#endif
