func parameterOptionalNow(_ api: ParameterOptionalNow) async throws {
    _ = api.users.search(q: "a")
}
