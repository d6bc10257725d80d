func streamBecomesASocket(_ api: StreamBecomesASocket) async throws {
    for try await word in api.words.watch() { _ = word + 1 }
    for try await word in api.words.follow(topic: "sea") { _ = word + 1 }
}
