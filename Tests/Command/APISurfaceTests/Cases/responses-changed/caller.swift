func responsesChanged(_ api: ResponsesChanged) async throws {
    let sheet: Int? = try await api.files.list().response().sheet
    _ = sheet
}
