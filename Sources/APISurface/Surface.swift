import MethodicalGenerator

/// What callers see of an API: its Swift declarations and what they do on the wire, as plain values that can be compared and written down.
///
/// Types stand in it by their ids (`[<users_user>]?`), so that a type that is renamed is one change and not one at each place that mentions it.
package struct Surface: Equatable, Sendable {
    /// The client's type in Swift.
    package var name: String
    /// What all calls have in common: `baseURL`, `version`, by name.
    package var settings: [String: String] = [:]
    /// In the order of their ids; so are all lists below, but for parameters.
    package var functions: [Function] = []
    package var types: [TypeSurface] = []
    package var errors: [Member] = []

    /// One variant of a method.
    package struct Function: Equatable, Sendable {
        /// `users.get`; `users.get:extendedResponse` of a variant.
        package var id: String
        /// `users.get`, as it is called.
        package var swift: String
        package var parameters: [Member]
        package var result: String
        /// How the call travels, what it needs and how long its answer is kept, by name; only what departs from the usual.
        package var facts: [String: String] = [:]
        package var deprecated: String?
    }

    /// A parameter, a property, a value, a case, an error code.
    package struct Member: Equatable, Sendable {
        /// What the wire calls it.
        package var id: String
        package var swift: String
        /// The type of a parameter, a property or a case; the number of an error code.
        package var type: String
        package var isOptional = false
        /// Where a parameter travels, if it is not where the method's others do.
        package var facts: [String: String] = [:]
        package var deprecated: String?
    }

    package struct TypeSurface: Equatable, Sendable {
        package enum Kind: String, Sendable, CaseIterable { case record, enumeration, union, alias }

        package var id: String
        /// `VK.Users.User`.
        package var swift: String
        package var kind: Kind
        /// What it holds on the wire: the values' type of an enumeration, the key that tells a union's cases apart, what an alias stands for.
        package var detail = ""
        package var members: [Member]
        /// Whether callers make values of it, with an initializer of all its properties.
        package var hasInitializer = false
    }
}

extension Surface {
    /// A type as Swift spells it: every `<id>` replaced by the name of that type.
    package func spelled(_ type: String) -> String {
        Lock.spelled(type) { id in types.first { $0.id == id }?.swift ?? id } ?? type
    }
}
