import MethodicalGenerator

extension MockRequest {
    /// Returns the text that the request sends in the place of a secret, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - place: The place of the secret.
    ///   - arguments: The arguments of the request, with those that are not in the schema.
    ///   - values: The values of the names in the path.
    func secret(
        at place: WireDefaults.Authorization,
        arguments: [String: String],
        values: [String: String]
    ) -> String? {
        switch place {
        case .none: return nil
        case .parameter(let name), .query(let name):
            return arguments[name]
        case .header(let kind):
            let text = headers["authorization"] ?? ""
            guard text.lowercased().hasPrefix(kind.lowercased() + " ") else {
                return nil
            }
            return String(text.dropFirst(kind.count + 1))
        case .field(let name): return headers[name.lowercased()]
        case .cookie(let name):
            let cookies = (headers["cookie"] ?? "").split(separator: ";")
            let trimmed = cookies.map { cookie in cookie.drop { $0 == " " } }
            let own = trimmed.first { $0.hasPrefix(name + "=") }
            return own.map { String($0.dropFirst(name.count + 1)) }
        case .path(let name): return values[name]
        }
    }
}

extension WireDefaults {
    /// The base URL with the defaults of its variables.
    var plainBaseURL: String {
        variables.reduce(baseURL) { url, variable in
            var value = variable.value
            if value.isEmpty {
                value = variable.name
            }
            return url.replacing("{\(variable.name)}", with: value)
        }
    }

    /// The names of the parameters that every call has: those of the secrets and of the API's version.
    var commonParameters: [String] {
        var names: [String] = []
        for place in [authorization] + schemes.map(\.place) {
            switch place {
            case .parameter(let name), .query(let name):
                names.append(name)
            default: break
            }
        }
        if let version = version?.parameter {
            names.append(version)
        }
        return names
    }
}

extension MockCall {
    /// Returns the alternatives of schemes that a method needs, in words, or `nil` if the call meets one of them.
    func missingSchemes(of method: MethodicalGenerator.Method) -> String? {
        let isMet = method.needs.contains { schemes in
            schemes.allSatisfy { credentials[$0.name]?.isEmpty == false }
        }
        if method.needs.isEmpty || isMet {
            return nil
        }
        let alternatives = method.needs.map {
            $0.map(\.name).joined(separator: " and ")
        }
        return alternatives.joined(separator: ", or ")
    }
}
