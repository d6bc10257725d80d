/// The names of definitions for the schemas of a document, by their names there.
///
/// A name with a package in front (`io.k8s.api.core.v1.Pod`) loses the package, as a Swift type has its module. If two
/// schemas then had the same name, as many words of the package stay as tell them apart.
struct ComponentNames {
    private var names: [String: String] = [:]

    /// Chooses the names.
    ///
    /// - Parameters:
    ///   - keys: The names of all schemas in the document.
    ///   - known: The names that schemas had in an earlier import, by their names in the document.
    init(_ keys: [String], known: [String: String] = [:]) {
        let kept = Set(known.values.map { $0.lowercased() })
        let plain = keys.filter {
            Self.parts(of: $0) == nil
        }
        var taken = kept.union(plain.map { $0.lowercased() })
        var waiting: [(key: String, parts: [String])] = []
        for key in keys {
            if let name = known[key] {
                names[key] = name
            } else if let parts = Self.parts(of: key) {
                waiting.append((key, parts))
            } else if kept.contains(key.lowercased()) {
                // Another schema had the name first.
                var number = 2
                while !taken.insert("\(key)\(number)".lowercased()).inserted {
                    number += 1
                }
                names[key] = "\(key)\(number)"
            }
        }
        var length = 1
        while !waiting.isEmpty {
            let wanted = waiting.map {
                $0.parts.suffix(length).joined(separator: ".")
            }
            let counts = Dictionary(grouping: wanted) { $0.lowercased() }.mapValues(\.count)
            var left: [(key: String, parts: [String])] = []
            for (component, name) in zip(waiting, wanted) {
                let isWhole = length >= component.parts.count
                let isFree =
                    counts[name.lowercased()] == 1
                    && !taken.contains(name.lowercased())
                if isFree || isWhole {
                    // The whole name is used as it is written.
                    names[component.key] = isWhole ? component.key : name
                } else {
                    left.append(component)
                }
            }
            taken.formUnion(wanted.map { $0.lowercased() })
            waiting = left
            length += 1
        }
    }

    /// Returns the name of the definition for a schema.
    subscript(key: String) -> String {
        names[key] ?? key
    }

    /// Returns the parts of a name that begins with a package, or `nil` for other names. The parts of a package begin
    /// with small letters, and the type begins with a capital.
    private static func parts(of key: String) -> [String]? {
        let parts = key.split(whereSeparator: { "./:".contains($0) }).map(String.init)
        guard parts.count > 1,
            let type = parts.last?.unicodeScalars.first,
            type.properties.isUppercase
        else {
            return nil
        }
        let isPackage = parts.dropLast().allSatisfy { part in
            part.unicodeScalars.first?.properties.isLowercase == true
                && part.unicodeScalars.allSatisfy { !$0.properties.isUppercase }
        }
        guard isPackage else { return nil }
        return parts
    }
}
