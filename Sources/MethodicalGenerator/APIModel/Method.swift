package struct Method: Sendable {
    /// Dotted, as it goes over the wire: `users.get`, `pins.comments.create`; the last part is the function, the others its namespace.
    package var name: String
    package var swift: String?
    package var unit: String
    package var documentation: String?
    package var deprecation: Deprecation?
    package var style: CallStyle
    package var parameters: [Parameter]
    /// One at least. The first is the plain one: its name is empty, it asks for nothing.
    package var variants: [Variant]
    /// The key inside the API's envelope under which the result lies.
    package var resultKey: String?
    /// Names of the errors (`ErrorCode.name`) that the schema lists for it.
    package var errors: [String]
    /// Which tokens the server takes. Empty: any, or none.
    package var tokens: [TokenKind]
    /// Whether a call without a token can only fail.
    package var needsToken: Bool
    package var isRead: Bool
    /// Seconds that an answer may be kept; 0 is never, nil the runtime's default.
    package var cacheSeconds: Int?
    package var timeoutSeconds: Int?
    package var pages: Pages?

    package init(
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

    package enum TokenKind: String, Sendable, CaseIterable { case open, user, group, service }
}

package struct Parameter: Sendable {
    package var name: String
    package var swift: String?
    package var type: TypeUse
    package var isRequired: Bool
    /// Resolved: the parameter's own word, the path's, or the method's.
    package var place: CallStyle.Place
    /// Nil: as the method has it.
    package var arrays: CallStyle.ArrayStyle?
    package var flags: CallStyle.FlagStyle?
    /// Whether its value must never be shown.
    package var isSecret: Bool
    /// Whether the value goes as JSON text even where it is a string or a list (`format: json`).
    package var isJSON: Bool
    package var documentation: String?
    /// The one value it can have: sent with every call, and no argument of the function.
    package var constant: Variant.Constant.Value?
    /// The default that the schema states, for the documentation.
    package var defaultText: String?
    package var deprecation: Deprecation?

    package init(
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
package struct Variant: Sendable {
    /// As the schema names the response: `response`, `extendedResponse`.
    package var wire: String
    /// Words to add to the function's name (`["extended"]`); empty where the arguments alone tell.
    package var suffix: [String]
    package var swift: String?
    /// Parameters that this variant requires (`fields`).
    package var requires: [String]
    /// Parameters that it has no place for, since they choose another variant.
    package var omits: [String]
    /// Arguments that it always sends, `extended` as 1: name and value on the wire.
    package var constants: [Constant]
    package var result: TypeUse
    package var deprecation: Deprecation?

    package init(
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

    package struct Constant: Sendable {
        package enum Value: Sendable { case flag(Bool), text(String), integer(Int) }
        package var name: String
        package var value: Value
        package var place: CallStyle.Place
        package init(name: String, value: Value, place: CallStyle.Place = .form) {
            self.name = name
            self.value = value
            self.place = place
        }
    }
}

/// How a method goes on from one answer to the next: by wire names of its parameters and of the result's keys.
package struct Pages: Sendable {
    package enum Kind: Sendable {
        case offset(parameter: String, first: Int)
        case number(parameter: String, first: Int)
        case cursor(parameter: String, next: String)
        case link
    }
    package var kind: Kind
    package var size: String?
    package var total: String?
    package var items: String?

    package init(kind: Kind, size: String? = nil, total: String? = nil, items: String? = nil) {
        self.kind = kind
        self.size = size
        self.total = total
        self.items = items
    }
}
