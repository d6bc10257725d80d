import MethodicalGenerator

/// The interface of an API to its callers: its Swift declarations and their behavior on the wire, as plain
/// values that can be compared and written to a file.
///
/// The surface refers to types by their ids (`[<users_user>]?`). If a type is renamed, that is one change, and
/// not one at each use.
package struct Surface: Equatable, Sendable {
    /// The name of the client type in Swift.
    package var name: String
    /// The settings that all calls share, such as `baseURL` and `version`.
    package var settings: [String: String] = [:]
    /// The functions, sorted by id, as are the other lists. Only parameters keep their order.
    package var functions: [Function] = []
    package var types: [TypeSurface] = []
    package var errors: [Member] = []

    /// A variant of a method.
    package struct Function: Equatable, Sendable {
        /// The id: `users.get`, or `users.get:extendedResponse` for a variant.
        package var id: String
        /// The name in calls: `users.get`.
        package var swift: String
        package var parameters: [Member]
        package var result: String
        /// The verb and path, the required token, the time for which the response is cached and similar facts,
        /// by name. Default values are left out.
        package var facts: [String: String] = [:]
        /// The reason of the deprecation, or `nil` if the function is not deprecated.
        package var deprecated: String?

        /// The type of the request that the function returns, if it is not a `Request`.
        package var request: String? { Lock.request(for: facts) }
    }

    /// A parameter, a property, a value, a case or an error code.
    package struct Member: Equatable, Sendable {
        /// The name on the wire.
        package var id: String
        package var swift: String
        /// The type of a parameter, property or case, or the number of an error code.
        package var type: String
        package var isOptional = false
        /// The place and spelling of a parameter, if they differ from those of the method.
        package var facts: [String: String] = [:]
        package var deprecated: String?
    }

    /// A declared type.
    package struct TypeSurface: Equatable, Sendable {
        package enum Kind: String, Sendable, CaseIterable { case record, enumeration, union, alias }

        /// The kind of a type, with the other type or key on which the meaning of its members depends.
        package enum Shape: Equatable, Sendable {
            /// A record, with the type of its undeclared members, or `nil` if it does not store them.
            case record(undeclaredMembers: String?)
            case enumeration(values: String)
            /// A union, with its discriminator, or `nil` if the form of a value selects the case.
            case union(discriminator: String?)
            /// Another name for a type. The target is `nil` if the app declares the type.
            case alias(target: String?)
        }

        package var id: String
        /// The name in Swift: `VK.Users.User`.
        package var swift: String
        package var shape: Shape
        package var members: [Member]
        /// Indicates whether the type has a memberwise initializer.
        package var hasInitializer = false

        package var kind: Kind {
            switch shape {
            case .record: .record
            case .enumeration: .enumeration
            case .union: .union
            case .alias: .alias
            }
        }
    }
}

extension Surface {
    /// Returns a type in Swift, with each `<id>` replaced by the name of the type.
    package func spelled(_ type: String) -> String {
        // `send()` of a method without a result returns `Void`.
        if type == Emission.nothing {
            return "Void"
        }
        let text = Lock.spelled(type) { id in
            types.first { $0.id == id }?.swift ?? id
        }
        return text ?? type
    }

    /// Returns the type of a member in Swift, with a question mark if the member is optional.
    func spelledType(of member: Member) -> String {
        let type = spelled(member.type)
        if member.isOptional {
            return type + "?"
        }
        return type
    }
}
