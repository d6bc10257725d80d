import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

@Suite struct VKTests {
    private func files(_ name: String) throws -> [SourceFile] {
        let folder = try #require(Corpus.folder(name))
        let paths = try #require(FileManager.default.enumerator(atPath: folder.path))
        var files = [
            SourceFile(path: "api.json", bytes: Array(#"{"name": "VK", "baseURL": "https://api.vk.com/method/"}"#.utf8))
        ]
        for case let path as String in paths where path.hasSuffix(".json") {
            files.append(
                SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))))
        }
        return files
    }

    @Test(
        .enabled(if: Corpus.folder("vk-5.199") != nil, "VK's schemas are not beside this checkout"),
        arguments: [("vk-5.199", 566, 1067, 67), ("vk-5.131.148", 507, 946, 58)])
    func everythingIsInTheModel(name: String, methods: Int, definitions: Int, alternatives: Int) throws {
        let result = compile(try files(name))
        // The older version has two kinds of news that look alike, and a property that contradicts its base.
        let known = ["every value of this alternative also matches", "the later schema is used"]
        let others = result.diagnostics.filter { problem in
            problem.severity == .error || !known.contains(where: problem.message.contains)
        }
        #expect(others.isEmpty && result.diagnostics.count <= 2, "\(result.diagnostics.prefix(5))")
        let api = try #require(result.api)
        #expect(api.methods.count == methods)
        #expect(api.types.filter { !$0.id.text.utf8.contains(UInt8(ascii: "/")) }.count == definitions)
        #expect(api.methods.reduce(0) { $0 + $1.variants.count - 1 } == alternatives)
        for method in api.methods {
            let calls = method.variants.map { "\($0.suffix) \($0.requires.sorted())" }
            #expect(Set(calls).count == calls.count, "\(method.name): \(calls)")
            let known = Set(method.parameters.map(\.name))
            for variant in method.variants { #expect(known.isSuperset(of: variant.requires + variant.omits)) }
        }
        expectClosed(api)
    }

    /// Checks that every used type is declared.
    private func expectClosed(_ api: API) {
        let declared = Set(api.types.map(\.id))
        func check(_ use: TypeUse) {
            switch use {
            case .named(let id): #expect(declared.contains(id), "\(id.text)")
            case .array(let inner), .dictionary(let inner), .optional(let inner): check(inner)
            default: break
            }
        }
        for type in api.types {
            if case .type(let owner) = type.owner {
                #expect(api.record(owner) != nil || api.union(owner) != nil, "\(type.id.text)")
            }
            switch type.shape {
            case .record(let record):
                for property in record.properties { check(property.type) }
                if let additional = record.additional { check(additional) }
            case .union(let union): for item in union.cases { check(item.type) }
            case .alias(let use): check(use)
            case .enumeration: break
            }
        }
        for method in api.methods {
            for parameter in method.parameters { check(parameter.type) }
            for variant in method.variants { check(variant.result) }
        }
    }

    /// Older files compile. Misspelt keywords and keywords without effect, such as `required` beside an array, are only
    /// warnings.
    @Test(
        "Older versions of VK's schema compile",
        .enabled(if: Corpus.folder("vk-history") != nil, "VK's older schemas are not beside this checkout"),
        arguments: [("397a9f9", 426, 696), ("0267287", 451, 784), ("5256c04", 502, 917)])
    func history(revision: String, methods: Int, definitions: Int) throws {
        let result = compile(try files("vk-history/" + revision))
        #expect(
            !result.diagnostics.contains { $0.severity == .error },
            "\(result.diagnostics.filter { $0.severity == .error }.prefix(5))")
        let api = try #require(result.api)
        #expect(api.wire.envelope.result == "response" && api.wire.authorization == .parameter("access_token"))
        #expect(api.methods.count == methods)
        #expect(api.types.filter { !$0.id.text.utf8.contains(UInt8(ascii: "/")) }.count == definitions)
        #expect(api.errors.contains { $0.code == "15" } && api.methods.contains { !$0.errors.isEmpty })
        expectClosed(api)
    }

    @Test(.enabled(if: Corpus.folder("vk-5.199") != nil, "VK's schemas are not beside this checkout"))
    func someOfItsTypes() throws {
        let api = try #require(compile(try files("vk-5.199")).api)
        let user = try #require(api.types.first { $0.id == "users_user_full" })
        #expect(user.owner == .namespace(["users"]) && user.wire == "user_full" && user.unit == "users")
        #expect(api.record("users_user_full")?.properties.count ?? 0 > 100)
        #expect(api.union("newsfeed_newsfeed_item")?.discriminator == "type")
        #expect(api.methods.filter { $0.pages != nil }.count >= 88)
        #expect(api.methods.first { $0.name == "execute" }?.tokens == [.user, .group])
        #expect(api.errors.count == 251 && api.errors.first?.code == "1")
    }
}
