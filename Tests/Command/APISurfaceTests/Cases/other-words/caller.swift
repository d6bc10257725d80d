func otherWords(_ api: OtherWords) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
