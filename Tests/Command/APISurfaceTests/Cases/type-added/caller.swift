func typeAdded(_ api: TypeAdded) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
