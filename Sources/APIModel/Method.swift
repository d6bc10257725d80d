public struct Method: Sendable {
    /// Dotted, as it goes over the wire: `users.get`, `pins.comments.create`; the last part is the function, the others its namespace.
    public var name: String
    public var swift: String?
    public var unit: String
    public var documentation: String?
    public var deprecation: Deprecation?
    public var style: CallStyle
    public var parameters: [Parameter]
    /// One at least. The first is the plain one: its name is empty, it asks for nothing.
    public var variants: [Variant]
    /// The key inside the API's envelope under which the result lies.
    public var resultKey: String?
    /// Names of the errors (`ErrorCode.name`) that the schema lists for it.
    public var errors: [String]
    /// Which tokens the server takes. Empty: any, or none.
    public var tokens: [TokenKind]
    /// Whether a call without a token can only fail.
    public var needsToken: Bool
    public var isRead: Bool
    /// Seconds that an answer may be kept; 0 is never, nil the runtime's default.
    public var cacheSeconds: Int?
    public var timeoutSeconds: Int?
    public var pages: Pages?

    public init(
        name: String, swift: String? = nil, unit: String = "", documentation: String? = nil, deprecation: Deprecation? = nil,
        style: CallStyle = CallStyle(), parameters: [Parameter] = [], variants: [Variant], resultKey: String? = nil,
        errors: [String] = [], tokens: [TokenKind] = [], needsToken: Bool = false, isRead: Bool = false,
        cacheSeconds: Int? = nil, timeoutSeconds: Int? = nil, pages: Pages? = nil
    ) {
        self.name = name
        self.swift = swift
        self.unit = unit
        self.documentation = documentation
        self.deprecation = deprecation
        self.style = style
        self.parameters = parameters
        self.variants = variants
        self.resultKey = resultKey
        self.errors = errors
        self.tokens = tokens
        self.needsToken = needsToken
        self.isRead = isRead
        self.cacheSeconds = cacheSeconds
        self.timeoutSeconds = timeoutSeconds
        self.pages = pages
    }

    public enum TokenKind: String, Sendable, CaseIterable { case open, user, group, service }
}

public struct Parameter: Sendable {
    public var name: String
    public var swift: String?
    public var type: TypeUse
    public var isRequired: Bool
    /// Resolved: the parameter's own word, the path's, or the method's.
    public var place: CallStyle.Place
    /// Nil: as the method has it.
    public var arrays: CallStyle.ArrayStyle?
    public var flags: CallStyle.FlagStyle?
    /// Whether its value must never be shown.
    public var isSecret: Bool
    /// Whether the value goes as JSON text even where it is a string or a list (`format: json`).
    public var isJSON: Bool
    public var documentation: String?
    /// The one value it can have: sent with every call, and no argument of the function.
    public var constant: Variant.Constant.Value?
    /// The default that the schema states, for the documentation.
    public var defaultText: String?
    public var deprecation: Deprecation?

    public init(
        name: String, swift: String? = nil, type: TypeUse, isRequired: Bool = false, place: CallStyle.Place = .form,
        arrays: CallStyle.ArrayStyle? = nil, flags: CallStyle.FlagStyle? = nil, isSecret: Bool = false, isJSON: Bool = false,
        constant: Variant.Constant.Value? = nil, documentation: String? = nil, defaultText: String? = nil, deprecation: Deprecation? = nil
    ) {
        self.name = name
        self.swift = swift
        self.type = type
        self.isRequired = isRequired
        self.place = place
        self.arrays = arrays
        self.flags = flags
        self.isSecret = isSecret
        self.isJSON = isJSON
        self.constant = constant
        self.documentation = documentation
        self.defaultText = defaultText
        self.deprecation = deprecation
    }
}

/// One answer of a method and what a caller does to get it.
public struct Variant: Sendable {
    /// As the schema names the response: `response`, `extendedResponse`.
    public var wire: String
    /// Words to add to the function's name (`["extended"]`); empty where the arguments alone tell.
    public var suffix: [String]
    public var swift: String?
    /// Parameters that this variant requires (`fields`).
    public var requires: [String]
    /// Parameters that it has no place for, since they choose another variant.
    public var omits: [String]
    /// Arguments that it always sends, `extended` as 1: name and value on the wire.
    public var constants: [Constant]
    public var result: TypeUse
    public var deprecation: Deprecation?

    public init(
        wire: String = "response", suffix: [String] = [], swift: String? = nil, requires: [String] = [], omits: [String] = [],
        constants: [Constant] = [], result: TypeUse, deprecation: Deprecation? = nil
    ) {
        self.wire = wire
        self.suffix = suffix
        self.swift = swift
        self.requires = requires
        self.omits = omits
        self.constants = constants
        self.result = result
        self.deprecation = deprecation
    }

    public struct Constant: Sendable {
        public enum Value: Sendable { case flag(Bool), text(String), integer(Int) }
        public var name: String
        public var value: Value
        public var place: CallStyle.Place
        public init(name: String, value: Value, place: CallStyle.Place = .form) {
            self.name = name
            self.value = value
            self.place = place
        }
    }
}

/// How a method goes on from one answer to the next: by wire names of its parameters and of the result's keys.
public struct Pages: Sendable {
    public enum Kind: Sendable {
        case offset(parameter: String, first: Int)
        case number(parameter: String, first: Int)
        case cursor(parameter: String, next: String)
        case link
    }
    public var kind: Kind
    public var size: String?
    public var total: String?
    public var items: String?

    public init(kind: Kind, size: String? = nil, total: String? = nil, items: String? = nil) {
        self.kind = kind
        self.size = size
        self.total = total
        self.items = items
    }
}
