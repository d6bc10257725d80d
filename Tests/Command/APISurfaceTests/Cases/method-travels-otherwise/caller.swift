func methodTravelsOtherwise(_ api: MethodTravelsOtherwise) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
