func propertyOfAnArgumentAdded(_ api: PropertyOfAnArgumentAdded) async throws {
    _ = api.users.get(like: PropertyOfAnArgumentAdded.User(id: 1, firstName: "Ada"))
}
