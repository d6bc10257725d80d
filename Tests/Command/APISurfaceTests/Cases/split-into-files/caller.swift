func splitIntoFiles(_ api: SplitIntoFiles) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
