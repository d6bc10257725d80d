func parameterRetyped(_ api: ParameterRetyped) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
