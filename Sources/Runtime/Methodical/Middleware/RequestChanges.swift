import Foundation

/// The changes that middlewares have made to the request of a call. They apply to each of its attempts.
struct RequestChanges: Hashable, Sendable {
    /// The header fields with new values, in the order of their names. A field that was removed has no values.
    private var headers: [Header] = []
    private var verb: Verb?
    private var url: URL?
    private var body: Body?

    private struct Header: Hashable {
        let name: String
        let values: [String]
    }

    private struct Body: Hashable {
        let data: Data?
        let file: URL?
    }

    /// Finds the changes between the request of a call and the request that a middleware passed on.
    init(from old: HTTPRequest, to new: HTTPRequest) {
        if old.headers != new.headers {
            let fields = old.headers.fields + new.headers.fields
            let names = Set(fields.map { $0.name.lowercased() })
            headers = names.sorted().compactMap { name in
                let values = new.headers.values(of: name)
                guard values != old.headers.values(of: name) else { return nil }
                return Header(name: name, values: values)
            }
        }
        if old.verb != new.verb {
            verb = new.verb
        }
        if old.url != new.url {
            url = new.url
        }
        if old.body != new.body || old.file != new.file {
            body = Body(data: new.body, file: new.file)
        }
    }

    /// The value of `Accept` if a middleware has set it.
    var accept: String? {
        headers.first { $0.name == "accept" }.map { $0.values.joined(separator: ", ") }
    }

    var isEmpty: Bool {
        headers.isEmpty && verb == nil && url == nil && body == nil
    }

    /// The changed header fields as a part of the cache key, or `nil` if the response must be neither cached nor
    /// shared: other changes may contain secrets.
    var key: String? {
        guard verb == nil, url == nil, body == nil,
            headers.allSatisfy({ ["accept", "accept-language"].contains($0.name) })
        else { return nil }
        return headers.map { "\($0.name): \($0.values.joined(separator: ", "))" }.joined(separator: "\n")
    }

    /// Applies the changes to the request of an attempt.
    ///
    /// - Parameters:
    ///   - request: The request with the account's token.
    ///   - plain: A function that returns the same request without the token.
    func apply(to request: inout HTTPRequest, _ plain: () throws(APIError) -> HTTPRequest) throws(APIError) {
        for header in headers {
            request.headers[header.name] = nil
            for value in header.values {
                request.headers.add(header.name, try HTTPHeaders.checked(header.name, value: value))
            }
        }
        if let verb {
            request.verb = verb
        }
        guard url != nil || body != nil else { return }
        let plain = try plain()
        if let url {
            request.url = try Self.moved(url, from: plain.url, to: request.url)
        }
        guard let body else { return }
        // A token in the body follows all arguments of a form.
        let token = try Self.addition(to: Array(plain.body ?? Data()), in: Array(request.body ?? Data()))
        guard token.isEmpty || body.file == nil else {
            throw Self.unplaceable
        }
        request.file = body.file
        request.body = body.data
        if !token.isEmpty {
            request.body = (body.data ?? Data()) + token
        }
    }

    /// Returns the changed URL with the query items that the authorization has added to the original one.
    private static func moved(_ url: URL, from plain: URL, to authorized: URL) throws(APIError) -> URL {
        if plain == authorized {
            return url
        }
        var text = url.absoluteString
        var token = try addition(to: Array(plain.absoluteString.utf8), in: Array(authorized.absoluteString.utf8))[...]
        guard let mark = token.first, "?&".utf8.contains(mark), url.fragment() == nil else {
            throw unplaceable
        }
        token.removeFirst()
        let separator = text.contains("?") ? "&" : "?"
        text += separator + String(decoding: token, as: UTF8.self)
        guard let url = URL(string: text) else {
            throw unplaceable
        }
        return url
    }

    /// Returns the bytes that follow `old` in `new`.
    private static func addition(to old: [UInt8], in new: [UInt8]) throws(APIError) -> [UInt8] {
        guard new.starts(with: old) else {
            throw unplaceable
        }
        return Array(new.dropFirst(old.count))
    }

    private static var unplaceable: APIError {
        .invalidRequest(
            "a middleware has changed the part of the request that carries the account's token; "
                + "change it in handleAttempt instead")
    }
}
