func caseRemoved(_ api: CaseRemoved) async throws {
    switch try await api.users.search(q: "a").send()[0] {
    case .photo: break
    case .video: break
    case .link: break
    case .unknown: break
    }
}
