func anotherOrder(_ api: AnotherOrder) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
