/// The declarations of a unit's file, in the order of the model.
struct UnitContents {
    var functions: [Function] = []
    /// The types of each namespace, without those that are nested in others.
    var types: [Int: [EmittedType]] = [:]
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
        for function in emission.functions {
            let unit = file(for: function.method.unit)
            let variant = function.variant
            let name = emission.result(of: variant)
            for property in emission.headerProperties(of: variant) {
                var value = values[name] ?? emission.headerValue(of: variant)
                guard let new = property.distinct(among: value.properties) else { continue }
                value.properties.append(new)
                values[name] = value
                result[unit, default: UnitContents()].add(new, to: name)
            }
            result[unit, default: UnitContents()].functions.append(function)
        }
        let shared = SharedHeaders(values)
        result["", default: UnitContents()].sharedHeaders = shared
        for unit in result.keys {
            result[unit]?.leaveOut(shared, values: values)
        }
        for type in emission.types {
            guard case .namespace(let namespace) = type.scope else { continue }
            let unit = file(for: type.declaration.unit)
            result[unit, default: UnitContents()].types[namespace, default: []].append(type)
        }
        return result
    }

    /// The functions of each namespace. The first function of a namespace decides about its position.
    var functionsByNamespace: [(namespace: Int, functions: [Function])] {
        let groups = Dictionary(grouping: functions, by: \.namespace)
        var seen: Set<Int> = []
        let namespaces = functions.map(\.namespace).filter { seen.insert($0).inserted }
        return namespaces.map { ($0, groups[$0] ?? []) }
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
