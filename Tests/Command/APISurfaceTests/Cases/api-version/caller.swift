func apiVersion(_ api: ApiVersion) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
