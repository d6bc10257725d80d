func propertyOfAnArgumentRequired(_ api: PropertyOfAnArgumentRequired) async throws {
    _ = api.users.get(like: PropertyOfAnArgumentRequired.User(id: 1))
}
