import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.URL

/// A way to carry requests to a server and responses back.
///
/// A transport follows three rules:
///
/// - It returns a response whatever its status is. It throws only if no complete response arrived.
/// - It ends soon after its task is cancelled.
/// - It gives up after the request's `timeout`.
///
/// A transport may throw any error. The client understands `CancellationError`, `URLError` and ``APIError``, and turns
/// any other error into ``APIError/Code/connection``. It redacts the call's secrets in the text of the error.
public protocol Transport: Sendable {
    /// Sends a request and returns the response.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
    /// Sends a request, reports its progress to an observer, and returns the response.
    ///
    /// A transport that cannot report progress need not implement this method. The default implementation loads the
    /// request's file into memory and calls `send(_:)`.
    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse
}

extension Transport {
    /// Sends a request without progress. The files of the request and the response pass through memory.
    public func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        var request = request
        if let file = request.file { (request.body, request.file) = (try Data(contentsOf: file), nil) }
        var response = try await send(request)
        guard let file = try request.destination.flatMap({ try ResponseFile($0, response) }) else { return response }
        try observing?.begin(response)
        try file.write(response.body)
        response.body = Data()
        return response
    }
}

/// A signer of requests.
///
/// Signing is the last step before the transport: it follows the token, and is repeated for each attempt. The product
/// `MethodicalCrypto` contains signers.
public protocol RequestSigner: Sendable {
    /// The signer's secrets, which are redacted if a server repeats them. None by default.
    var secrets: [String] { get }
    /// Signs a request.
    ///
    /// - Parameters:
    ///   - request: The request, which the signer changes.
    ///   - time: The current date according to the client's ``TimeSource``.
    /// - Throws: ``APIError/Code/invalidRequest`` if the request cannot be signed. Nothing is sent in this case.
    func sign(_ request: inout HTTPRequest, at time: Date) async throws(APIError)
}

extension RequestSigner {
    /// No secrets.
    public var secrets: [String] { [] }
}

/// A request that is about to be sent to a server.
///
/// Its URL, header fields and body may contain the token and other secrets. Its description and its mirror therefore
/// show none of them.
public struct HTTPRequest: Hashable, Sendable {
    /// The HTTP method.
    public var verb: Verb
    /// The URL, including the query.
    public var url: URL
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, or `nil` if there is none or it is a file.
    public var body: Data?
    /// The file that contains the body, instead of `body`. It is sent piece by piece, and read again for each attempt.
    public var file: URL?
    /// The file for the body of a response with the status 200 or 206. Other responses are kept in memory.
    ///
    /// A 200 replaces the file's content. A 206 replaces the content from the place that its `Content-Range` names, and
    /// fails if the file ends before that place. If the transfer breaks, the bytes that have arrived stay in the file.
    public var destination: URL?
    /// The time that the whole exchange may take. If `nil`, it may take as long as the server keeps sending.
    public var timeout: Duration?
    /// The priority of the request on a shared connection.
    public var priority = CallPriority.normal
    /// The call that the request belongs to, or `nil` for requests to any address.
    package var call: Call?
    /// The answers that a person has given to the server's challenges. They are sent beside the call's arguments.
    package var answers: [String: String] = [:]
    /// A Boolean value that indicates whether the server may get the request twice without harm. It is `true` for GET
    /// and HEAD. A transport must not repeat any other request by itself.
    public var isRepeatable: Bool

    /// Creates a request. It counts as repeatable if it is a GET or a HEAD.
    public init(verb: Verb, url: URL, headers: HTTPHeaders = [:], body: Data? = nil, timeout: Duration? = nil) {
        self.verb = verb
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        isRepeatable = !verb.allowsBody
    }

    /// The name of the API's method, such as `users.get`. It is not sent.
    public var method: String? { call?.method.name }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The verb, the host and the length of the body: `POST api.vk.com, 42 bytes`.
    public var description: String { "\(verb.rawValue) \(url.host() ?? "")\(body.map { ", \($0.count) bytes" } ?? "")" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A complete response of a server.
public struct HTTPResponse: Codable, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed if it arrived compressed.
    public var body: Data

    /// Creates a response.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the length of the body. The body itself is not shown, because servers repeat requests, including
    /// tokens.
    public var description: String { "HTTP \(status), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Response {
    package init(_ value: Value, of answer: HTTPResponse) {
        self.init(
            value: value, status: answer.status, headers: answer.headers, body: answer.body, mismatches: [],
            source: .network, age: .zero)
    }
}

/// The header fields of a request or response, in their order. Names are compared without regard to case.
public struct HTTPHeaders: Codable, Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// All fields in their order.
    public private(set) var fields: [Field] = []

    /// A header field.
    public struct Field: Codable, Hashable, Sendable {
        /// The name as it was given, for example `Content-Type`.
        public let name: String
        /// The value.
        public let value: String
    }

    /// Creates an empty list of fields.
    public init() {}

    init(_ fields: [Field]) { self.fields = fields }

    /// Creates a list from a literal. Of several values for one name, the last one counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of the first field with the given name. Setting it replaces all fields with this name.
    public subscript(_ name: String) -> String? {
        get { fields.first { Self.areEqual($0.name, name) }?.value }
        set {
            fields.removeAll { Self.areEqual($0.name, name) }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// Appends a field and keeps the existing fields with the same name.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    static func areEqual(_ left: String, _ right: String) -> Bool {
        left == right || (left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased())
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A line for each field. Only fields that cannot contain a secret show their values, because tokens, cookies and
    /// cryptographic signatures are sent in fields of any name: `Retry-After: 5`, but `Authorization: <not shown>`.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private static let harmless: Set<String.SubSequence> = Set(
        """
        accept accept-encoding accept-language accept-ranges age allow cache-control connection content-encoding \
        content-length content-range content-type date etag expires if-modified-since if-none-match if-range \
        last-modified range retry-after server transfer-encoding user-agent vary
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
    /// The values of all `Link` fields, joined to one value with the same meaning.
    var link: String? {
        let links = fields.filter { $0.name.lowercased() == "link" }
        return links.isEmpty ? nil : links.map(\.value).joined(separator: ", ")
    }
}

enum LinkHeader {
    /// Returns the target of the first link with the relation `next` (RFC 8288, section 3). Links with an `anchor` are
    /// skipped, because they belong to another page.
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
