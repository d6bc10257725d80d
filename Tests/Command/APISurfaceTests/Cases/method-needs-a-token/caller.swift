func methodNeedsAToken(_ api: MethodNeedsAToken) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
