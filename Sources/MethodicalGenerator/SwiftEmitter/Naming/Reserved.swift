/// Names that Swift, its library or the generated code itself already gave to something else.
enum Reserved {
    /// In backticks wherever it stands for a declaration or its use.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`" + name + "`" : name }

    static func bare(_ name: String) -> String { name.utf8.first == 0x60 ? String(name.dropFirst().dropLast()) : name }

    /// What backticks do not help gets a word appended.
    static func property(_ name: String) -> String { properties.contains(name) ? name + "Value" : name }

    /// A name that the schema asks for may be a type's, where no other is.
    static func asked(_ name: String) -> String { types.contains(name) ? name + "Value" : name }

    /// `.none` and `.some` of an optional enumeration would silently mean the optional's own.
    static func member(_ name: String) -> String { members.contains(name) ? name + "Value" : name }

    static func function(_ name: String) -> String { functions.contains(name) ? name + "Call" : name }

    static func type(_ name: String) -> String {
        if name == "Type" { return "Kind" }
        var name = name
        while types.contains(name) { name += "Model" }
        return name
    }

    static func namespace(_ name: String) -> String { types.contains(name) || name == "Type" || name == "ErrorCode" ? name + "Methods" : name }

    /// Where the value of a computed property lies; the runtime's protocols have members that begin with an underscore too.
    static func storage(_ name: String) -> String { storages.contains(name) ? "_" + name + "_" : "_" + name }

    static func isType(_ name: String) -> Bool { types.contains(name) }

    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
        "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
    private static let properties: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "hashValue", "_field", "_fields", "_items", "customMirror",
    ]
    private static let members: Set<String> = ["init", "self", "Self", "Type", "Protocol", "none", "some", "known", "allCases", "_known", "_names"]
    private static let functions: Set<String> = ["init", "self", "Self", "Type", "Protocol", "client", "api", "hash", "callAsFunction"]
    private static let storages: Set<String> = ["field", "fields", "read", "write", "visit", "argument"]
    /// Used without a qualifier in generated code, or with a meaning of their own after a dot.
    private static let types: Set<String> = [
        "_Fields", "_Item", "_Storage", "SharedModel",
        "APIClient", "APIDescription", "APIErrorCode", "APIModel", "APIPage", "APIUnion", "APIValue", "Any", "Array", "Base64String", "Blank", "Bool",
        "Boxed",
        "Call", "CalendarDay",
        "Client", "Codable", "Date", "DateTime", "Decodable", "Dictionary", "Double",
        "DurationMilliseconds", "DurationSeconds", "DurationString", "Encodable", "Envelope", "FieldCursor", "FieldTable", "Hashable",
        "Int", "IntegerOrBoolean", "IntegerOrString", "JSON", "JSONReader", "Method", "NumberOrString", "OAuthServer", "OpenEnum", "Optional",
        "Percent", "Protocol", "Quoted", "Request",
        "RuntimeVersion", "Self", "Sendable", "Set", "Share", "String", "StringOrBoolean", "UnionTable", "UnixMilliseconds", "UnixSeconds",
        "URLString", "Upload", "UploadRequest",
        "Void",
    ]
}
