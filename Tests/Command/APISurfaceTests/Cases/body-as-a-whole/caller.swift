func bodyAsAWhole(_ api: BodyAsAWhole) async throws {
    _ = api.tasks.create(title: "a")
}
