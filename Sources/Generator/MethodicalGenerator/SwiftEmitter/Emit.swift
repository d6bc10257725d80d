/// Names an API in Swift and returns its code: the common file and a file for each unit, even if a unit has no
/// declarations.
///
/// - Parameters:
///   - api: The compiled schema.
///   - units: The top-level folders of the schema that get a file of their own.
///   - sources: The schema files of each unit. They are named in the first line of the unit's file.
package func emit(
    _ api: API,
    units: [String],
    sources: [String: [String]] = [:]
) -> [GeneratedFile] {
    emit(Emission(api), units: units, sources: sources)
}

/// Returns the code of an API that has its names in Swift already.
///
/// - Parameter target: The module that compiles the code and therefore cannot import it, or `nil` if it is not known.
package func emit(
    _ emission: Emission,
    units: [String],
    sources: [String: [String]] = [:],
    target: String? = nil
) -> [GeneratedFile] {
    let contents = UnitContents.all(in: emission, units: Set(units))
    var seen: Set<String> = []
    let distinctUnits = ([""] + units).filter { seen.insert($0).inserted }
    return distinctUnits.map { unit in
        let file = FileRenderer(
            emission: emission,
            unit: unit,
            contents: contents[unit] ?? UnitContents(),
            sources: sources[unit] ?? [],
            target: target)
        return GeneratedFile(unit: unit, text: file.text)
    }
}

/// Returns the Swift names of an API's types, such as `VK.Users.User`, in the order of `API.types`.
package func typeNames(in api: API) -> [String] {
    Emission(api).types.map(\.path)
}
