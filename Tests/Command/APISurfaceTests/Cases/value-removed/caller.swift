func valueRemoved(_ api: ValueRemoved) async throws {
    let sex: ValueRemoved.Sex = .male
    switch sex {
    case .female: break
    default: break
    }
}
