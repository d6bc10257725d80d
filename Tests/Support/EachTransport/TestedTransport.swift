import Methodical
import MethodicalAsyncHTTPClient

/// A transport over which suites with the trait `eachTransport` run.
package enum TestedTransport: String, CaseIterable, Sendable {
    case urlSession = "URLSessionTransport"
    #if AsyncHTTPClient
        case asyncHTTPClient = "AsyncHTTPClientTransport"
    #endif

    /// The transport of the running test.
    @TaskLocal package static var current = TestedTransport.urlSession

    /// Returns a new transport of the current kind.
    package static func make(_ options: SessionOptions = SessionOptions()) -> any Transport {
        switch current {
        case .urlSession: URLSessionTransport(options)
        #if AsyncHTTPClient
            case .asyncHTTPClient: AsyncHTTPClientTransport(options)
        #endif
        }
    }

    /// Indicates whether the current transport can hold a transfer back at any moment. FoundationNetworking cannot.
    package static var suspends: Bool {
        #if canImport(FoundationNetworking)
            current != .urlSession
        #else
            true
        #endif
    }
}

extension Client {
    /// Creates a client over a new transport of the current kind, unless a test has a transport of its own.
    package convenience init(
        _ api: APIDescription, account: Account = .anonymous, transport: (any Transport)? = nil,
        over configuration: Configuration
    ) {
        self.init(
            api, account: account, transport: transport ?? TestedTransport.make(configuration.session),
            configuration: configuration)
    }
}

extension APIClient {
    /// Creates a client over a new transport of the current kind, unless a test has a transport of its own.
    package init(
        account: Account = .anonymous, transport: (any Transport)? = nil, over configuration: Client.Configuration
    ) {
        self.init(client: Client(Self.api, account: account, transport: transport, over: configuration))
    }
}
