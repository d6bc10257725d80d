import APIImport
import Foundation
import Testing

/// Documents in which one value has been replaced by another. Whatever it is, the import ends, and the generator
/// accepts the files.
@Suite struct WrongKindTests {
    static let cases = (ImportCase.all(in: "Imports") + ImportCase.all(in: "Reports")).filter {
        $0.name.hasPrefix("discovery-") || $0.name.hasPrefix("telegram-")
    }

    @Test(
        "A document of Google or Telegram with any value replaced becomes files that the generator accepts",
        arguments: cases)
    func eachValue(_ golden: ImportCase) throws {
        let refused = try WrongKinds(golden.folder.appending(path: "source.json")).refused {
            // The format of the document can still be told.
            $0["discoveryVersion"] != nil || $0["methods"] is [String: Any] && $0["types"] is [String: Any]
        }
        #expect(refused.isEmpty, "\(refused.count) documents, such as \(refused.first ?? "")")
    }
}
