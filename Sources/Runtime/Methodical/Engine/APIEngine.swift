/// The types that only generated code uses: descriptions of methods, tables of keys, cursors, storage and the protocols
/// of values.
///
/// They are public because generated code is in other modules. You do not need them to call an API. Each generated file
/// names the ``Version`` that it needs.
public enum APIEngine {
    /// The version of the declarations that generated code uses.
    ///
    /// A generated file names its version, `APIEngine.Version.v2`, in its first declaration. A file for another version
    /// therefore has one clear error before all that follow from it. The plugin and the runtime are of one release, so
    /// only files in your sources can be of another version.
    @dynamicMemberLookup
    public struct Version: Sendable {
        /// The version that this runtime has.
        public static var v2: Version { Version() }

        /// The version before the present one.
        @available(
            *, unavailable,
            message: """
                An earlier version of Methodical generated this file. Generate it again: \
                swift package --allow-writing-to-package-directory methodical generate SCHEMA --output FOLDER
                """
        )
        public static var v1: Version { Version() }

        /// All later versions, which this runtime does not have.
        @available(
            *, unavailable,
            message: """
                A later version of Methodical generated this file. Update the package: \
                swift package update methodical. Or generate the file again with this version: \
                swift package --allow-writing-to-package-directory methodical generate SCHEMA --output FOLDER
                """
        )
        public static subscript(dynamicMember version: String) -> Version {
            Version()
        }
    }

    /// A marker for the initializers that create a value for the engine to fill.
    ///
    /// A blank model is incomplete, so only the engine creates `Blank`.
    public struct Blank: Sendable {
        package init() {}
    }
}

// Short names for declarations that are not public. Public declarations use the full names.
typealias ArgumentValue = APIEngine.ArgumentValue
typealias ArrayStyle = APIEngine.ArrayStyle
typealias Blank = APIEngine.Blank
typealias Envelope = APIEngine.Envelope
typealias ErrorMeaning = APIEngine.ErrorMeaning
typealias FieldCursor = APIEngine.FieldCursor
typealias FieldTable = APIEngine.FieldTable
typealias FlagStyle = APIEngine.FlagStyle
typealias JSONReader = APIEngine.JSONReader
typealias Method = APIEngine.Method
typealias Paging = APIEngine.Paging
typealias ParameterPlace = APIEngine.ParameterPlace
typealias ParameterStyle = APIEngine.ParameterStyle
typealias SchemeUse = APIEngine.SchemeUse
typealias UnionTable = APIEngine.UnionTable
typealias ValueTask = APIEngine.ValueTask
