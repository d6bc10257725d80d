/// A value that the app gives to the initializer of its client: a variable of a server's address, or a constant that
/// all its calls send.
struct ClientValue: Hashable, Sendable {
    let value: ArgumentValue
    let isSecret: Bool

    /// The text that no output may show, if the value is secret.
    var secret: String? {
        guard isSecret else { return nil }
        return value.text(flags: .words)
    }
}

extension ClientValue: OpaquelyDescribed {
    var description: String {
        guard !isSecret else {
            return Redaction.mark
        }
        return value.text(flags: .words) ?? ""
    }
}

extension Client.Configuration {
    /// Sets the value of a variable or of a constant that `api.json` leaves to the app. Generated initializers call
    /// this.
    ///
    /// - Parameters:
    ///   - name: The name in `api.json`.
    ///   - value: The value. If `nil`, a variable has its default, and a constant is not sent.
    ///   - isSecret: Indicates whether no output may show the value.
    public mutating func set(
        _ name: String,
        _ value: (some APIValue)?,
        isSecret: Bool = false
    ) {
        values[name] = value.map { ClientValue(value: $0._argument, isSecret: isSecret) }
    }
}

extension Call {
    /// Adds a constant whose value the app gives to the client's initializer.
    ///
    /// If the client has no value and `isRequired` is `true`, building the request throws `.invalidRequest`.
    public mutating func add(
        constant name: String,
        _ style: APIEngine.ParameterStyle = [],
        isRequired: Bool = true
    ) {
        if let given = client.configuration.values[name] {
            var style = style
            if given.isSecret {
                style.insert(.secret)
            }
            append(name, value: given.value, style: style)
        } else if isRequired {
            append(name, value: .string(""), style: style.union(.missing))
        }
    }
}

extension Client {
    /// Returns the address of a server with the values of its variables.
    ///
    /// Throws `.invalidRequest` if a value could lead to another server: only letters, digits and `-._~` are allowed,
    /// without a dot at its beginning or end or beside another one.
    static func address(
        from template: String,
        api: APIDescription,
        configuration: Configuration
    ) throws(APIError) -> String {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            let text = configuration.values[name]?.value.text(flags: .words) ?? api.variables[name] ?? ""
            guard !text.isEmpty, text.utf8.allSatisfy(PercentEncoding.isUnreserved),
                !text.hasPrefix("."), !text.hasSuffix("."), !text.contains("..")
            else {
                throw .invalidRequest(
                    "\(name) is part of the server's address; expected letters, digits and -._~, found \"\(text)\"")
            }
            result += rest[..<open] + text
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
