func methodAdded(_ api: MethodAdded) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
