/// The declarations of a unit's file, in the order of the model.
struct UnitContents {
    private(set) var functions: [Function] = []
    /// The types of each namespace, without those that are nested in others.
    private(set) var types: [Int: [EmittedType]] = [:]
    /// The header fields of responses, by the type of the result.
    private(set) var fields: [String: [HeaderProperty]] = [:]
    /// The header fields that many responses share. Only the common file has them.
    private(set) var sharedHeaders = SharedHeaders([:])

    /// Returns the contents of each unit's file. The common file, with the key `""`, gets everything that belongs to a
    /// unit without a file of its own.
    static func all(in emission: Emission, units: Set<String>) -> [String: UnitContents] {
        var result = ["": UnitContents()]
        for unit in units {
            result[unit] = UnitContents()
        }
        func file(for unit: String) -> String {
            if units.contains(unit) {
                return unit
            }
            return ""
        }
        var values: [String: SharedHeaders.Value] = [:]
        for function in emission.functions {
            let unit = file(for: function.method.unit)
            let new = addHeaders(of: function.variant, to: &values, in: emission)
            result[unit]?.functions.append(function)
            if !new.isEmpty {
                result[unit]?.fields[emission.result(of: function.variant), default: []] += new
            }
        }
        for type in emission.types {
            guard case .namespace(let namespace) = type.scope else { continue }
            let unit = file(for: type.declaration.unit)
            result[unit]?.types[namespace, default: []].append(type)
        }
        let shared = SharedHeaders(values)
        result[""]?.sharedHeaders = shared
        for unit in result.keys {
            result[unit]?.leaveOut(shared, values: values)
        }
        return result
    }

    /// Adds the header fields of a variant's response to those of the same value. Returns the new ones, with names that
    /// no other field of the value has.
    private static func addHeaders(
        of variant: Variant, to values: inout [String: SharedHeaders.Value], in emission: Emission
    ) -> [HeaderProperty] {
        let properties = emission.headerProperties(of: variant)
        if properties.isEmpty {
            return []
        }
        let name = emission.result(of: variant)
        var value = values[name] ?? emission.headerValue(of: variant)
        let count = value.properties.count
        for property in properties {
            if let new = property.distinct(among: value.properties) {
                value.properties.append(new)
            }
        }
        values[name] = value
        return Array(value.properties.dropFirst(count))
    }

    /// The functions of each namespace. The first function of a namespace decides about its position.
    var functionsByNamespace: [(namespace: Int, functions: [Function])] {
        let groups = Dictionary(grouping: functions, by: \.namespace)
        var seen: Set<Int> = []
        let namespaces = functions.map(\.namespace).filter { seen.insert($0).inserted }
        return namespaces.map { namespace in
            (namespace, groups[namespace] ?? [])
        }
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
