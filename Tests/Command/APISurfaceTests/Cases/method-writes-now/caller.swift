func methodWritesNow(_ api: MethodWritesNow) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
