func valueCalledOtherwise(_ api: ValueCalledOtherwise) async throws {
    let sex: ValueCalledOtherwise.Sex = .male
    switch sex {
    case .female: break
    default: break
    }
}
