import protocol Foundation.LocalizedError

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// `users.get: server: 15: Access denied (HTTP 200)`
    public var description: String {
        var text = method.map { "\($0): " } ?? ""
        text += code.rawValue
        for part in [message, server?.description, problem?.description, problem.map { "…\($0.excerpt)…" }, cause?.description] {
            if let part, !part.isEmpty { text += ": " + part }
        }
        if let status { text += " (HTTP \(status))" }
        return text
    }

    public var debugDescription: String { description }
    /// What `localizedDescription` shows: it is not translated.
    public var errorDescription: String? { description }

    public var customMirror: Mirror {
        let all: [(String, Any?)] = [
            ("code", code.rawValue), ("message", message), ("method", method), ("status", status), ("server", server), ("problem", problem),
            ("cause", cause),
        ]
        return Mirror(self, children: all.compactMap { label, value in value.map { (label: label, value: $0) } }, displayStyle: .struct)
    }
}
