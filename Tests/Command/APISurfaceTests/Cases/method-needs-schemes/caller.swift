func methodNeedsSchemes(_ api: MethodNeedsSchemes) async throws {
    _ = api.users.get()
    _ = api.users.list()
}
