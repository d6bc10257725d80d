import Foundation

extension Call {
    /// Returns the request of the call without the token and the signature.
    package func request() throws(APIError) -> HTTPRequest {
        try RequestBuilder(self).httpRequest()
    }

    /// Returns the arguments that are parts of a form, `multipart/form-data`.
    package func parts() throws(APIError) -> [(name: String, text: String)] {
        try RequestBuilder(self).parts
    }
}

extension RequestBuilder {
    /// Returns the request for the transport. Throws `.invalidRequest` if the parts do not make a valid one.
    func httpRequest() throws(APIError) -> HTTPRequest {
        var request = HTTPRequest(
            verb: verb,
            url: try url(),
            headers: headers,
            timeout: call.settings.timeout ?? call.client.configuration.timeout)
        request.call = call
        request.priority = call.settings.priority
        request.isRepeatable = call.isRepeatable || verb.isSafe
        if !cookies.isEmpty {
            request.headers["Cookie"] = request.headers["Cookie"].map { $0 + "; " + cookies } ?? cookies
        }
        if request.headers["Accept"] == nil {
            request.headers["Accept"] = call.settings.accept ?? call.method.accept ?? usualAccept
        }
        if let file = call.settings.file {
            request.file = file.url
            request.headers["Content-Type"] = try HTTPHeaders.checked("Content-Type", value: file.type)
        }
        guard let (body, type) = try body() else {
            return request
        }
        guard request.file == nil else {
            throw .invalidRequest("the body is a file, so it cannot contain parameters")
        }
        guard verb.allowsBody else {
            throw .invalidRequest("a \(verb.rawValue) request has no body, but the method puts parameters in it")
        }
        request.body = body
        if request.headers["Content-Type"] == nil {
            request.headers["Content-Type"] = type
        }
        return request
    }

    /// The media type to ask for if neither the caller nor the method names one.
    private var usualAccept: String {
        guard call.raw == nil else { return "*/*" }
        return call.client.api.format?.mediaType ?? "application/json"
    }

    /// Returns the body with its `Content-Type`, or `nil` if nothing travels there.
    private func body() throws(APIError) -> (Data, type: String)? {
        if let body = call.raw?.body {
            return (body, "application/octet-stream")
        }
        if let whole {
            return (Data(whole.utf8), call.method.content ?? "application/json")
        }
        switch (members.isEmpty, form.isEmpty) {
        case (false, false):
            throw .invalidRequest("the body cannot contain both a form and JSON")
        case (false, true):
            return (try json(), call.method.content ?? "application/json")
        case (true, false):
            return (Data(form), call.method.content ?? "application/x-www-form-urlencoded")
        case (true, true):
            return nil
        }
    }

    /// Returns the members as a JSON object.
    private func json() throws(APIError) -> Data {
        var writer = JSONWriter()
        writer.byte(UInt8(ascii: "{"))
        for (name, value) in members {
            writer.key(name)
            value.write(to: &writer)
            if writer.isBroken {
                throw .unwritable(name)
            }
        }
        writer.byte(UInt8(ascii: "}"))
        return Data(bytes: writer.base, count: writer.count)
    }

