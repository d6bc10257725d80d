func parameterRequiredNow(_ api: ParameterRequiredNow) async throws {
    _ = api.users.get(nameCase: "nom")
}
