func methodWithAnEnumerationRemoved(_ api: MethodWithAnEnumerationRemoved) async throws {
    _ = api.users.sort(order: .name)
}