    /// Returns the address with the query. It contains the token only after `authorize(with:)`.
    func url() throws(APIError) -> URL {
        var bytes: [UInt8]
        if let address = givenAddress {
            let scheme = address.prefix { $0 != "/" }.lowercased()
            guard scheme == "http:" || scheme == "https:" else {
                throw .invalidRequest("the address must begin with https:// or http://")
            }
            bytes = Self.literal(address)
        } else {
            bytes = []
            let root = call.root
            bytes.reserveCapacity(root.count + 64 + query.count)
            bytes += root
            try appendPath(to: &bytes)
        }
        if !query.isEmpty {
            let separator: Unicode.Scalar = bytes.contains(UInt8(ascii: "?")) ? "&" : "?"
            bytes.append(UInt8(ascii: separator))
            bytes.append(contentsOf: query)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let url = URL(string: text),
            url.host() != nil
        else {
            if call.settings.address != nil || call.raw != nil {
                throw .invalidRequest("the address contains no server")
            }
            let api = call.client.api
            if call.client.configuration.baseURL == nil {
                let template = call.method.server.flatMap { api.servers[$0] } ?? api.baseURL
                _ = try Client.address(
                    from: template,
                    api: api,
                    configuration: call.client.configuration)
            }
            throw .invalidRequest(
                "the base URL \"\(call.client.baseURL)\" contains no server; it must begin with https:// or http://")
        }
        return url
    }

    /// The address of a linked page or of a request to any address, or `nil` if the method's path leads to the server.
    private var givenAddress: String? {
        if let address = call.settings.address {
            return address.absoluteString
        }
        guard call.raw != nil else { return nil }
        return call.method.path
    }

    /// Returns an address after escaping the characters that no address may contain.
    ///
    /// The host keeps its characters, because `URL` encodes them in another way there.
    static func literal(_ address: String) -> [UInt8] {
        let path = address.utf8.split(
            separator: UInt8(ascii: "/"),
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        .dropFirst(3)
        .first?
        .startIndex
        var bytes = Array(address.utf8[..<(path ?? address.endIndex)])
        if let path {
            PercentEncoding.append(literal: address.utf8[path...], to: &bytes)
        }
        return bytes
    }

    /// Fills the template of the path. `{name}` becomes the method's name, and `{pin_id}` the parameter of that name.
    private func appendPath(to bytes: inout [UInt8]) throws(APIError) {
        let template = call.method.path ?? call.client.api.path
        var rest = template.utf8[...]
        if rest.first == UInt8(ascii: "/") {
            rest.removeFirst()
        }
        // An empty path means the base URL itself, and a slash would make another address of it.
        // An expression such as `{/list}` or `{?page}` brings its own separator.
        if rest.starts(with: "{/".utf8) {
            if bytes.last == UInt8(ascii: "/") {
                bytes.removeLast()
            }
        } else if !rest.isEmpty,
            !rest.starts(with: "{?".utf8),
            bytes.last != UInt8(ascii: "/")
        {
            bytes.append(UInt8(ascii: "/"))
        }
        let start = bytes.count
        var isExpanded = false
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            PercentEncoding.append(literal: rest[..<open], to: &bytes)
            let name = rest[rest.index(after: open)..<close]
            if let texts = try segment(named: String(Substring(name))) {
                PercentEncoding.append(list: texts, to: &bytes)
            } else {
                isExpanded = true
                let texts = path.map { ($0.name, $0.texts.joined(separator: ",")) }
                try call.expand(
                    PathExpression(String(Substring(name))),
                    with: texts,
                    into: &bytes)
            }
            rest = rest[rest.index(after: close)...]
        }
        PercentEncoding.append(literal: rest, to: &bytes)
        if isExpanded, PathExpression.leavesPath(bytes[start...]) {
            throw .invalidRequest("a value would make \"..\" or \".\" a part of the path")
        }
    }

    /// Returns the texts for a name in the path's template, or `nil` for an expression that is more than a name.
    ///
    /// Servers and proxies resolve `.` and `..` even if their dots are percent-encoded. These values would therefore
    /// call another method.
    private func segment(named name: String) throws(APIError) -> [String]? {
        if let texts = path.first(where: { $0.name == name })?.texts {
            let text = texts.joined(separator: ",")
            guard !text.isEmpty,
                text != ".",
                text != ".."
            else {
                throw .invalidRequest("\(name) is part of the path and cannot be \"\(text)\"")
            }
            return texts
        }
        if name == "name" {
            return [call.method.name]
        }
        return nil
    }
}

extension Client {
    /// Builds the request of a call without the account's token, for a response that no server sends.
    func plainRequest(for call: Call) throws(APIError) -> HTTPRequest {
        var builder = try RequestBuilder(call)
        builder.markPath()
        return try builder.httpRequest()
    }

    /// Builds the request of an attempt, before it is signed.
    @inline(never)
    func buildRequest(for run: Run, state: inout CallState) throws(APIError) -> HTTPRequest {
        var builder = try RequestBuilder(run.call, solutions: state.retries.solutions)
        try builder.authorize(with: state.tokens.current)
        var request = try builder.httpRequest()
        try request.headers.replace(by: run.call.settings.headers)
        for solution in state.retries.solutions {
            request.solutions[solution.name] = solution.value
        }
        request.timeout = state.clock.deadline.map {
            max(.zero, $0 - configuration.time.instant())
        }
        state.attempt.isConditional = state.cache?.revalidatableEntry.map { request.revalidate($0) } ?? false
        return request
    }
}
