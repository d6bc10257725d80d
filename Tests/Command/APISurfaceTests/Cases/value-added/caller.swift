func valueAdded(_ api: ValueAdded) async throws {
    let sex: ValueAdded.Sex = .male
    switch sex {
    case .female: break
    default: break
    }
}
