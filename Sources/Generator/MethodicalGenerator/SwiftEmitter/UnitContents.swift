/// The declarations of a unit's file, as indices into the model.
struct UnitContents {
    /// The functions of each namespace.
    var functions: [Int: [Int]] = [:]
    /// The types of each namespace.
    var types: [Int: [Int]] = [:]
    /// The header fields of responses, by the type of the result.
    var fields: [String: [HeaderProperty]] = [:]
    /// The header fields that many responses share. Only the common file has them.
    var sharedHeaders = SharedHeaders([:])

    /// Returns the contents of each unit's file. The common file, with the key `""`, gets everything that belongs to a
    /// unit without a file of its own.
    static func all(in emission: Emission, units: Set<String>) -> [String: UnitContents] {
        func file(for unit: String) -> String {
            if units.contains(unit) {
                return unit
            }
            return ""
        }
        var result: [String: UnitContents] = [:]
        var values: [String: SharedHeaders.Value] = [:]
        for (i, function) in emission.functions.enumerated() {
            let unit = file(for: emission.api.methods[function.method].unit)
            let variant = emission.variant(of: function)
            let name = emission.result(of: variant)
            for property in emission.headerProperties(of: variant) {
                var value = values[name] ?? emission.headerValue(of: variant)
                guard let new = property.distinct(among: value.properties) else { continue }
                value.properties.append(new)
                values[name] = value
                result[unit, default: UnitContents()].add(new, to: name)
            }
            result[unit, default: UnitContents()].add(function: i, to: function.namespace)
        }
        let shared = SharedHeaders(values)
        result["", default: UnitContents()].sharedHeaders = shared
        for unit in result.keys {
            result[unit]?.leaveOut(shared, values: values)
        }
        for (scope, members) in emission.types.members {
            guard case .namespace(let namespace) = scope else { continue }
            for i in members {
                let unit = file(for: emission.api.types[i].unit)
                result[unit, default: UnitContents()].add(type: i, to: namespace)
            }
        }
        return result
    }

    private mutating func add(function i: Int, to namespace: Int) {
        functions[namespace, default: []].append(i)
    }

    private mutating func add(type i: Int, to namespace: Int) {
        types[namespace, default: []].append(i)
    }

    private mutating func add(_ field: HeaderProperty, to result: String) {
        fields[result, default: []].append(field)
    }

    /// Removes the properties that stand in the common file.
    private mutating func leaveOut(_ shared: SharedHeaders, values: [String: SharedHeaders.Value]) {
        for (name, properties) in fields {
            let own = shared.own(properties, of: values[name])
            if own.isEmpty {
                fields[name] = nil
            } else {
                fields[name] = own
            }
        }
    }
}
