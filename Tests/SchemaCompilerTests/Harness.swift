import Testing

@testable import MethodicalGenerator

/// Compiles files given as texts; `api.json` is there unless one is given.
func compiled(_ files: [String: String]) -> Compilation {
    var all = files
    if all["api.json"] == nil { all["api.json"] = #"{"name": "Test", "baseURL": "https://example.com/"}"# }
    return compile(all.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) })
}

/// The API of a schema that must be without a fault.
func api(_ files: [String: String], sourceLocation: SourceLocation = #_sourceLocation) throws -> API {
    let result = compiled(files)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)", sourceLocation: sourceLocation)
    return try #require(result.api, sourceLocation: sourceLocation)
}

/// The API of definitions alone.
func types(_ definitions: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> API {
    try api(["types.json": #"{"definitions": "# + definitions + "}"], sourceLocation: sourceLocation)
}

/// A method alone, with an API that reads `form` and whose definitions are few.
func method(_ method: String, definitions: String = "{}", sourceLocation: SourceLocation = #_sourceLocation) throws
    -> Method
{
    let api = try api(
        ["m.json": #"{"methods": ["# + method + #"], "definitions": "# + definitions + "}"],
        sourceLocation: sourceLocation)
    return try #require(api.methods.first, sourceLocation: sourceLocation)
}

/// The messages as `file:line:column: severity: text`.
func messages(_ files: [String: String]) -> [String] { compiled(files).diagnostics.map(\.description) }

/// The messages about definitions alone.
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

// The model's types are compared by these tests alone: synthesised equality would be compiled by every user of the
// plugin.
public protocol ComparedByText: Equatable {}

extension ComparedByText {
    public static func == (left: Self, right: Self) -> Bool { String(reflecting: left) == String(reflecting: right) }
}

extension API: ComparedByText {}
extension AnswerPolicy: ComparedByText {}
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
