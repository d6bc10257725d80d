func requiredMarkedOtherwise(_ api: RequiredMarkedOtherwise) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
