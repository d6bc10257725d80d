func methodResultRetyped(_ api: MethodResultRetyped) async throws {
    let users: [MethodResultRetyped.User] = try await api.users.get().send()
    _ = users
}
