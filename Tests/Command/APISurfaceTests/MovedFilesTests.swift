import Foundation
import MethodicalGenerator
import Testing

@testable import APISurface

/// Tests of moved, split and merged schema files. Callers notice no difference.
@Suite struct MovedFilesTests {
    /// The definitions by file. `@NAME` stands for a reference to a definition, wherever it is.
    private typealias Layout = @Sendable (_ name: String) -> String

    private static let definitions = [
        "base_city": #"{"properties": {"id": {"type": "integer"}, "area": {"$ref": "@base_area"}}}"#,
        "base_area": #"{"properties": {"name": {"type": "string"}, "sort": {"enum": ["x", "y"]}}}"#,
        "users_user":
            #"{"properties": {"city": {"$ref": "@base_city"}, "sort": {"enum": ["x", "y"]}, "home": {"properties": {"x": {}}}}}"#,
        "client_Info": #"{"allOf": [{"$ref": "@users_user"}, {"properties": {"home": {"properties": {"y": {}}}}}]}"#,
        "plain": #"{"oneOf": [{"$ref": "@users_user"}, {"type": "string"}]}"#,
        "Base_Area": #"{"type": "array", "items": {"$ref": "@plain"}}"#,
    ]
    private static let methods = [
        "users.get": #"{"response": {"$ref": "@users_user"}, "parameters": [{"name": "order", "enum": ["a", "b"]}]}"#,
        "users.getAll": #"{"response": {"$ref": "@plain"}, "parameters": [{"name": "order", "enum": ["a", "b"]}]}"#,
        "users.get_all": #"{"response": {"$ref": "@base_city"}}"#,
        "Users.find": #"{"response": {"$ref": "@client_Info"}}"#,
    ]
    private static let layouts: [(name: String, layout: Layout)] = [
        ("together", { _ in "all.json" }), ("elsewhere", { _ in "old/deep/all.json" }),
        ("by kind", { $0.contains(".") ? "methods.json" : "objects.json" }),
        ("by namespace", { "\($0.prefix { $0.isLetter })/\($0.contains(".") ? "methods" : "objects").json" }),
        ("in other folders", { "\($0.count % 3)/\($0.hashed).json" }), ("each alone", { "\($0).json" }),
        ("each alone, the other way round", { "\(String($0.reversed())).json" }),
    ]

    private static func surface(_ layout: Layout, _ settings: String) throws -> Surface {
        var members: [String: (definitions: [String], methods: [String])] = [:]
        for (name, text) in definitions {
            let file = layout(name)
            members[file, default: ([], [])].definitions.append("\"\(name)\": \(linked(text, from: file, layout))")
        }
        for (name, text) in methods {
            let file = layout(name)
            members[file, default: ([], [])].methods.append(
                "{\"name\": \"\(name)\", \(linked(text, from: file, layout).dropFirst())")
        }
        var files = members.map { path, content in
            let text = """
                {"methods": [\(content.methods.sorted().joined(separator: ", "))],
                 "definitions": {\(content.definitions.sorted().joined(separator: ", "))}}
                """
            return SourceFile(path: path, bytes: Array(text.utf8))
        }
        files.append(
            SourceFile(
                path: "api.json", bytes: Array(#"{"name": "Test", "baseURL": "https://e.com/"\#(settings)}"#.utf8)))
        let result = compile(files)
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
        return Surface(try #require(result.api))
    }

    private static func linked(_ text: String, from file: String, _ layout: Layout) -> String {
        let up = String(repeating: "../", count: file.count { $0 == "/" })
        return definitions.keys.reduce(text) {
            $0.replacing("\"@\($1)\"", with: "\"\(up)\(layout($1))#/definitions/\($1)\"")
        }
    }

    @Test("Names stay when definitions and methods move to other files", arguments: ["", #", "namespaces": ["base"]"#])
    func namesStay(_ settings: String) throws {
        let first = try Self.surface(Self.layouts[0].layout, settings)
        #expect(first.types.contains { $0.swift == (settings.isEmpty ? "Test.BaseCity" : "Test.Base.City") })
        #expect(first.types.contains { $0.swift == "Test.Users.User" })
        for (name, layout) in Self.layouts.dropFirst() {
            let other = try Self.surface(layout, settings)
            let comparison = Comparison(from: first, to: other)
            #expect(comparison.changes.isEmpty && first == other, "\(name): \(comparison.changes)")
        }
    }

    /// If one of two types with equal keys has a name of its own, the name distinguishes them, and not their files.
    @Test func equalKeysAreToldApartByTheirNames() throws {
        func surface(_ first: String, _ second: String) throws -> Surface {
            let texts = [
                first: #"{"definitions": {"item": {"properties": {"a": {}}}}}"#,
                second: #"{"definitions": {"item": {"swift": "Good", "enum": ["x"]}}}"#,
                "api.json": #"{"name": "Test", "baseURL": "https://e.com/"}"#,
            ]
            return Surface(try #require(compile(texts.map { SourceFile(path: $0, bytes: Array($1.utf8)) }).api))
        }
        let one = try surface("a.json", "b/c.json")
        #expect(one.types.map(\.swift) == ["Test.Item", "Test.Good"])
        #expect(try surface("z/y.json", "b.json") == one)
    }

    /// A definition of VK keeps its name in another folder, because the first word of its key is its namespace. VK
    /// moved its files from the root into folders.
    @Test func filesOfVK() throws {
        func surface(_ folder: String) throws -> Surface {
            let texts = [
                folder + "objects.json":
                    #"{"definitions": {"base_city": {"properties": {"id": {"type": "integer"}}}}}"#,
                "methods.json": ##"""
                {"methods": [{"name": "users.get", "responses": {"response": {"$ref": "#/definitions/users_get_response"}}}],
                 "definitions": {"users_get_response": {"properties": {"response": {"$ref": "\##(folder)objects.json#/definitions/base_city"}}}}}
                """##, "api.json": #"{"name": "VK", "baseURL": "https://e.com/"}"#,
            ]
            return Surface(try #require(compile(texts.map { SourceFile(path: $0, bytes: Array($1.utf8)) }).api))
        }
        let one = try surface("")
        #expect(one.types.contains { $0.swift == "VK.Base.City" })
        #expect(try surface("base/") == one)
    }
}

extension String {
    /// A hash that is the same in every process.
    fileprivate var hashed: Int { utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } }
}
