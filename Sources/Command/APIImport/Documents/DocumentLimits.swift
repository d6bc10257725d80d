/// The limits of the documents that are read.
package struct DocumentLimits: Sendable {
    // In an optimized build, 128 MB of JSON take 5 s and 1.3 GB, and 64 MB of YAML take 10 s and 0.9 GB. A document
    // that consists of short values needs up to 0.75 KB for each of them in YAML, and 0.15 KB in JSON, so their number
    // has a limit too. It is estimated before parsing, by the characters that separate values.

    /// The most bytes of a JSON document.
    package var jsonSize = 128_000_000
    /// The most commas in a JSON document.
    package var jsonValues = 10_000_000
    /// The most bytes of a YAML document.
    package var yamlSize = 64_000_000
    /// The most commas and lines of a YAML document.
    package var yamlValues = 2_500_000
    /// The greatest depth of nested objects and arrays in a YAML document. The parser of JSON has the same limit.
    package var depth = 512
    /// The most values that aliases may repeat in a YAML document.
    package var repeated = 1_000_000
    /// The most documents that references may lead to.
    package var documents = 20_000

    package init() {}
}
