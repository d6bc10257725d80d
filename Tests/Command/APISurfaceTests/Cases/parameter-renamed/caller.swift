func parameterRenamed(_ api: ParameterRenamed) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
