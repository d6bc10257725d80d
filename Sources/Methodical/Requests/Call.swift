import struct Foundation.Data
import struct Foundation.URL
import struct Foundation.UUID

/// A method and its arguments: what generated code builds a `Request` from.
///
/// One reference wide, and copied only when a copy is changed: thousands of generated functions pass it around.
public struct Call: Sendable {
    private var storage: Storage

    public init(_ client: Client, _ method: Method) { storage = Storage(client: client, method: method) }

    package var client: Client { storage.client }
    package var method: Method { storage.method }
    /// In the order of the method's declaration, which is the canonical one.
    var parameters: [Parameter] { storage.parameters }

    /// The arguments as text, lists joined by commas, and which of them are secrets, or keys that a call is known again by.
    package var arguments: [(name: String, text: String, isSecret: Bool, isKey: Bool)] {
        parameters.map { ($0.name, $0.plain, $0.style.contains(.secret), $0.style.contains(.key)) }
    }

    /// What the caller said besides the arguments.
    var settings: Settings {
        get { storage.settings }
        set { change { $0.settings = newValue } }
    }

    /// Set for a request whose address is the method's path and whose answer is what came.
    var raw: Raw? {
        get { storage.raw }
        set { change { $0.raw = newValue } }
    }

    /// Whether it is a request to any address, and calls no method.
    package var isRaw: Bool { raw != nil }
    package var linkedAddress: URL? { settings.address }

    var signature: Signature { settings.signature ?? Signature(method.name) }

    struct Raw: Hashable, Sendable {
        var body: Data?
        var isAuthorized: Bool
        /// What is said of a status that is no success; nil where every status is an answer.
        var refusal: String?
    }

    struct Settings: Hashable, Sendable {
        var timeout: Duration?
        /// How the answer is read, where that is not the client's to say.
        var reading: ReadingPolicy?
        var caching: CachePolicy?
        var lifetime: Lifetime?
        /// Where a link of the server's own leads, in place of the method's path and the arguments in the address.
        var address: URL?
        var signature: Signature?
        var priority = CallPriority.normal
        /// The body, in place of the arguments; these travel in the query then.
        var file: File?
    }

    struct File: Hashable, Sendable {
        let url: URL
        let type: String
    }

    /// The same call with a file as its body.
    package func sending(_ file: URL, type: String) -> Call {
        var call = self
        call.settings.file = File(url: file, type: type)
        return call
    }

    struct Parameter: Hashable, Sendable {
        let name: String
        let value: ArgumentValue
        let style: ParameterStyle

        /// 0 and no text are what callers give who have no key.
        fileprivate var isOpenKey: Bool { style.contains(.key) && (value == .integer(0) || value == .string("")) }
    }

    /// Adds an argument; nil is not sent.
    public mutating func add<T: APIValue>(_ name: String, _ value: T?, _ style: ParameterStyle = []) {
        if let value {
            append(name, value._argument, style)
        } else if style.contains(.key) {
            append(name, T.self == String.self ? .string("") : .integer(0), style)
        }
    }

    /// As the server will have it: each key that the caller left open is made now.
    func withKeys() -> Call {
        if !parameters.contains(where: \.isOpenKey) { return self }
        var call = self
        call.change { storage in
            storage.parameters = storage.parameters.map { parameter in
                guard parameter.isOpenKey else { return parameter }
                // Servers read 32 bits at least.
                let value =
                    parameter.value == .integer(0)
                    ? ArgumentValue.integer(.random(in: 1...0x7FFF_FFFF)) : .string(UUID().uuidString)
                return Parameter(name: parameter.name, value: value, style: parameter.style)
            }
        }
        return call
    }

    /// Whether it does no harm if the server gets it twice.
    var isRepeatable: Bool {
        method.reads || method.idempotent || parameters.contains { $0.style.contains(.key) && !$0.isOpenKey }
    }

