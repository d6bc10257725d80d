func parametersRenamed(_ api: ParametersRenamed) async throws {
    _ = api.users.get(userIDs: [1], nameCase: "nom", fieldSet: "a")
    _ = api.users.get(fieldSet: "a")
    _ = api.users.get(userIDs: [1])
}
