extension Call: OpaquelyDescribed {
    /// The method's name with its arguments and settings. Secrets are replaced by a mark.
    public var description: String {
        var parts = parameters.filter { !$0.isOpenKey }.map { "\($0.name): \($0.shown)" }
        if let timeout = settings.timeout {
            parts.append("timeout \(timeout)")
        }
        if let reading = settings.reading {
            parts.append("\(reading) reading")
        }
        if let caching = settings.caching {
            parts.append(caching.rawValue)
        }
        if let lifetime = settings.lifetime {
            parts.append("cached for \(lifetime.duration)")
        }
        if settings.address != nil {
            parts.append("at a linked address")
        }
        if settings.priority != .normal {
            parts.append("\(settings.priority) priority")
        }
        if let signature = settings.signature {
            parts.append("signature \(signature)")
        }
        return "\(method.name)(\(parts.joined(separator: ", ")))"
    }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: parameters.map { (label: $0.name, value: $0.shown) },
            displayStyle: .struct)
    }
}

extension Call.Parameter: OpaquelyDescribed {
    /// The value as descriptions show it: `1,2`, `"nice"`, or a mark in place of a secret.
    fileprivate var shown: String {
        if style.contains(.secret) {
            return Redaction.mark
        }
        if case .string(let text) = value {
            return "\"\(text)\""
        }
        return plain
    }

    /// The value as text, secret or not.
    var plain: String {
        if case .list(let elements) = value {
            return elements.map { $0.text(flags: .words) ?? "?" }.joined(separator: ",")
        }
        return value.text(flags: .words) ?? "?"
    }

    var description: String { "\(name): \(shown)" }

    var customMirror: Mirror {
        Mirror(self, children: [name: shown])
    }
}
