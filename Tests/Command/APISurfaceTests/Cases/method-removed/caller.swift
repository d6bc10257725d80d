func methodRemoved(_ api: MethodRemoved) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
