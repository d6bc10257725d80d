import struct Foundation.Date

/// A connection of one account to one API, with the state that all its calls share.
///
/// Clients are compared by identity: two clients are never equal.
public final class Client: Sendable {
    /// The description of the API, generated from `api.json`.
    public let api: APIDescription
    /// The account that the calls are made for.
    public let account: Account
    /// The transport that sends requests: a `URLSessionTransport` unless another one was given.
    public let transport: any Transport
    /// The settings that the client was made with.
    public let configuration: Configuration
    /// The observers of the configuration, and the middlewares that observe.
    let observers: [any ClientObserver]
    private let offline = Locked(false)
    /// The observers of the ends of offline times.
    package let returns = Observers<Void>()
    let listeners = Locked(Listeners())
    let budget = Locked(RetryBudget())
    let challenges = PendingChallenges()
    let inFlight = Locked(InFlightRequests<InFlightKey>())
    /// The calls that wait for the response of an equal call in flight.
    let waiters = WaitList<WaiterOutcome>()
    /// The number of writes that have ended.
    let writes = Locked<UInt64>(0)
    /// The base URL of the API's paths.
    let root: [UInt8]
    /// The base URLs of further servers by name.
    let roots: [String: [UInt8]]
    /// The carrier of this client's calls, or `nil` if they are sent alone.
    package let carrier: (any CallCarrier)?

    /// Creates a client for an API that `api` describes.
    ///
    /// Generated clients have shorter initializers: `VK(account: account)`.
    ///
    /// - Parameters:
    ///   - api: The description of the API.
    ///   - account: The account that calls. Without one, only calls that need no token succeed.
    ///   - transport: The transport that sends requests. By default the client makes a `URLSessionTransport` with
    ///     `configuration.session`.
    ///   - configuration: The settings that differ from the API's description.
    public init(
        _ api: APIDescription,
        account: Account = .anonymous,
        transport: (any Transport)? = nil,
        configuration: Configuration = Configuration()
    ) {
        self.api = api
        self.account = account
        self.transport = transport ?? URLSessionTransport(configuration.session)
        self.configuration = configuration
        observers =
            configuration.observers
            + configuration.middlewares.compactMap {
                $0 as? any ClientObserver
            }
        func root(of template: String) -> [UInt8] {
            RequestBuilder.literal(
                configuration.baseURL ?? (try? Self.address(from: template, api: api, configuration: configuration))
                    ?? "")
        }
        self.root = root(of: api.baseURL)
        roots = api.servers.mapValues(root)
        carrier = nil
    }

    /// Creates a variant of the carrier's client whose calls the carrier sends.
    package init(carrier: any CallCarrier) {
        let client = carrier.client
        api = client.api
        account = client.account
        transport = client.transport
        configuration = client.configuration
        observers = client.observers
        root = client.root
        roots = client.roots
        self.carrier = carrier
    }

    deinit {
        for stream in listeners.withLock({ $0.streams }).values {
            stream.finish()
        }
    }

    /// The settings of a client that differ from its API's description.
    public struct Configuration: Sendable {
        /// The base URL of another server with the same API, such as a mirror, a sandbox or a test server. It replaces
        /// all servers of the API. The API's own servers if `nil`. The argument `baseURL` of a client's initializer
        /// sets it.
        public var baseURL: String?
        /// The time that a call may take in all, unless the call or its method has a timeout of its own. If `nil`, a
        /// call may take as long as its server keeps sending.
        public var timeout: Duration?
        /// The policy for reading responses. If `nil`, the API's description decides. A call may set another one.
        public var reading: ReadingPolicy?
        /// The observers that receive the events of calls.
        public var observers: [any ClientObserver]
        /// The steps around each call and each attempt, from the outermost to the innermost.
        public var middlewares: [any Middleware]
        /// The store for cached responses. By default it is in memory and belongs to this client alone. If `nil`,
        /// nothing is cached.
        public var cache: (any CacheStore)?
        /// The cache policy of calls that set none.
        public var caching: CachePolicy
        /// The options of the client's own URL session. They do not apply to a transport that is passed to the client.
        public var session: SessionOptions
        /// The signer that signs each request before it is sent.
        public var signer: (any RequestSigner)?
        /// The formats of responses besides JSON, chosen by `Content-Type`.
        public var formats: [any ResponseFormat]
        /// The clock, which tests may replace.
        public var time: TimeSource
        /// The rate limits by kind of token; `[]` stands for calls with any other token or none. If `nil`, the API's
        /// description decides. If empty, no limit applies.
        public var limits: [Token.Kinds: APIDescription.Limit]?
        /// The policy for sending failed calls again.
        public var retries: RetryPolicy
        /// The values of variables and constants that `api.json` leaves to the app.
        var values: [String: ClientValue] = [:]

        /// Creates a configuration. Without arguments it follows the API's description.
        public init(
            baseURL: String? = nil,
            timeout: Duration? = nil,
            reading: ReadingPolicy? = nil,
            observers: [any ClientObserver] = [],
            middlewares: [any Middleware] = [],
            cache: (any CacheStore)? = MemoryStore(),
            caching: CachePolicy = .cacheFirst,
            session: SessionOptions = SessionOptions(),
            signer: (any RequestSigner)? = nil,
            formats: [any ResponseFormat] = [],
            time: TimeSource = .system,
            limits: [Token.Kinds: APIDescription.Limit]? = nil,
            retries: RetryPolicy = RetryPolicy()
        ) {
            self.baseURL = baseURL
            self.timeout = timeout
            self.reading = reading
            self.observers = observers
            self.middlewares = middlewares
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

    /// Indicates whether all calls use only the cache and open no connection.
    ///
    /// A call without a cached response then fails with ``APIError/Code/offline``. At the end of an offline time, live
    /// values in sight are refreshed that have missed the server.
    public var isOffline: Bool {
        get { carrier?.client.isOffline ?? offline.withLock { $0 } }
        set {
            if let carrier {
                carrier.client.isOffline = newValue
                return
            }
            let wasOffline = offline.withLock { isOffline in
                defer { isOffline = newValue }
                return isOffline
            }
            if wasOffline, !newValue {
                returns.send(())
            }
        }
    }

    var events: AsyncStream<ClientEvent> {
        if let carrier {
            return carrier.client.events
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { stream in
            let id = listeners.withLock { $0.add(stream) }
            stream.onTermination = { [weak self] _ in self?.listeners.withLock { $0.remove(id) } }
        }
    }

    package var baseURL: String {
        configuration.baseURL ?? api.baseURL
    }
}

extension Client: Hashable {
    /// Indicates whether both are the same client.
    public static func == (left: Client, right: Client) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension Client: OpaquelyDescribed {
    public var description: String { "\(api.name) client of \(account.id)" }
}
