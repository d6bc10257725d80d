func aliasOfAnotherType(_ api: AliasOfAnotherType) async throws {
    let ids: AliasOfAnotherType.IDs = [1]
    _ = ids
}
