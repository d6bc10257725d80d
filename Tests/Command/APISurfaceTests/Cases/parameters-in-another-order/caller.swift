func parametersInAnotherOrder(_ api: ParametersInAnotherOrder) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
