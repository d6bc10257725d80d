func parameterRemoved(_ api: ParameterRemoved) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
