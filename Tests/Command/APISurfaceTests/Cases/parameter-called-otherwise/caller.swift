func parameterCalledOtherwise(_ api: ParameterCalledOtherwise) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
