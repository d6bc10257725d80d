func methodRenamedAndRequired(_ api: MethodRenamedAndRequired) async throws {
    _ = api.users.search(q: "a", count: 1)
}
