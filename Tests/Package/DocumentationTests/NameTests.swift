import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// Tests that the names of declarations in pages and in documentation comments are spelled as in code.
@Suite struct NameTests {
    @Test("Each name of a declaration that a page or a comment shows exists in code")
    func names() throws {
        let declarations = try Self.declarations()
        var count = 0
        var used: Set<String> = []
        for page in try Self.pages() {
            for mention in page.mentions {
                count += 1
                guard let problem = declarations.problem(of: mention) else {
                    continue
                }
                let foreign = mention.forms.filter(ForeignNames.all.contains)
                used.formUnion(foreign)
                #expect(!foreign.isEmpty, "\(page.path):\(mention.line): `\(mention.text)`: \(problem) is not in code")
            }
        }
        #expect(count > 1000)
        #expect(ForeignNames.all.subtracting(used).sorted() == [], "these are not needed in ForeignNames")
    }

    private static let source = """
        public struct Client<Value> {
            public enum Setting { case plain, timed(after: Int), counted(Int) }
            public var name: String { "}" } // }
            public init(id: Int, name: String = "") {}
            public func send(_ call: Int, by name: String) -> Int { let hidden = "\\(call)"; return hidden.count }
        }
        extension Client.Setting { static let usual = 1 }
        """

    @Test(
        "A name that is spelled as in code is right",
        arguments: [
            "`Client`", "`Client.Setting`", "``Client/name``", "``Client/send(_:by:)-4f2a``", "`send(_:by:)`",
            "`Client.send(_:by:)`", "`.plain`", "`.timed(after:)`", "`.counted(_:)`", "`Client(id:)`",
            "`Client(id:name:)`", "`Setting.usual`", "`client.send()`",
        ])
    func rightNames(text: String) throws {
        var declarations = Declarations()
        declarations.add(source: Self.source + "\nlet client = 1")
        let mention = try #require(Page(path: "Page.md", text: text).mentions.first)
        #expect(declarations.problem(of: mention) == nil)
    }

    @Test(
        "A name that is not spelled as in code is found",
        arguments: [
            ("`Clients`", "Clients"), ("`Client.Settings`", "Settings"), ("``Client/nam``", "nam"),
            ("`send(by:)`", "send(by:)"), ("`Client.send(_:)`", "send(_:)"), ("`.plane`", "plane"),
            ("`.timed(_:)`", "timed(_:)"), ("`Client(name:)`", "Client(name:)"), ("`Setting.usually`", "usually"),
            ("`.hidden`", "hidden"), ("`Client.plain`", "plain"),
        ])
    func misspeltNames(text: String, problem: String) throws {
        var declarations = Declarations()
        declarations.add(source: Self.source)
        let mention = try #require(Page(path: "Page.md", text: "\n\n" + text).mentions.first)
        #expect(declarations.problem(of: mention) == problem && mention.line == 3)
    }

    @Test(
        "Words that are no declarations are left alone",
        arguments: [
            "`Retry-After`", "`HTTP`", "`name`", "`call.name`", "`Package.swift`", "`NameTests.names`", "Client",
            "`a b`",
        ])
    func otherWords(text: String) {
        #expect(Page(path: "Page.md", text: text).mentions.isEmpty)
    }

    // MARK: What is read

    /// Returns the pages that describe the present, and the documentation comments of the sources.
    private static func pages() throws -> [Page] {
        // The changelog names what no longer exists.
        let pages = try Page.all().filter { $0.path != "CHANGELOG.md" }
        let sources = try (files(in: "Sources") + files(in: "Plugins")).filter { $0.hasSuffix(".swift") }
        return try pages + sources.map(documentationComments)
    }

    /// Returns the documentation comments of a file as a page with the same line numbers.
    private static func documentationComments(of path: String) throws -> Page {
        let lines = try Page(path).text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = line.drop { $0 == " " }
            return text.hasPrefix("///") ? text.dropFirst(3).drop { $0 == " " } : ""
        }
        return Page(path: path, text: lines.joined(separator: "\n"))
    }

    /// Returns the declarations of the package, of the code that it generates, and of the pages' snippets.
    private static func declarations() throws -> Declarations {
        var declarations = Declarations()
        for folder in ["Sources", "Plugins", "Tests", "Examples", "Benchmarks"] {
            for path in try files(in: folder) {
                // Modules and their folders have names, too.
                for component in path.split(separator: "/").dropLast() {
                    declarations.add(module: String(component))
                }
                if path.hasSuffix(".swift") {
                    declarations.add(source: try Page(path).text)
                }
            }
        }
        for trait in try Page("Package.swift").text.matches(of: /\.trait\(\s*name: "(\w+)"/) {
            declarations.add(module: String(trait.output.1))
        }
        for page in try Page.all() {
            for block in page.blocks where block.language == "swift" {
                declarations.add(source: block.text)
            }
            declarations.add(source: page.generated() ?? "")
        }
        for api in ["Huaban", "Metrika", "VK"] {
            declarations.add(module: "\(api)API")
            declarations.add(source: try generatedCode(of: api))
        }
        return declarations
    }

    /// Returns the paths of the files in a folder without those of golden cases and of builds.
    private static func files(in folder: String) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Checkout.root.appending(path: folder).path)
        return paths.sorted().map { "\(folder)/\($0)" }.filter { path in
            let isForeign = path.contains(".build/") || path.contains("/Cases/")
            return !isForeign
        }
    }

    /// Returns the code of a bundled API, of the schema and of the files beside it.
    private static func generatedCode(of api: String) throws -> String {
        let folder = Checkout.schema.appending(path: api)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let files = try paths.filter { $0.hasSuffix(".json") && !$0.contains("/.") }.map { path in
            SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: folder.appending(path: path))))
        }
        let compiled = try #require(compile(files).api)
        let written = try paths.filter { $0.hasSuffix(".swift") }.map { try Page("Schema/\(api)/\($0)").text }
        return (written + emit(compiled, units: []).map(\.text)).joined(separator: "\n")
    }
}
