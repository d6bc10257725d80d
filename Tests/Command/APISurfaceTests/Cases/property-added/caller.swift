func propertyAdded(_ api: PropertyAdded) async throws {
    let users = try await api.users.get(userIDs: [1]).send()
    let name: String? = users.first?.firstName
    _ = name
}
