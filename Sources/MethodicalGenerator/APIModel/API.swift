/// An API as plain values: what it is called, how it is reached, what it answers.
///
/// Nothing here knows JSON Schema or Swift's spelling: `SchemaCompiler` makes an `API`, `SwiftEmitter` names and prints it.
package struct API: Sendable {
    /// The name of the API and, unless renamed, of its client type.
    package var name: String
    package var documentation: String?
    package var wire: WireDefaults
    package var answers: AnswerPolicy
    package var access: Access
    package var initializers: Initializers
    /// Words that are written in capitals inside Swift names, `ID` and `URL` among them.
    package var acronyms: [String]
    /// Sorted by `id`.
    package var types: [TypeDeclaration]
    /// In the order of the schema's files and of the methods in each.
    package var methods: [Method]
    /// In the order of their codes.
    package var errors: [ErrorCode]

    package init(
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

package enum Access: String, Sendable, CaseIterable { case `internal`, package, `public` }

/// Which records get a memberwise initializer: all, those that parameters can hold, or none. Each costs compile time.
package enum Initializers: String, Sendable, CaseIterable { case all, inputs, none }

/// How far an answer must keep to its schema.
package struct AnswerPolicy: Sendable {
    package enum Reading: String, Sendable, CaseIterable { case strict, tolerant, salvage }
    package var reading: Reading
    /// Whether a required property of an answer is believed to be there. Where it is not, every property of an answer is optional.
    package var trustsRequired: Bool

    package init(reading: Reading = .tolerant, trustsRequired: Bool = true) {
        self.reading = reading
        self.trustsRequired = trustsRequired
    }
}

/// A number by which the server names a failure.
package struct ErrorCode: Sendable {
    /// As the schema writes it: `api_error_access_video`.
    package var name: String
    package var code: Int
    package var documentation: String?

    package init(name: String, code: Int, documentation: String? = nil) {
        self.name = name
        self.code = code
        self.documentation = documentation
    }
}

package struct Deprecation: Sendable {
    package var message: String?
    package init(message: String? = nil) { self.message = message }
}
