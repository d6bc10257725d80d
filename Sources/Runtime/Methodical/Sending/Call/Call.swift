import struct Foundation.Data
import struct Foundation.URL
import struct Foundation.UUID

/// A method with its arguments and settings. Generated code makes a `Request` from it.
///
/// A call is one reference wide and copies its storage only when a shared copy changes, because thousands of generated
/// functions pass calls around.
public struct Call: Sendable {
    private var storage: Storage

    /// Creates a call of a method without arguments.
    public init(_ client: Client, _ method: APIEngine.Method) {
        var contents = Contents(client: client, method: method)
        contents.settings.timeout = method.timeout.map { .seconds($0) }
        storage = Storage(contents)
    }

    /// The client that sends the call.
    package var client: Client { storage.contents.client }
    /// The method that the call names.
    package var method: APIEngine.Method { storage.contents.method }
    /// The arguments in the order in which the method declares them. Cache keys depend on this order.
    var parameters: [Parameter] { storage.contents.parameters }

    /// The arguments as text, with lists joined by commas.
    ///
    /// `isSecret` marks arguments that no output may show, and `isKey` marks idempotency keys. If several have the same
    /// name, all but the one in the path have their places before it: `body.id`.
    package var arguments: [(name: String, text: String, isSecret: Bool, isKey: Bool)] {
        parameters.map { parameter in
            let style = parameter.style
            let place = style.place(in: self, verb: method.verb ?? client.api.verb)
            let isShared = parameters.contains {
                $0.name == parameter.name && $0.style != style
            }
            var name = parameter.name
            if isShared, place != .path {
                name = "\(place).\(name)"
            }
            return (name, parameter.plain, style.contains(.secret), style.contains(.key))
        }
    }

    /// The settings that the caller made besides the arguments.
    var settings: Settings {
        get { storage.contents.settings }
        set { change { $0.settings = newValue } }
    }

    /// The facts of a request for any address, or `nil` for a call of a method. The method's path is then the address.
    var raw: Raw? {
        get { storage.contents.raw }
        set { change { $0.raw = newValue } }
    }

    /// Indicates whether the call is a request for any address, not a call of a method.
    package var isRaw: Bool { raw != nil }
    /// The address of the next page, if a link of the server led to it.
    package var linkedAddress: URL? { settings.address }

    /// The time that the call may take in all, if the caller or the method has set one.
    package var timeout: Duration? { settings.timeout }

    /// The time that the call may take in all, by its own settings or those of its client, or `nil` if it has no limit.
    var longestTime: Duration? {
        settings.timeout ?? client.configuration.timeout
    }

    /// The name that events and errors carry: the caller's signature, else the method's name.
    var signature: Signature {
        settings.signature ?? Signature(method.name)
    }

    /// The facts of a request for any address.
    struct Raw: Hashable, Sendable {
        /// The bytes to send.
        var body: Data?
        /// Indicates whether the request carries the account's token and is signed.
        var isAuthorized: Bool
        /// The message of the error for a status that is not a success. If `nil`, a response with any status is
        /// returned.
        var refusal: String?
    }

    /// The settings of a single call. Each one that is `nil` leaves the decision to the method, the client, or the API.
    struct Settings: Hashable, Sendable {
        /// The time that the call may take in all.
        var timeout: Duration?
        /// The policy for reading the response.
        var reading: ReadingPolicy?
        /// The policy that decides between cache and network.
        var caching: CachePolicy?
        /// Indicates whether a call that always asks the server lets it confirm the cached response, by the status 304.
        var isConfirmable = false
        /// The time for which the response stays fresh.
        var lifetime: CacheEntry.Lifetime?
        /// The address that a link of the server names. It replaces the method's path and the arguments in path and
        /// query.
        var address: URL?
        /// The caller's own name for the call.
        var signature: Signature?
        /// The priority among calls that wait for the rate limit.
        var priority = Priority.normal
        /// The value of the header field `Accept`.
        var accept: String?
        /// The file that is sent as the body. The arguments then travel in the query.
        var file: File?
        /// The header fields that middlewares have set. They replace fields with the same names.
        var headers: HTTPHeaders = [:]
    }

    /// A file that is sent as a body.
    struct File: Hashable, Sendable {
        let url: URL
        /// The value of the header field `Content-Type`.
        let type: String
    }

    /// Returns a copy of the call with a file as its body.
    package func sending(_ file: URL, type: String) -> Call {
        var call = self
        call.settings.file = File(url: file, type: type)
        return call
    }

    /// A named argument with the style in which it travels.
    struct Parameter: Hashable, Sendable {
        let name: String
        let value: ArgumentValue
        let style: ParameterStyle

