/// A method that is called with values of a response.
struct ResponseReferenceSyntax {
    /// A parameter, with the key of its value in the response.
    struct Value {
        /// The name of the parameter, or `nil` in place of a value that is not a string.
        var parameter: String?
        /// The key, or `nil` in place of a value that is not a string.
        var key: String?
        /// The position of the value's mistakes.
        var position: Place
    }

    /// The method that is called.
    var method: LocatedName
    var values: [Value] = []
    /// Indicates whether the values are a list of parameters. The keys in the response then have the same names.
    var isList = false
}

extension ResponseReferenceSyntax {
    /// Reads the name of a method, or `{METHOD: {PARAMETER: KEY, ...}}`.
    init?(reading node: JSONNode, problems: Problems) {
        guard node.isObject else {
            method = LocatedName(reading: node)
            return
        }
        guard node.children.count == 1,
            let named = node.first,
            named.isObject
        else {
            problems.error(
                at: node,
                expected: "the name of a method, or {METHOD: {PARAMETER: KEY, ...}}")
            return nil
        }
        method = LocatedName(named.key, at: node)
        values = named.children.map { child in
            Value(parameter: child.key, key: child.string, position: child.keyPlace)
        }
    }

    /// Reads the name of a method beside its values, which are `[PARAMETER, ...]` or `{PARAMETER: KEY, ...}`.
    init(method node: JSONNode, values list: JSONNode?) {
        method = LocatedName(reading: node)
        guard let list else { return }
        isList = list.isArray
        values = list.children.map { child in
            guard list.isObject else {
                return Value(parameter: child.string, key: child.string, position: child.place)
            }
            let position = child.string == nil ? child.place : child.keyPlace
            return Value(parameter: child.key, key: child.string, position: position)
        }
    }
}
