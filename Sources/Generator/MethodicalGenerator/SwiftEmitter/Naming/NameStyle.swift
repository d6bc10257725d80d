/// The ways to write the name of a type that Swift, Foundation or the runtime declares.
package enum NameStyle: Sendable {
    /// Without the module, for people and lock files.
    case short
    /// With the module, for generated code. An app or a schema may have a type of the same name.
    case qualified

    /// Returns the name of a type of Swift's standard library.
    package func swift(_ name: String) -> String {
        prefix(for: "Swift.") + name
    }

    /// Returns the name of a type of Foundation.
    package func foundation(_ name: String) -> String {
        prefix(for: "Foundation.") + name
    }

    /// Returns the name of a type of the runtime.
    package func runtime(_ name: String) -> String {
        prefix(for: "Methodical.") + name
    }

    private func prefix(for module: String) -> String {
        switch self {
        case .short: ""
        case .qualified: module
        }
    }
}
