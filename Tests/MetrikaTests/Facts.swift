import Foundation
import MethodicalGenerator

/// The facts about the API that lie beside the checkout. They name endpoints, types and values, and have no
/// descriptions.
enum Facts {
    static let folder = root.appending(path: "../shared/facts").standardized
    static let isThere = ["metrika.json", "metrika-reports.json"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let schema = root.appending(path: "Schema/Metrika")

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

/// The properties that a method's arguments and results have, directly or inside of other types.
struct Reach {
    private(set) var properties: [String: [TypeUse]] = [:]
    private let types: [TypeID: TypeDeclaration]
    private var seen: Set<TypeID> = []

    init(_ method: MethodicalGenerator.Method, in api: API) {
        types = Dictionary(api.types.map { ($0.id, $0) }) { first, _ in first }
        for parameter in method.parameters {
            properties[parameter.name, default: []].append(parameter.type)
            add(parameter.type)
        }
        for variant in method.variants { add(variant.result) }
    }

    private mutating func add(_ use: TypeUse) {
        switch use {
        case .array(let inner), .dictionary(let inner), .optional(let inner): add(inner)
        case .named(let id) where seen.insert(id).inserted:
            switch types[id]?.shape {
            case .record(let record):
                for property in record.properties {
                    properties[property.path.joined(separator: "."), default: []].append(property.type)
                    add(property.type)
                }
            case .union(let union): union.cases.forEach { add($0.type) }
            case .alias(let use): add(use)
            case .enumeration, nil: break
            }
        default: break
        }
    }

    /// Returns the values of the enumeration that a type is, or that its elements are.
    func values(_ use: TypeUse) -> [String]? {
        switch use {
        case .array(let inner), .optional(let inner): return values(inner)
        case .boolean: return ["true", "false"]
        case .named(let id):
            guard case .enumeration(let enumeration)? = types[id]?.shape else { return nil }
            return enumeration.members.map(\.value)
        default: return nil
        }
    }

    /// Indicates whether a type of the schema has the values of a documented type.
    func fits(_ use: TypeUse, _ documented: String) -> Bool {
        // The facts cut off a list of several types: `(A or B)[]` is `(A` there.
        let documented = documented.hasPrefix("(") ? documented.dropFirst() + "[]" : documented
        if documented.hasSuffix("[]") {
            switch use {
            case .array(let inner): return fits(inner, String(documented.dropLast(2)))
            case .optional(let inner): return fits(inner, documented)
            default: return false
            }
        }
        // A list that the documentation describes as a text is joined by commas.
        if case .array(let inner) = use { return documented == "string" && fits(inner, documented) }
        let word = documented.split(separator: "<").first.map(String.init) ?? documented
        switch (word, use) {
        case (_, .optional(let inner)): return fits(inner, documented)
        case ("integer", .integer), ("number", .number), ("boolean", .boolean), ("string", .string), (_, .any):
            return true
        case ("integer", .formatted(_, as: .integer)), ("number", .formatted(_, as: .number)): return true
        case ("string", .formatted(_, as: .string)): return true
        case ("integer", .named), ("string", .named): return values(use) != nil || isUnion(use)
        case (_, .named): return !["integer", "number", "boolean", "string"].contains(word)
        default: return false
        }
    }

    private func isUnion(_ use: TypeUse) -> Bool {
        guard case .named(let id) = use, case .union? = types[id]?.shape else { return false }
        return true
    }
}
