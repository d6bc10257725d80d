/// Names that already mean something else in Swift, its library or the generated code.
package enum Reserved {
    /// Returns the name in backticks if it is a keyword.
    package static func escaped(_ name: String) -> String {
        if keywords.contains(name) {
            return "`\(name)`"
        }
        return name
    }

    /// Returns the name without backticks.
    package static func bare(_ name: String) -> String {
        if name.hasPrefix("`") {
            return String(name.dropFirst().dropLast())
        }
        return name
    }

    /// Returns a property's name. If backticks would not make it valid, a word is appended.
    static func property(_ name: String) -> String {
        changed(name, ifIn: properties, suffix: "Value")
    }

    /// Returns a name that the schema asks for. Only such a name can begin with a capital letter and hide a type.
    static func asked(_ name: String) -> String {
        changed(name, ifIn: types, suffix: "Value")
    }

    /// Returns a member's name. `.none` and `.some` are changed because for an optional enumeration they would mean the
    /// optional's own cases.
    static func member(_ name: String) -> String {
        changed(name, ifIn: members, suffix: "Value")
    }

    /// Returns the name of a property for a header field, changed if a response has a property of this name.
    static func header(_ name: String) -> String {
        if responses.contains(name) {
            return name + "Header"
        }
        return property(name)
    }

    /// Returns a function's name, changed if it is reserved.
    static func function(_ name: String) -> String {
        changed(name, ifIn: functions, suffix: "Call")
    }

    /// Returns a type's name, changed if it is reserved.
    static func type(_ name: String) -> String {
        if name == "Type" {
            return "Kind"
        }
        return changed(name, ifIn: types, suffix: "Model")
    }

    /// Returns the name of a namespace's type, changed if it is reserved.
    package static func namespace(_ name: String) -> String {
        if name == "Type" || name == "ErrorCode" {
            return name + "Methods"
        }
        return changed(name, ifIn: types, suffix: "Methods")
    }

    /// Returns the name of the stored property that holds a computed property's value. Names of the runtime's
    /// protocols, which begin with an underscore too, are avoided.
    static func storage(_ name: String) -> String {
        "_" + changed(name, ifIn: storages, suffix: "_")
    }

    private static func changed(_ name: String, ifIn reserved: Set<String>, suffix: String) -> String {
        if reserved.contains(name) {
            return name + suffix
        }
        return name
    }

    private static let keywords = set(
        """
        Any Self as associatedtype await break case catch class continue default defer deinit do else enum extension \
        fallthrough false fileprivate for func guard if import in init inout internal is let nil operator \
        precedencegroup private protocol public repeat rethrows return self static struct subscript super switch throw \
        throws true try typealias var where while
        """)
    private static let properties = set(
        """
        init self Self Type Protocol hashValue _field _fields _items _total _more _next _identity _cursor customMirror \
        debugDescription
        """)
    private static let members = set("init self Self Type Protocol none some known allCases _known _names")
    private static let responses = set("value status headers body mismatches source age description header")
    private static let functions = set("init self Self Type Protocol client api hash callAsFunction")
    private static let storages = set(
        "field fields read write visit argument items total more next identity cursor")
    /// Words with a meaning of their own, the usual types of Swift, and the modules that qualify names in generated
    /// code. A type of the schema would hide them from extensions of the API.
    static let types = set(
        """
        Any Array Bool Codable Decodable Dictionary Double Encodable Foundation Hashable Int Methodical \
        MethodicalOperations MethodicalStreams MethodicalTransfers MethodicalWebhooks MethodicalXML Optional Protocol \
        Self Sendable Set String Swift Void _Fields _Item
        """)

    /// The runtime's types that apps use beside a client, so that no client has one of these names.
    private static let runtime = set(
        """
        APIClient APIError Account Call Client JSON NoContent Nullable Request Response Token Upload
        """)

    /// Indicates whether the type of a client can have the name.
    static func isClient(_ name: String) -> Bool {
        if name == "Type" || keywords.contains(name) {
            return false
        }
        return !types.contains(name) && !runtime.contains(name)
    }

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(separator: " ").map(String.init))
    }
}
