/// A file of generated code.
package struct GeneratedFile: Equatable, Sendable {
    /// The top-level folder of the schema whose declarations the file holds, or an empty string for the common file.
    package var unit: String
    /// The Swift source code.
    package var text: String
}
