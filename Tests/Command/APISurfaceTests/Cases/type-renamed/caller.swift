func typeRenamed(_ api: TypeRenamed) async throws {
    let user: TypeRenamed.User? = try await api.users.get().send().first
    _ = user
}
