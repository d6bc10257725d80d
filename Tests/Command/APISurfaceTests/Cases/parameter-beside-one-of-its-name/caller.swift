func parameterBesideOneOfItsName(_ api: ParameterBesideOneOfItsName) async throws {
    _ = api.users.move(id: 7)
}
