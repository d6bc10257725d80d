func initializerGone(_ api: InitializerGone) async throws {
    let user = InitializerGone.User(id: 1)
    _ = user.id
}
