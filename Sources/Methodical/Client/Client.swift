import struct Foundation.Date

/// One account's way to one API: what all its calls share.
///
/// Clients are compared by identity: two of them are never equal, whatever they hold.
public final class Client: Sendable {
    public let api: APIDescription
    public let account: Account
    public let transport: any Transport
    /// The transport, where it is a `URLSessionTransport`.
    let session: URLSessionTransport?
    public let configuration: Configuration
    private let offline = Locked(false)
    let listeners = Locked(Listeners())
    let budget = Locked(RetryBudget())
    let challenges = ChallengeDesk()
    let joining = Locked(Joining())
    /// How many writes have ended.
    let writes = Locked<UInt64>(0)
    /// Where the API's paths begin, with a `/` at the end.
    let root: [UInt8]
    /// Where calls wait for others to go out with; such a client is a face of the batcher's own.
    let window: Batcher?

    public init(
        _ api: APIDescription, account: Account = .anonymous, transport: (any Transport)? = nil, configuration: Configuration = Configuration()
    ) {
        self.api = api
        self.account = account
        self.transport = transport ?? URLSessionTransport(configuration.session)
        session = self.transport as? URLSessionTransport
        self.configuration = configuration
        root = Outgoing.literal(configuration.baseURL ?? api.baseURL)
        window = nil
    }

    init(_ window: Batcher) {
        (api, account, transport) = (window.client.api, window.client.account, window.client.transport)
        (configuration, root, session) = (window.client.configuration, window.client.root, window.client.session)
        self.window = window
    }

    deinit { for stream in listeners.withLock({ $0.streams }).values { stream.finish() } }

    /// Where the client departs from what the API's description says.
    public struct Configuration: Sendable {
        /// Another server with the same API: a mirror, a sandbox, a test's own. The API's server if nil.
        public var baseURL: String?
        /// How long a call may take in all, where neither the call nor its method says. If nil, a call may take as long as its server keeps sending.
        public var timeout: Duration?
        /// How strictly answers are read. As the API's description says if nil; a call may say otherwise.
        public var reading: ReadingPolicy?
        /// Who is told what happens to calls.
        public var observers: [any ClientObserver]
        /// Where answers are kept; nil keeps none. In memory of the client's own if nothing is said.
        public var cache: (any CacheStore)?
        /// Whether calls ask the cache, the network or both, where they do not say.
        public var caching: CachePolicy
        /// How the client's own URL session behaves; a transport that is given has one of its own, or none.
        public var session: SessionOptions
        /// Signs every request before it is sent.
        public var signer: (any RequestSigner)?
        /// What answers may be in besides JSON, by their `Content-Type`.
        public var formats: [any AnswerFormat]
        /// What time it is.
        public var time: TimeSource
        /// How often calls may be sent, by kind of token (`[]` for the rest); as the API's description says if nil, without limits if empty.
        public var limits: [TokenKinds: APIDescription.Limit]?
        /// When failed calls are sent again.
        public var retries: RetryPolicy

        public init(
            baseURL: String? = nil, timeout: Duration? = nil, reading: ReadingPolicy? = nil, observers: [any ClientObserver] = [],
            cache: (any CacheStore)? = MemoryStore(), caching: CachePolicy = .cacheFirst, session: SessionOptions = SessionOptions(),
            signer: (any RequestSigner)? = nil, formats: [any AnswerFormat] = [], time: TimeSource = .system,
            limits: [TokenKinds: APIDescription.Limit]? = nil, retries: RetryPolicy = RetryPolicy()
        ) {
            self.baseURL = baseURL
            self.timeout = timeout
            self.reading = reading
            self.observers = observers
            self.cache = cache
            self.caching = caching
            self.session = session
            self.signer = signer
            self.formats = formats
            self.time = time
            self.limits = limits
            self.retries = retries
        }
    }

    /// All calls are answered from the cache, and open no connection.
    public var isOffline: Bool {
        get { window?.client.isOffline ?? offline.withLock { $0 } }
        set { if let window { window.client.isOffline = newValue } else { offline.withLock { $0 = newValue } } }
    }

    var events: AsyncStream<ClientEvent> {
        if let window { return window.client.events }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { stream in
            let id = listeners.withLock { $0.add(stream) }
            stream.onTermination = { [weak self] _ in self?.listeners.withLock { $0.remove(id) } }
        }
    }

    var baseURL: String { configuration.baseURL ?? api.baseURL }
}

/// What time it is, and how to wait: another one than the system's for tests.
public struct TimeSource: Sendable {
    public var now: @Sendable () -> Date
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    // A moment beyond all that a clock can say ends the process.
    public static var system: TimeSource { TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: min($0, .seconds(2_000_000_000))) }) }
}

extension Client: Hashable {
    public static func == (left: Client, right: Client) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Client: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(api.name) client of \(account.id)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["api": api.name, "account": account]) }
}

/// The root of a generated API: `VK()`, `vk.users.get(...)`.
public protocol APIClient: Sendable {
    var client: Client { get }
    init(client: Client)
    static var api: APIDescription { get }
    static var _runtime: RuntimeVersion { get }
}

extension APIClient {
    /// A client with a session of its own, or the given transport.
    ///
    /// - Parameters:
    ///   - account: who calls; without one, only calls that need no token succeed.
    ///   - transport: how requests reach the server; a `URLSessionTransport` of its own if nil.
    ///   - configuration: where the client departs from what `api.json` says.
    public init(account: Account = .anonymous, transport: (any Transport)? = nil, configuration: Client.Configuration = Client.Configuration()) {
        self.init(client: Client(Self.api, account: account, transport: transport, configuration: configuration))
    }

    /// Where users sign in, as `api.json` says under `signIn`: `OAuth(VK.authorization, clientID: "1", permissions: ["friends"])`.
    public static var authorization: OAuthServer { api.signIn }
    public var authorization: OAuthServer { client.api.signIn }
}
