func methodCachedOtherwise(_ api: MethodCachedOtherwise) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
