func propertyOptionalNow(_ api: PropertyOptionalNow) async throws {
    let id: Int = try await api.users.get().send()[0].id
    _ = id
}
