/// A method that is called with values of a response.
struct ResponseReferenceSyntax {
    /// A parameter, with the key of its value in the response.
    struct Value {
        var parameter: LocatedName
        var key: LocatedName
        /// The position of mistakes in both.
        var position: Place
    }

    /// The method that is called.
    var method: LocatedName
    var values: [Value] = []
    /// Indicates whether the values are a list of parameters. The keys in the response then have the same names.
    var isList = false
}

extension ResponseReferenceSyntax {
    /// Reads the value of `call`: the name of a method, `{METHOD: [PARAMETER, ...]}` or
    /// `{METHOD: {PARAMETER: KEY, ...}}`.
    init?(reading node: JSONNode, problems: Problems) {
        guard node.isObject else {
            method = LocatedName(reading: node)
            return
        }
        guard node.children.count == 1,
            let named = node.first,
            named.isObject || named.isArray
        else {
            problems.error(
                at: node,
                expected: "the name of a method, {METHOD: [PARAMETER, ...]} or {METHOD: {PARAMETER: KEY, ...}}")
            return nil
        }
        method = .key(of: named)
        isList = named.isArray
        values = named.children.map { child in
            if isList {
                let parameter = LocatedName(reading: child)
                return Value(parameter: parameter, key: parameter, position: child.place)
            }
            let position = child.string == nil ? child.place : child.keyPlace
            return Value(
                parameter: .key(of: child),
                key: LocatedName(reading: child),
                position: position)
        }
    }
}
