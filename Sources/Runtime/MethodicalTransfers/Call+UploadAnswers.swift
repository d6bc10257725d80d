import Methodical

extension Call {
    /// Returns a copy of the call with values of the upload server's response as arguments.
    func adding(_ answers: [String], of response: HTTPResponse) throws(APIError) -> Call {
        let text = String(decoding: response.body, as: UTF8.self)
        guard let json = try? JSON(json: Array(response.body)) else {
            throw APIError(.undecodable, "the upload server's response is not JSON")
        }
        if let error = json["error"]?.stringValue {
            throw APIError(.server, "the upload server refused the file: \(error)")
        }
        var call = self
        for rule in answers {
            let parts = rule.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            let key = parts.dropFirst().first ?? parts[0]
            if key.isEmpty {
                call.add(parts[0], text)
            } else if let value = json[key] ?? key.split(separator: ".").reduce(json, { $0?[String($1)] }) {
                if let number = value.intValue {
                    call.add(parts[0], number)
                } else {
                    call.add(parts[0], value.stringValue ?? value.description)
                }
            } else {
                throw APIError(.undecodable, "the upload server's response has no \"\(key)\"")
            }
        }
        return call
    }
}
