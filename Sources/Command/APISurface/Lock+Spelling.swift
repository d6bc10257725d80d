import MethodicalGenerator

extension Lock {
    /// Returns the Swift spelling of a type, or `nil` if the text is not a type.
    ///
    /// - Parameters:
    ///   - type: The type as the lock file writes it.
    ///   - depth: The number of types around it.
    ///   - names: The way to write names that the schema does not declare.
    ///   - name: A closure that returns the Swift name of a declared type by its id.
    package static func spelled(
        _ type: String,
        depth: Int = 0,
        names: NameStyle = .short,
        _ name: (String) -> String
    ) -> String? {
        let qualified = type == "Upload" ? Emission.upload : Emission.scalars[type]
        if let qualified {
            return switch names {
            case .short: type
            case .qualified: qualified
            }
        }
        guard depth < 32,
            let first = type.utf8.first,
            let last = type.utf8.last
        else { return nil }
        func spelled(_ inner: Substring) -> String? {
            Self.spelled(String(inner), depth: depth + 1, names: names, name)
        }
        if last == 0x3F {
            return spelled(type.dropLast()).map { $0 + "?" }
        }
        let inner = type.dropFirst().dropLast()
        if type.hasPrefix("Nullable<"), last == 0x3E {
            return spelled(inner.dropFirst(8)).map {
                names.runtime("Nullable") + "<" + $0 + ">"
            }
        }
        if first == 0x3C, last == 0x3E {
            guard !inner.isEmpty else { return nil }
            return name(String(inner))
        }
        guard first == 0x5B, last == 0x5D else { return nil }
        let lead = "String: "
        if inner.hasPrefix(lead) {
            return spelled(inner.dropFirst(lead.count)).map {
                "[" + names.swift("String") + ": " + $0 + "]"
            }
        }
        return spelled(inner).map { "[" + $0 + "]" }
    }
}
