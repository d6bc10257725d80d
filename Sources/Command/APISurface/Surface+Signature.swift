extension String {
    /// The path of a function as calls spell it: a value of a namespace is called like a function.
    var asCall: String {
        let suffix = ".callAsFunction"
        if hasSuffix(suffix) {
            return String(dropLast(suffix.count))
        }
        return self
    }
}

extension Surface.Function {
    /// Returns the declaration of the function as a call: `vk.users.get(userIDs: [Int]?) -> [VK.User]`.
    package func signature(in surface: Surface) -> String {
        var arguments = parameters.map {
            $0.swift + ": " + surface.spelledType(of: $0)
        }
        if facts["upload"] != nil {
            arguments.insert("_: Upload", at: 0)
        }
        let list = arguments.joined(separator: ", ")
        let result = surface.spelled(result)
        let type = request.map { "\($0)<\(result)>" } ?? result
        return "\(surface.client).\(swift.asCall)(\(list)) -> \(type)"
    }
}

extension Surface {
    /// The name of a variable for a client, as in `vk`.
    var client: String {
        if name.uppercased() == name {
            return name.lowercased()
        }
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
