func variantAdded(_ api: VariantAdded) async throws {
    let ids: [Int] = try await api.users.get().send()
    _ = ids
}