        /// Indicates whether the argument is an idempotency key that the caller left open, as 0 or an empty string.
        var isOpenKey: Bool {
            guard style.contains(.key) else { return false }
            return value == .integer(0) || value == .string("")
        }

        /// Indicates whether the argument is an idempotency key with a value.
        fileprivate var isKeyWithValue: Bool {
            style.contains(.key) && !isOpenKey
        }
    }

    /// Adds an argument. A value of `nil` is not sent, except for an idempotency key, whose value is made later.
    public mutating func add<T: APIValue>(
        _ name: String,
        _ value: T?,
        _ style: APIEngine.ParameterStyle = []
    ) {
        if let value {
            append(name, value: value._argument, style: style)
        } else if style.contains(.key) {
            let open: ArgumentValue = T.self == String.self ? .string("") : .integer(0)
            append(name, value: open, style: style)
        }
    }

    /// Returns the call with a random value in place of each idempotency key that the caller left open.
    ///
    /// Each sending of a call does this once, before its first attempt, so that all attempts carry the same key.
    func withKeys() -> Call {
        if !parameters.contains(where: \.isOpenKey) {
            return self
        }
        var call = self
        call.change { contents in
            contents.parameters = contents.parameters.map { parameter in
                guard parameter.isOpenKey else {
                    return parameter
                }
                let value: ArgumentValue
                if parameter.value == .integer(0) {
                    // All servers can be expected to read 32-bit integers.
                    value = .integer(.random(in: 1...Int(Int32.max)))
                } else {
                    value = .string(UUID().uuidString)
                }
                return Parameter(
                    name: parameter.name,
                    value: value,
                    style: parameter.style)
            }
        }
        return call
    }

    /// Indicates whether the server may receive the call twice without harm, so that it may be retried.
    package var isRepeatable: Bool {
        method.reads || method.idempotent || parameters.contains(where: \.isKeyWithValue)
    }

    /// The number of arguments for which the first one makes room.
    private static var firstCapacity: Int { 4 }

    /// Adds an argument.
    package mutating func append(
        _ name: String,
        value: APIEngine.ArgumentValue,
        style: APIEngine.ParameterStyle = []
    ) {
        change { contents in
            if contents.parameters.isEmpty {
                contents.parameters.reserveCapacity(Self.firstCapacity)
            }
            contents.parameters.append(Parameter(name: name, value: value, style: style))
        }
    }

    /// Replaces the value of an argument and keeps its style, or adds the argument if it is missing.
    mutating func set(_ name: String, to value: ArgumentValue, style: ParameterStyle) {
        guard let index = parameters.firstIndex(where: { $0.name == name }) else {
            return append(name, value: value, style: style)
        }
        change {
            $0.parameters[index] = Parameter(name: name, value: value, style: $0.parameters[index].style)
        }
    }

    /// Returns the call without some of its arguments.
    func without(_ names: [String]) -> Call {
        var call = self
        if !names.isEmpty {
            call.change { $0.parameters.removeAll { names.contains($0.name) } }
        }
        return call
    }

    /// Returns a copy of the call that asks for other media types than its API's.
    package func accepting(_ mediaTypes: String) -> Call {
        var call = self
        call.settings.accept = mediaTypes
        return call
    }

    /// Adds a header field to the request and removes a field of the same name. Its value is treated as a secret.
    mutating func setHeader(_ name: String, to value: String) {
        change { contents in
            contents.parameters.removeAll {
                $0.style.contains(.header) && $0.name.lowercased() == name.lowercased()
            }
        }
        append(name, value: .string(value), style: [.header, .secret])
    }

    /// Returns the same call, to be sent by another client.
    package func on(_ client: Client) -> Call {
        var call = self
        call.change { $0.client = client }
        return call
    }

    /// Changes the contents, after copying them if other calls share them.
    private mutating func change(_ body: (inout Contents) -> Void) {
        if !isKnownUniquelyReferenced(&storage) {
            storage = Storage(storage.contents)
        }
        body(&storage.contents)
    }

    private struct Contents: Hashable {
        var client: Client
        let method: Method
        var parameters: [Parameter] = []
        var settings = Settings()
        var raw: Raw?
    }

    /// The contents of a call in one reference.
    ///
    /// The class is unchecked because it has a variable. It is safe to share: only `change` sets it, and it copies the
    /// storage first unless this call holds the only reference to it.
    private final class Storage: @unchecked Sendable {
        var contents: Contents
        init(_ contents: Contents) { self.contents = contents }
    }
}

extension Call: Hashable {
    public static func == (left: Call, right: Call) -> Bool {
        left.storage === right.storage || left.storage.contents == right.storage.contents
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.contents)
    }
}
