func propertyRequiredNow(_ api: PropertyRequiredNow) async throws {
    let users = try await api.users.get(userIDs: [1]).send()
    let name: String? = users[0].firstName?.lowercased()
    _ = name
}
