import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.URL

/// Carries requests to a server and answers back.
///
/// A transport obeys three rules. It answers with whatever status the server sent: only a request that got no whole answer throws. It ends
/// soon after its task is cancelled. It gives up when the request's `timeout` has passed.
///
/// Where equal reads share a request and the call that sent it is cancelled, `URLSessionTransport` goes on for the others; any other transport is asked
/// once more.
///
/// It may throw anything: `CancellationError`, `URLError` and `APIError` are understood, other errors become `.connection`. The client removes
/// the call's secrets from the text of whatever it throws.
public protocol Transport: Sendable {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
    /// As `send`, and tells how far it has come. A transport that cannot tell need not have it: the request's files then pass through memory.
    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse
}

extension Transport {
    public func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        var request = request
        if let file = request.file { (request.body, request.file) = (try Data(contentsOf: file), nil) }
        var response = try await send(request)
        guard let file = try request.destination.flatMap({ try AnswerFile($0, response) }) else { return response }
        try observing?.begin(response)
        try file.write(response.body)
        response.body = Data()
        return response
    }
}

/// Signs requests: the last step before the transport, after the token and anew for each attempt. Signers lie in the product `MethodicalCrypto`.
public protocol RequestSigner: Sendable {
    /// Besides the call's own, what no error may show where a server repeats what it was sent.
    var secrets: [String] { get }
    /// Throw `.invalidRequest` for what cannot be signed: nothing is sent then. The time is what the client's ``TimeSource`` says.
    func sign(_ request: inout HTTPRequest, at time: Date) async throws(APIError)
}

extension RequestSigner {
    public var secrets: [String] { [] }
}

/// A request on its way to a server.
///
/// Its address, header fields and body may hold the token and other secrets, so that its description and its mirror show none of them.
public struct HTTPRequest: Hashable, Sendable {
    public var verb: Verb
    public var url: URL
    public var headers: HTTPHeaders
    public var body: Data?
    /// The body as a file, in place of `body`: sent piece by piece, and read again where the request is repeated.
    public var file: URL?
    /// The file for an answer with status 200 or 206; others come in memory. A 200 replaces what the file holds. A 206 replaces what follows the
    /// place that its `Content-Range` names, and fails if the file ends before that. What has come when the transfer breaks stays in the file.
    public var destination: URL?
    /// How long the whole exchange may take; as long as the server keeps sending if nil.
    public var timeout: Duration?
    public var priority = CallPriority.normal
    /// What is called; nil for requests to any address.
    package var call: Call?
    /// What a person has answered to the server's challenges: sent beside the call's arguments.
    package var answers: [String: String] = [:]
    /// Whether it does no harm if the server gets it twice; a transport must not send anything else again by itself. True of GET and HEAD.
    public var isRepeatable: Bool

    public init(verb: Verb, url: URL, headers: HTTPHeaders = [:], body: Data? = nil, timeout: Duration? = nil) {
        self.verb = verb
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        isRepeatable = !verb.allowsBody
    }

    /// The name of the API's method that is called: `users.get`. It is not sent by itself.
    public var method: String? { call?.method.name }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `POST api.vk.com, 42 bytes`.
    public var description: String { "\(verb.rawValue) \(url.host() ?? "")\(body.map { ", \($0.count) bytes" } ?? "")" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A server's whole answer.
public struct HTTPResponse: Codable, Hashable, Sendable {
    public var status: Int
    public var headers: HTTPHeaders
    /// Unpacked if it came compressed.
    public var body: Data

    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Servers echo requests, tokens among them, so that the body is counted and not shown.
    public var description: String { "HTTP \(status), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Response {
    package init(_ value: Value, of answer: HTTPResponse) {
        self.init(
            value: value, status: answer.status, headers: answer.headers, body: answer.body, departures: [],
            source: .network, age: .zero)
    }
}

/// Header fields in their order; names are compared without regard to case.
public struct HTTPHeaders: Codable, Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var fields: [Field] = []

    public struct Field: Codable, Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public init() {}

    init(_ fields: [Field]) { self.fields = fields }

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The first field of that name; setting it replaces every one of them.
    public subscript(_ name: String) -> String? {
        get { fields.first { Self.areEqual($0.name, name) }?.value }
        set {
            fields.removeAll { Self.areEqual($0.name, name) }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// Keeps the fields of that name that are there already.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    static func areEqual(_ left: String, _ right: String) -> Bool {
        left == right || (left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased())
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A line for each field. Tokens, cookies and signatures travel in fields of any name, so that values are shown of those only that cannot
    /// hold one: `Retry-After: 5`, but `Authorization: <not shown>`.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private static let harmless: Set<String.SubSequence> = Set(
        """
        accept accept-encoding accept-language accept-ranges age allow cache-control connection content-encoding content-length content-range \
        content-type date etag expires if-modified-since if-none-match if-range last-modified range retry-after server transfer-encoding \
        user-agent vary
        """.split(separator: " "))

    public var description: String {
        let name = self.name.lowercased()
        return "\(self.name): "
            + (Self.harmless.contains(name[...]) || name.contains("ratelimit") ? value : "<not shown>")
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPHeaders {
    /// All fields `Link` as one, which means the same.
    var link: String? {
        let links = fields.filter { $0.name.lowercased() == "link" }
        return links.isEmpty ? nil : links.map(\.value).joined(separator: ", ")
    }
}

enum LinkHeader {
    /// The target of the first link whose relation is `next` (RFC 8288, section 3). Links of another context (`anchor`) are none of this page's.
    static func next(_ field: String) -> String? {
        var rest = field[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = rest[open..<close].dropFirst()
            rest = rest[close...].dropFirst()
            var relations: String?
            var isOfThis = true
            while let (name, value) = parameter(&rest) {
                if name == "rel", relations == nil { relations = value.lowercased() }
                if name == "anchor" { isOfThis = false }
            }
            if isOfThis, relations?.split(whereSeparator: \.isWhitespace).contains("next") == true {
                return String(target)
            }
        }
        return nil
    }

    private static func parameter(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop { $0.isWhitespace }
        guard rest.first == ";" else { return nil }
        rest = rest.dropFirst().drop { $0.isWhitespace }
        let name = rest.prefix { !"=;,".contains($0) && !$0.isWhitespace }.lowercased()
        rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
        guard rest.first == "=" else { return (name, "") }
        rest = rest.dropFirst().drop { $0.isWhitespace }
        guard rest.first == "\"" else {
            let value = rest.prefix { !";,".contains($0) && !$0.isWhitespace }
            rest = rest[value.endIndex...]
            return (name, String(value))
        }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let escaped = rest.popFirst() {
                value.append(escaped)
            } else {
                value.append(character)
            }
        }
        return (name, value)
    }
}
