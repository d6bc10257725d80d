func parameterAddedRequired(_ api: ParameterAddedRequired) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