    /// Adds an argument that travels as a type of its own; one which that cannot spell is refused when the request is made.
    public mutating func add<T: Spelling>(_ name: String, _ value: T.Natural?, _ style: ParameterStyle = [], as: T.Type)
    {
        if let value { append(name, T(argument: value)?._argument ?? .number(.nan), style) }
    }

    public mutating func add<T: Spelling>(
        _ name: String, _ values: [T.Natural]?, _ style: ParameterStyle = [], as: T.Type
    ) {
        if let values { append(name, .list(values.map { T(argument: $0)?._argument ?? .number(.nan) }), style) }
    }

    mutating func append(_ name: String, _ value: ArgumentValue, _ style: ParameterStyle = []) {
        change { storage in
            if storage.parameters.isEmpty { storage.parameters.reserveCapacity(4) }
            storage.parameters.append(Parameter(name: name, value: value, style: style))
        }
    }

    /// Replaces an argument, or adds it.
    mutating func set(_ name: String, _ value: ArgumentValue, _ style: ParameterStyle) {
        guard let index = parameters.firstIndex(where: { $0.name == name }) else { return append(name, value, style) }
        change { $0.parameters[index] = Parameter(name: name, value: value, style: $0.parameters[index].style) }
    }

    /// Adds a header field to the request, in place of one of that name.
    mutating func setHeader(_ name: String, _ value: String) {
        change { storage in
            storage.parameters.removeAll { $0.style.contains(.header) && $0.name.lowercased() == name.lowercased() }
        }
        append(name, .string(value), [.header, .secret])
    }

    /// The same call of another client.
    func on(_ client: Client) -> Call {
        var call = self
        call.change { $0.client = client }
        return call
    }

    private mutating func change(_ body: (Storage) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage) }
        body(storage)
    }

    /// Changed only by a `Call` that holds the only reference to it, and so safe to share.
    private final class Storage: @unchecked Sendable {
        var client: Client
        let method: Method
        var parameters: [Parameter] = []
        var settings = Settings()
        var raw: Raw?

        init(client: Client, method: Method) {
            self.client = client
            self.method = method
            settings.timeout = method.timeout.map { .seconds($0) }
        }

        init(_ other: Storage) {
            client = other.client
            method = other.method
            parameters = other.parameters
            settings = other.settings
            raw = other.raw
        }
    }
}

extension Call: Hashable {
    public static func == (left: Call, right: Call) -> Bool {
        left.storage === right.storage
            || (left.client == right.client && left.method == right.method && left.parameters == right.parameters
                && left.settings == right.settings
                && left.raw == right.raw)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(client)
        hasher.combine(method.name)
        hasher.combine(parameters)
        hasher.combine(settings)
    }
}

extension Call: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        var parts = parameters.filter { !$0.isOpenKey }.map { "\($0.name): \($0.shown)" }
        if let timeout = settings.timeout { parts.append("timeout \(timeout)") }
        if let reading = settings.reading { parts.append("\(reading) reading") }
        if let caching = settings.caching { parts.append(caching.rawValue) }
        if let lifetime = settings.lifetime { parts.append("cached for \(lifetime.duration)") }
        if settings.address != nil { parts.append("at a linked address") }
        if settings.priority != .normal { parts.append("\(settings.priority) priority") }
        if let signature = settings.signature { parts.append("signature \(signature)") }
        return "\(method.name)(\(parts.joined(separator: ", ")))"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: parameters.map { (label: $0.name, value: $0.shown) }, displayStyle: .struct)
    }
}

extension Call.Parameter: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value for people's eyes: `1,2`, `"nice"`, or a mark where it is a secret.
    fileprivate var shown: String {
        if style.contains(.secret) { return Redaction.mark }
        if case .string(let text) = value { return "\"\(text)\"" }
        return plain
    }

    fileprivate var plain: String {
        if case .list(let elements) = value {
            return elements.map { $0.text(flags: .words) ?? "?" }.joined(separator: ",")
        }
        return value.text(flags: .words) ?? "?"
    }

    var description: String { "\(name): \(shown)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [name: shown]) }
}
