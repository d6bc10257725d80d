func valuesOfAnotherType(_ api: ValuesOfAnotherType) async throws {
    let sex = ValuesOfAnotherType.Sex(rawValue: "female")
    _ = sex
}
