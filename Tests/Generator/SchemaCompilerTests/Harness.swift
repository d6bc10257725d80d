import Testing

@testable import MethodicalGenerator

/// Compiles files given as texts, with a default `api.json` if none is given.
func compiled(_ files: [String: String]) -> Compilation {
    var all = files
    if all["api.json"] == nil { all["api.json"] = #"{"name": "Test", "baseURL": "https://example.com/"}"# }
    return compile(all.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) })
}

/// Returns the API of a schema, which must compile without diagnostics.
func api(_ files: [String: String], sourceLocation: SourceLocation = #_sourceLocation) throws -> API {
    let result = compiled(files)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)", sourceLocation: sourceLocation)
    return try #require(result.api, sourceLocation: sourceLocation)
}

/// Returns the API of the given definitions.
func types(_ definitions: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> API {
    try api(["types.json": #"{"definitions": "# + definitions + "}"], sourceLocation: sourceLocation)
}

/// Returns the first method of a schema with the given method and definitions.
func method(_ method: String, definitions: String = "{}", sourceLocation: SourceLocation = #_sourceLocation) throws
    -> Method
{
    let api = try api(
        ["m.json": #"{"methods": ["# + method + #"], "definitions": "# + definitions + "}"],
        sourceLocation: sourceLocation)
    return try #require(api.methods.first, sourceLocation: sourceLocation)
}

/// Returns the messages in the form `file:line:column: severity: text`.
func messages(_ files: [String: String]) -> [String] { compiled(files).diagnostics.map(\.description) }

/// Returns the messages about the given definitions.
func messages(definitions: String) -> [String] { messages(["types.json": #"{"definitions": "# + definitions + "}"]) }

extension API {
    func shape(_ id: TypeID) -> TypeDeclaration.Shape? { types.first { $0.id == id }?.shape }

    func record(_ id: TypeID) -> Record? {
        if case .record(let record)? = shape(id) { return record }
        return nil
    }

    func enumeration(_ id: TypeID) -> Enumeration? {
        if case .enumeration(let enumeration)? = shape(id) { return enumeration }
        return nil
    }

    func union(_ id: TypeID) -> Union? {
        if case .union(let union)? = shape(id) { return union }
        return nil
    }

    func property(_ name: String, of id: TypeID) -> Property? { record(id)?.properties.first { $0.path.last == name } }
}

// Only these tests compare the model's types. Every user of the plugin would have to compile synthesised equality.
public protocol ComparedByText: Equatable {}

extension ComparedByText {
    public static func == (left: Self, right: Self) -> Bool { String(reflecting: left) == String(reflecting: right) }
}

extension API: ComparedByText {}
extension DecodingRules: ComparedByText {}
extension CallStyle: ComparedByText {}
extension Deprecation: ComparedByText {}
extension Enumeration.Member: ComparedByText {}
extension ErrorCode: ComparedByText {}
extension Pages: ComparedByText {}
extension Pages.Kind: ComparedByText {}
extension Parameter: ComparedByText {}
extension Property: ComparedByText {}
extension TypeDeclaration.Owner: ComparedByText {}
extension TypeDeclaration.Shape: ComparedByText {}
extension Union: ComparedByText {}
extension Variant: ComparedByText {}
extension Variant.Constant: ComparedByText {}
extension WireDefaults.Authorization: ComparedByText {}
extension WireDefaults.Envelope: ComparedByText {}
extension WireDefaults.SignIn: ComparedByText {}
extension WireDefaults.Version: ComparedByText {}
