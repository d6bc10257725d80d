func parameterTravelsOtherwise(_ api: ParameterTravelsOtherwise) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom")
}
