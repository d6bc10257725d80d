func methodCalledOtherwise(_ api: MethodCalledOtherwise) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
