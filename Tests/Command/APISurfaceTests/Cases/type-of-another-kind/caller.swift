func typeOfAnotherKind(_ api: TypeOfAnotherKind) async throws {
    let sex: TypeOfAnotherKind.Sex = .female
    _ = sex
}
