/// An API as plain values: what it is called, how it is reached, what it answers.
///
/// Nothing here knows JSON Schema or Swift's spelling: `SchemaCompiler` makes an `API`, `SwiftEmitter` names and prints it.
public struct API: Sendable {
    /// The name of the API and, unless renamed, of its client type.
    public var name: String
    public var documentation: String?
    public var wire: WireDefaults
    public var answers: AnswerPolicy
    public var access: Access
    public var initializers: Initializers
    /// Words that are written in capitals inside Swift names, `ID` and `URL` among them.
    public var acronyms: [String]
    /// Sorted by `id`.
    public var types: [TypeDeclaration]
    /// In the order of the schema's files and of the methods in each.
    public var methods: [Method]
    /// In the order of their codes.
    public var errors: [ErrorCode]

    public init(
        name: String, documentation: String? = nil, wire: WireDefaults, answers: AnswerPolicy = AnswerPolicy(),
        access: Access = .internal, initializers: Initializers = .inputs, acronyms: [String] = [], types: [TypeDeclaration] = [],
        methods: [Method] = [],
        errors: [ErrorCode] = []
    ) {
        self.name = name
        self.documentation = documentation
        self.wire = wire
        self.answers = answers
        self.access = access
        self.initializers = initializers
        self.acronyms = acronyms
        self.types = types
        self.methods = methods
        self.errors = errors
    }
}

public enum Access: String, Sendable, CaseIterable { case `internal`, package, `public` }

/// Which records get a memberwise initializer: all, those that parameters can hold, or none. Each costs compile time.
public enum Initializers: String, Sendable, CaseIterable { case all, inputs, none }

/// How far an answer must keep to its schema.
public struct AnswerPolicy: Sendable {
    public enum Reading: String, Sendable, CaseIterable { case strict, tolerant, salvage }
    public var reading: Reading
    /// Whether a required property of an answer is believed to be there. Where it is not, every property of an answer is optional.
    public var trustsRequired: Bool

    public init(reading: Reading = .tolerant, trustsRequired: Bool = true) {
        self.reading = reading
        self.trustsRequired = trustsRequired
    }
}

/// A number by which the server names a failure.
public struct ErrorCode: Sendable {
    /// As the schema writes it: `api_error_access_video`.
    public var name: String
    public var code: Int
    public var documentation: String?

    public init(name: String, code: Int, documentation: String? = nil) {
        self.name = name
        self.code = code
        self.documentation = documentation
    }
}

public struct Deprecation: Sendable {
    public var message: String?
    public init(message: String? = nil) { self.message = message }
}
