// Cursors of several parameters, and methods that continue others.
extension PageLowering {
    private var problems: Problems { schemas.catalogue.problems }

    /// Pairs the parameters of a cursor with the keys of their next values.
    ///
    /// - Parameters:
    ///   - stated: The pages.
    ///   - method: The method that continues with the next page.
    ///   - keys: The keys of the result that have been found.
    ///   - result: The result with the next values.
    ///   - position: The position of the pages.
    func reference(
        from stated: StatedPages,
        to method: Method,
        keys: [String],
        in result: TypeUse,
        at position: Place
    ) -> ResponseReference? {
        let cursor = stated.cursor ?? []
        let parameters = cursor.compactMap { names.parameter($0, of: method) }
        if parameters.count < cursor.count {
            return nil
        }
        guard let next = stated.next else {
            let name = parameters.first ?? ""
            problems.error(
                at: position,
                "\"next\" is missing; expected the result's key with the next value of \"\(name)\"")
            return nil
        }
        if keys.count < next.value.count {
            return nil
        }
        if keys.count != max(1, parameters.count) {
            problems.error(at: next, "expected a key for each parameter of \"cursor\"")
        }
        guard let first = cursor.first else {
            return reference(to: method, membersAt: keys, in: result, at: next.position)
        }
        let places = method.parameters.filter { parameters.contains($0.name) }.map(\.place)
        if Set(places).count > 1 {
            problems.error(
                at: first,
                "the parameters of a cursor must be in the same place of the request")
        }
        let values = zip(parameters, keys).map { parameter, key in
            ResponseReference.Value(parameter: parameter, key: key)
        }
        return ResponseReference(method: method.name, values: values)
    }

    /// Returns a reference whose parameters are the members of an object in the result.
    private func reference(
        to method: Method,
        membersAt keys: [String],
        in result: TypeUse,
        at position: Place
    ) -> ResponseReference? {
        guard let key = keys.first else { return nil }
        if !isDictionary(results.type(at: key, in: result)) {
            problems.error(
                at: position,
                "without \"cursor\", \"next\" is the key of an object with parameters of any names")
        }
        return ResponseReference(method: method.name, members: key)
    }

    /// Indicates whether values of a type can have members of any names.
    private func isDictionary(_ type: TypeUse?) -> Bool {
        switch type.map(results.resolved) {
        case .any, .dictionary, nil: true
        default: false
        }
    }

    /// Reports a method that cannot continue another. It must return the same, and take nothing but the cursor.
    func check(
        _ other: Method,
        continuing method: Method,
        at name: LocatedName,
        from stated: StatedPages
    ) {
        if other.variants[0].result != method.variants[0].result {
            problems.error(
                at: name,
                "\"\(other.name)\" must have the same response as \"\(method.name)\"; "
                    + "expected the same \"$ref\" in both")
        }
        let cursor = stated.cursor?.map(\.value) ?? []
        for parameter in other.parameters where !cursor.contains(parameter.name) {
            let isNeeded =
                if parameter.constant == nil {
                    parameter.isRequired
                } else {
                    parameter.place != .header
                }
            if isNeeded {
                problems.error(
                    at: name,
                    "\"\(other.name)\" requires \"\(parameter.name)\", which is not part of the cursor")
            }
        }
    }
}

extension JSONNode {
    /// The elements of a list, or the node itself.
    var elements: [JSONNode] {
        guard isArray else { return [self] }
        return children
    }
}
