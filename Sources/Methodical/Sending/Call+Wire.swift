extension ParameterStyle {
    /// Returns the place in which the parameter travels.
    func place(in call: Call, verb: Verb) -> ParameterPlace {
        if contains(.path) { return .path }
        if contains(.query) { return .query }
        if contains(.form) { return .form }
        if contains(.body) { return .body }
        if contains(.header) { return .header }
        return call.place(verb: verb)
    }

    /// Returns the spelling of arrays.
    func arrays(in call: Call) -> ArrayStyle {
        if contains(.comma) { return .comma }
        if contains(.repeated) { return .repeated }
        if contains(.brackets) { return .brackets }
        return call.method.arrays ?? call.client.api.arrays
    }

    /// Returns the spelling of Boolean values.
    func flags(in call: Call) -> FlagStyle {
        if contains(.digits) { return .digits }
        if contains(.words) { return .words }
        return call.method.flags ?? call.client.api.flags
    }
}

extension Call {
    /// Returns the place for the method's parameters and for those that all calls of the API carry, its version and the
    /// token.
    func place(verb: Verb) -> ParameterPlace { method.parameters ?? (verb.allowsBody ? client.api.parameters : .query) }
}
