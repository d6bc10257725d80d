import Foundation
import MethodicalGenerator
import TestFiles

/// The facts about the API that lie beside the checkout. They name endpoints, types and values, and have no
/// descriptions.
enum Facts {
    static let folder = Checkout.root.deletingLastPathComponent().appending(path: "shared/facts")
    static let isThere = ["metrika.json", "metrika-reports.json"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
    static let schema = Checkout.root.appending(path: "Schema/Metrika")

    struct Endpoints: Decodable {
        var endpoints: [Endpoint]
    }

    struct Endpoint: Decodable {
        var verb: String
        var url: String
        var path: [Field]?
        var query: [Field]?
        var types: [String: [Field]]?

        /// The path relative to the base URL.
        var route: String { url.replacing("https://api-metrika.yandex.net/", with: "") }
    }

    struct Field: Decodable {
        var name: String
        var type: String
        var `default`: String?

        /// The documented default value. The facts append the least value in some places.
        var defaultValue: String? { `default`.map { String($0.prefix { $0 != "`" }) } }
    }

    struct Reports: Decodable {
        struct Metric: Decodable {
            var name: String
            var kind: String?
        }
        var metrics: [Metric]
        var dimensions: [String]
        var quotas: [String: Int]
        var values: [String: [String: [String]]]
    }

    static func endpoints() throws -> [Endpoint] { try load(Endpoints.self, "metrika.json").endpoints }
    static func reports() throws -> Reports { try load(Reports.self, "metrika-reports.json") }

    private static func load<T: Decodable>(_: T.Type, _ name: String) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(contentsOf: folder.appending(path: name)))
    }

    /// Returns the model of the bundled schema.
    static func api() throws -> API? {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: schema.path).filter { $0.hasSuffix(".json") }
        let files = try paths.sorted().map {
            SourceFile(path: $0, bytes: [UInt8](try Data(contentsOf: schema.appending(path: $0))))
        }
        return compile(files).api
    }
}
