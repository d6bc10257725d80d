/// The types that only generated code uses: tables of keys, cursors, storage and the protocols of values.
///
/// They are public because generated code is in other modules. You do not need them to call an API. They are stable
/// within a major version: each generated client names the ``Version`` that it needs.
public enum APIEngine {
    /// The version of the engine. Generated code names the version that it needs, so that code for a later version does
    /// not compile with this one.
    public enum Version: Sendable {
        /// The first version.
        case v1
    }

    /// An account, by a name that no generated type hides.
    public typealias Account = Methodical.Account
    /// A transport, by a name that no generated type hides.
    public typealias Transport = Methodical.Transport

    /// A marker for the initializers that create a value for the engine to fill.
    ///
    /// A blank model is incomplete, so only the engine creates `Blank`.
    public struct Blank: Sendable {
        package init() {}
    }
}

// Short names for declarations that are not public. Public declarations use the full names.
typealias Blank = APIEngine.Blank
typealias FieldCursor = APIEngine.FieldCursor
typealias FieldTable = APIEngine.FieldTable
typealias JSONReader = APIEngine.JSONReader
typealias UnionTable = APIEngine.UnionTable
typealias ValueTask = APIEngine.ValueTask
