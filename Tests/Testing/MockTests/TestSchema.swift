import Foundation
import Methodical

/// A small API with features that the bundled ones do not have.
enum TestSchema {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schema")
    static let description = APIDescription(
        name: "Small", baseURL: "https://small.example/v1/", verb: .get, parameters: .query)
}
