extension Call: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        var parts = parameters.map { "\($0.name): \($0.shown)" }
        if let timeout { parts.append("timeout \(timeout)") }
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
        return switch value {
        case .string(let text): "\"\(text)\""
        case .list(let elements): elements.map { $0.text(flags: .words) ?? "?" }.joined(separator: ",")
        default: value.text(flags: .words) ?? "?"
        }
    }

    var description: String { "\(name): \(shown)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [name: shown]) }
}
