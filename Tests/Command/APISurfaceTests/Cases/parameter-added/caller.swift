func parameterAdded(_ api: ParameterAdded) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
