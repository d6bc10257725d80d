/// The declarations of a unit's file, as indices into the model.
struct UnitContents {
    /// The functions of each namespace.
    var functions: [Int: [Int]] = [:]
    /// The types of each namespace.
    var types: [Int: [Int]] = [:]
    /// The header fields of responses, by the type of the result.
    var fields: [String: [HeaderProperty]] = [:]

    /// Returns the contents of each unit's file. The common file, with the key `""`, gets everything that belongs to a
    /// unit without a file of its own.
    static func all(_ emission: Emission, units: Set<String>) -> [String: UnitContents] {
        func file(_ unit: String) -> String { units.contains(unit) ? unit : "" }
        var result: [String: UnitContents] = [:]
        var known: [String: [HeaderProperty]] = [:]
        for (i, function) in emission.functions.enumerated() {
            let method = emission.api.methods[function.method]
            let unit = file(method.unit)
            for property in emission.headerProperties(method.variants[function.variant]) {
                let names = known[property.value] ?? []
                guard let new = property.distinct(among: names) else { continue }
                known[new.value, default: []].append(new)
                result[unit, default: UnitContents()].fields[new.value, default: []].append(new)
            }
            result[unit, default: UnitContents()].functions[function.namespace, default: []].append(i)
        }
        for (scope, members) in emission.types.members {
            guard case .namespace(let namespace) = scope else { continue }
            for i in members {
                let unit = file(emission.api.types[i].unit)
                result[unit, default: UnitContents()].types[namespace, default: []].append(i)
            }
        }
        return result
    }
}
