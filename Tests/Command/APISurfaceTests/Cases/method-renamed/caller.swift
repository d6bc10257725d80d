func methodRenamed(_ api: MethodRenamed) async throws {
    _ = api.users.search(q: "a", count: 1)
}
