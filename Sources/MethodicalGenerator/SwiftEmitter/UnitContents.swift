/// The declarations of a unit's file, as indices into the model.
struct UnitContents {
    /// The functions of each namespace.
    var functions: [Int: [Int]] = [:]
    /// The types of each namespace.
    var types: [Int: [Int]] = [:]

    /// Returns the contents of each unit's file. The common file, with the key `""`, gets everything that belongs to a
    /// unit without a file of its own.
    static func all(_ emission: Emission, units: Set<String>) -> [String: UnitContents] {
        func file(_ unit: String) -> String { units.contains(unit) ? unit : "" }
        var result: [String: UnitContents] = [:]
        for (i, function) in emission.functions.enumerated() {
            let unit = file(emission.api.methods[function.method].unit)
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
