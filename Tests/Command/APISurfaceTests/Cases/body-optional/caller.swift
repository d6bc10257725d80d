func bodyOptional(_ api: BodyOptional) async throws {
    _ = api.tasks.create(BodyOptional.Task(title: "a"), list: 7)
    _ = api.tasks.note("a")
}
