func propertyOfAnArgumentNullableNow(_ api: PropertyOfAnArgumentNullableNow) async throws {
    let name: String? = "Ada"
    _ = api.users.get(like: PropertyOfAnArgumentNullableNow.User(id: 1, firstName: name))
}
