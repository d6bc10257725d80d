/// How a parameter departs from its method: where it travels, and how it is spelled there.
public struct ParameterStyle: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static var path: ParameterStyle { ParameterStyle(rawValue: 1) }
    public static var query: ParameterStyle { ParameterStyle(rawValue: 1 << 1) }
    public static var form: ParameterStyle { ParameterStyle(rawValue: 1 << 2) }
    public static var body: ParameterStyle { ParameterStyle(rawValue: 1 << 3) }
    public static var header: ParameterStyle { ParameterStyle(rawValue: 1 << 4) }

    public static var comma: ParameterStyle { ParameterStyle(rawValue: 1 << 5) }
    public static var repeated: ParameterStyle { ParameterStyle(rawValue: 1 << 6) }
    public static var brackets: ParameterStyle { ParameterStyle(rawValue: 1 << 7) }

    public static var digits: ParameterStyle { ParameterStyle(rawValue: 1 << 8) }
    public static var words: ParameterStyle { ParameterStyle(rawValue: 1 << 9) }

    /// As JSON text, whatever its type; in a JSON body as a string that holds it.
    public static var json: ParameterStyle { ParameterStyle(rawValue: 1 << 10) }
    /// Never shown by any description, error or log.
    public static var secret: ParameterStyle { ParameterStyle(rawValue: 1 << 11) }
}

extension ParameterStyle {
    func place(in method: Method, verb: Verb, of api: APIDescription) -> ParameterPlace {
        if contains(.path) { return .path }
        if contains(.query) { return .query }
        if contains(.form) { return .form }
        if contains(.body) { return .body }
        if contains(.header) { return .header }
        return method.place(verb: verb, of: api)
    }

    func arrays(in method: Method, of api: APIDescription) -> ArrayStyle {
        if contains(.comma) { return .comma }
        if contains(.repeated) { return .repeated }
        if contains(.brackets) { return .brackets }
        return method.arrays ?? api.arrays
    }

    func flags(in method: Method, of api: APIDescription) -> FlagStyle {
        if contains(.digits) { return .digits }
        if contains(.words) { return .words }
        return method.flags ?? api.flags
    }
}

extension Method {
    /// Where the method's parameters travel, and the API's own with them: version and token.
    func place(verb: Verb, of api: APIDescription) -> ParameterPlace {
        parameters ?? (verb.allowsBody ? api.parameters : .query)
    }
}
