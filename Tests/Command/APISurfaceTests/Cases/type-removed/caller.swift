func typeRemoved(_ api: TypeRemoved) async throws {
    let place: TypeRemoved.Place? = nil
    _ = place
}
