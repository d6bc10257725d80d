func apiElsewhere(_ api: ApiElsewhere) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
