func variantRemoved(_ api: VariantRemoved) async throws {
    _ = api.users.getExtended(userIDs: [1])
}
