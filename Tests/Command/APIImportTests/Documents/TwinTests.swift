#if YAML
    @testable import APIImport
    import TestFiles
    import Foundation
    import MethodicalGenerator
    import Testing

    /// Documents that exist in JSON and in YAML, from beside the checkout.
    @Suite struct TwinTests {
        static let folder = Corpus.folder("openapi/examples")

        /// The twins whose texts really differ, as other parsers of YAML confirm.
        static let different: Set<String> = ["3.0/petstore-expanded", "3.1/parameters-style", "3.1/train-travel"]

        @Test(
            "Twins in JSON and YAML are equal, except for those whose texts differ",
            .enabled(if: folder != nil, "the corpus is not beside the checkout"))
        func areEqual() throws {
            let folder = try #require(Self.folder)
            var count = 0
            for version in ["3.0", "3.1"] {
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/\(version)/yaml")
                for name in names.map({ String($0.dropLast(5)) }).sorted() {
                    let yaml = try Data(contentsOf: folder.appendingPathComponent("\(version)/yaml/\(name).yaml"))
                    let json = try Data(contentsOf: folder.appendingPathComponent("\(version)/json/\(name).json"))
                    let twins = (document(Array(yaml)), document(Array(json)))
                    let first = try #require(twins.0.root, "\(twins.0.problems)")
                    let second = try #require(twins.1.root)
                    #expect(
                        first.isEqual(to: second) != Self.different.contains("\(version)/\(name)"), "\(version)/\(name)"
                    )
                    count += 1
                }
            }
            #expect(count >= 19)
        }
    }
#endif
