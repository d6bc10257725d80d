/// The value of `user` of `signIn`: the method that returns the signed-in user, and the keys of the user.
struct UserSyntax {
    var method: LocatedName?
    /// The key of the user's id.
    var id: LocatedName?
    /// The keys of the parts of the user's name.
    var names: [LocatedName]
}

extension UserSyntax {
    /// Reads the value of `user`. Reports problems.
    init(reading node: JSONNode, problems: Problems) {
        let keys = ["call", "id", "name"]
        let example = "{\"call\": \"users.get\", \"id\": \"id\", \"name\": [\"first_name\", \"last_name\"]}"
        _ = members(of: node, known: keys, like: example, problems: problems)
        for key in keys.dropLast() where node.isObject && node[key] == nil {
            reportMissing(
                key,
                in: node,
                known: keys,
                hint: ", as in \(example)",
                problems: problems)
        }
        method = node[.call].map(LocatedName.init)
        id = node["id"].map(LocatedName.init)
        names = (node[.name]?.elements ?? []).map(LocatedName.init)
        if let list = node[.name], list.isArray, list.first == nil {
            problems.error(
                at: list,
                expected: "the key of a property with the name of the user, or a list of them")
        }
    }
}
