func apiRenamed(_ api: ApiRenamed) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
