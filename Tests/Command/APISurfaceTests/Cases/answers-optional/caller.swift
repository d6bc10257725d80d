func answersOptional(_ api: AnswersOptional) async throws {
    let id: Int = try await api.users.get().send()[0].id
    _ = id
}
