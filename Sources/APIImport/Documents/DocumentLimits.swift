/// The greatest sizes of documents that are read.
package struct DocumentLimits: Sendable {
    /// The number of bytes of a JSON document.
    package var json = 200_000_000
    /// The number of bytes of a YAML document, which takes more time and memory than JSON.
    package var yaml = 50_000_000
    /// The depth of nested objects and arrays.
    package var depth = 512
    /// The number of values that aliases may repeat in a YAML document.
    package var repeated = 1_000_000
    /// The number of documents that references may lead to.
    package var documents = 1000

    package init() {}
}
