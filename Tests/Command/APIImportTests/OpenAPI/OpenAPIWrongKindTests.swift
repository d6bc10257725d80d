import Foundation
import Testing

/// OpenAPI documents that use every feature, in which one value has been replaced by another. Whatever it is, the
/// import ends, and the generator accepts the files.
@Suite struct OpenAPIWrongKindTests {
    @Test(
        "An OpenAPI document with any value replaced becomes files that the generator accepts",
        arguments: ["openapi-2-0", "openapi-3-0", "openapi-3-1"])
    func eachValue(_ name: String) throws {
        let file = ImportCase.root.appending(path: "WrongKinds/\(name).json")
        let refused = try WrongKinds(file).refused { root in
            let version = (root["openapi"] ?? root["swagger"]) as? String
            return version == "2.0" || version?.hasPrefix("3.") == true
        }
        #expect(refused.isEmpty, "\(refused.count) documents, such as \(refused.first ?? "")")
    }
}
