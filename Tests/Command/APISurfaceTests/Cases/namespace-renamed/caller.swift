func namespaceRenamed(_ api: NamespaceRenamed) async throws {
    _ = api.users.search(q: "a", count: 1)
}
