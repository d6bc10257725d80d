func streamChanged(_ api: StreamChanged) async throws {
    for try await reply in api.replies.watch() { _ = reply.count }
}
