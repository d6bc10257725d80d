import Methodical

extension Call {
    /// Returns a copy of the call with values of the upload server's response as arguments.
    ///
    /// - Parameters:
    ///   - rules: The names of the arguments, each of which takes the value of the key with its name. With `=` and
    ///     another key behind it, it takes the value of that key, and with `=` alone the whole text of the response.
    ///   - response: The upload server's response.
    func adding(_ rules: [String], of response: HTTPResponse) throws(APIError) -> Call {
        let text = String(decoding: response.body, as: UTF8.self)
        guard let json = try? JSON(json: Array(response.body)) else {
            throw APIError(.undecodable, "the upload server's response is not JSON")
        }
        if let error = json["error"]?.stringValue {
            throw APIError(.server, "the upload server refused the file: \(error)")
        }
        var call = self
        for rule in rules {
            let parts = rule.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            let key = parts.dropFirst().first ?? name
            if key.isEmpty {
                call.add(name, text)
                continue
            }
            guard let value = json[key] ?? json.value(at: key) else {
                throw APIError(.undecodable, "the upload server's response has no \"\(key)\"")
            }
            if let number = value.intValue {
                call.add(name, number)
            } else {
                call.add(name, value.stringValue ?? value.description)
            }
        }
        return call
    }
}

extension JSON {
    /// Returns the value at a path of keys with dots between them, or `nil` if a key is missing.
    fileprivate func value(at path: String) -> JSON? {
        path.split(separator: ".").reduce(self) { value, key in value?[String(key)] }
    }
}
