extension RequestBuilder {
    /// Adds a value in brackets: `ids[]=1`, `address[city]=Bern`, `items[0][price]=5`.
    ///
    /// Objects in an array get its indices, because without them servers cannot tell which members belong together.
    mutating func spread(
        _ value: ArgumentValue,
        named name: String,
        of parameter: Call.Parameter,
        in place: ParameterPlace
    ) throws(APIError) {
        switch value {
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                switch element {
                case .list, .json:
                    try spread(
                        element,
                        named: "\(name)[\(index)]",
                        of: parameter,
                        in: place)
                default:
                    try spread(element, named: name + "[]", of: parameter, in: place)
                }
            }
        case .json(let bytes):
            let json = JSON(String(decoding: bytes, as: UTF8.self))
            if let elements = json?.arrayValue {
                return try spread(
                    .list(elements.map(\._argument)),
                    named: name,
                    of: parameter,
                    in: place)
            }
            guard let members = json?.objectValue else {
                let text =
                    if json == .null {
                        ""
                    } else {
                        try self.text(of: value, for: parameter)
                    }
                return try put(text, of: parameter, named: name, in: place)
            }
            for (key, member) in members.sortedByKey {
                guard !key.isEmpty,
                    !key.contains(where: { "[]".contains($0) })
                else {
                    throw .invalidRequest(
                        "\(parameter.name) has the key \(JSON.string(key)), which the server could not tell from the "
                            + "brackets around it")
                }
                try spread(
                    member._argument,
                    named: "\(name)[\(key)]",
                    of: parameter,
                    in: place)
            }
        default:
            try put(
                text(of: value, for: parameter),
                of: parameter,
                named: name,
                in: place)
        }
    }
}
