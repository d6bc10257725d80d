/// The names in pages and comments that no declaration of this package has, with the reason why they stay.
enum ForeignNames {
    /// The types and functions of Swift, of Foundation and of Apple's frameworks.
    private static let systems: Set = [
        "Android", "application(_:handleEventsForBackgroundURLSession:completionHandler:)", "Array", "AsyncStream",
        "Bool", "CancellationError", "Character", "combine(_:)", "ContinuousClock", "Date", "Decimal", "Decoder",
        "Dictionary", "Double", "Duration", "Encoder", "Int", "Int64", "JSONDecoder", "JSONEncoder", "Mutex", "Never",
        "NSCache", "NSPinnedDomains", "NWPathMonitor", "Observable", "Optional", "sceneDidBecomeActive(_:)",
        "SecCertificateCopyKey", "String", "Swift", "UInt64", "URLCache", "URLComponents", "URLError", "URLSession",
        "URLSessionTask", "Void",
    ]
    /// The functions of FoundationNetworking's sources, whose faults an article describes.
    private static let foundationNetworking: Set = [
        "cookies(withResponseHeaderFields:for:)", "didReceive(data:)", "setupCallbacks()",
        "transferCompleted(withError:)", "unpauseSend()",
    ]
    /// The names of other packages.
    private static let packages: Set = [
        "APIProtocol", "app.testing()", "client.watch(query:)", "ClientError", "ClientMiddleware", "ClientResponse",
        "ClientTransport", "Components", "GraphQLQueryPager", "GraphQLQueryWatcher", "HTTPClient", "HTTPClientError",
        "HTTPClientRequest", "HTTPField", "HTTPFields", "HTTPRequest.Method", "HTTPTypesFoundation",
        "InstrumentationSystem", "MultiThreadedEventLoopGroup", "ServiceContext", "Timer",
    ]
    /// The names of Alamofire, beside which an article puts ours.
    private static let alamofire: Set = [
        "AFError", "AuthenticationInterceptor", "CachedResponseHandler", "cURLDescription()", "DataResponse",
        "DataStreamRequest", "DisabledTrustEvaluator", "EventMonitor", "HTTPHeaders.default", "Interceptor",
        "MockingURLProtocol", "MultipartFormData", "NetworkReachabilityManager", "OfflineRetrier", "ParameterEncoder",
        "ParameterEncoding", "PinnedCertificatesTrustEvaluator", "PublicKeysTrustEvaluator", "RedirectHandler",
        "RequestAdapter", "RequestRetrier", "responseDecodable(of:)", "Retrier", "RevocationTrustEvaluator",
        "serializingDecodable(_:)", "ServerTrustManager", "Session(rootQueue:requestQueue:serializationQueue:)",
        "URLRequestConvertible", "WebSocketRequest",
    ]
    /// The words of HTTP: header fields and schemes.
    private static let http: Set = [
        "Accept", "Age", "Basic", "Bearer", "Cookie", "ETag", "Expires", "Host", "Location", "Range", "RateLimit",
        "Vary",
    ]
    /// The types of schemas that a page or a comment invents, and names that one shows before and after a change.
    private static let examples: Set = [
        "Base", "BaseCity", "By", "Crate", "ExpandableID", "Forbidden", "HTMLPage", "IDs", "Integer", ".jpg",
        "ListForUserOfRepos", "Lu", "Markup", "Markup2", "MarkupModel", "MarkupValue", "Messages", "Movie",
        "MovieMethods", "MyApp", "Nothing", "Object", "Order", "Pet", "Petstore", "PhotoURL", "PSIDs",
        "Shop", "ShopTypes", "skus.get()", "skus.get(id:)", "StringModel", "Type2FA", "URLsOfPage",
        "UserFull", "waitUntilOnline(for:state:)", "WithMutual", "YouTube",
    ]

    static let all = systems.union(foundationNetworking).union(packages).union(alamofire).union(http).union(examples)
}
