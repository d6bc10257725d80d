import Foundation
import TestFiles
import Testing

/// Tests that the pages for contributors describe the code as it is: its folders, and the stages of the generator and
/// of the importer. `PipelineTests` compares the steps of a call, and `DialectTests` the keywords.
@Suite struct StructureTests {
    /// A row of a table of folders: the group, and the folders that the row describes.
    private struct Row {
        var group: String
        var folders: [String]
    }

    /// Reads the tables that begin with the columns "group" and "folder". A row without a group belongs to the group
    /// above it.
    private static func rows(of page: String) throws -> [Row] {
        var rows: [Row] = []
        var isInTable = false
        var group = ""
        for line in try Page(page).text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(String.init)
            if cells[0].contains("group"), cells[1].contains("folder") {
                isInTable = true
            } else if isInTable, !line.hasPrefix("|--") {
                let named = names(in: cells[0])
                if let name = named.last {
                    group = name
                }
                rows.append(Row(group: group, folders: names(in: cells[1])))
            }
        }
        return rows
    }

    /// Returns the texts between backticks.
    private static func names(in cell: String) -> [String] {
        cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }

    /// Returns the names of the folders in a folder of the checkout that contain files.
    private static func folders(in path: String) throws -> [String] {
        let folder = Checkout.root.appending(path: path)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            let inner = folder.appending(path: name).path
            let contents = try FileManager.default.subpathsOfDirectory(atPath: inner)
            return contents.contains { !$0.hasPrefix(".build") && $0.contains(".") }
        }
    }

    @Test(
        "A table names each folder of a group, and no other",
        arguments: [("ARCHITECTURE.md", "Sources"), ("CONTRIBUTING.md", "Tests")])
    func foldersOfGroups(page: String, top: String) throws {
        let rows = try Self.rows(of: page)
        let groups = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.appending(path: top).path)
            .filter { !$0.hasPrefix(".") }
        #expect(groups.count >= 6)
        for group in groups {
            let named = rows.filter { $0.group == "\(top)/\(group)" }.flatMap(\.folders)
            #expect(try named.sorted() == Self.folders(in: "\(top)/\(group)").sorted(), "\(page): \(top)/\(group)")
        }
    }

    @Test("The table of folders names the plugins, and no other")
    func plugins() throws {
        let named = try Self.rows(of: "ARCHITECTURE.md").filter { $0.group == "Plugins" }.flatMap(\.folders)
        #expect(try named.sorted() == Self.folders(in: "Plugins").sorted())
    }

    @Test(
        "ARCHITECTURE.md names each folder of the modules that have many",
        arguments: ["Sources/Generator/MethodicalGenerator", "Sources/Runtime/Methodical", "Sources/Command/APIImport"])
    func foldersOfModules(module: String) throws {
        let page = try Page("ARCHITECTURE.md").text
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Checkout.root.appending(path: module).path)
        let folders = Set(
            paths.filter { $0.hasSuffix(".swift") && $0.contains("/") && !$0.contains(".docc/") }.map { path in
                String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
            })
        #expect(folders.count >= 5)
        for folder in folders.sorted() {
            let name = folder.split(separator: "/").last.map(String.init) ?? folder
            let isNamed = page.contains("`\(name)`") || page.contains("[\(name)](") || page.contains("/\(folder)/")
            #expect(isNamed, "\(module)/\(folder)")
        }
    }

    @Test("The page of each product begins with its trait and its import")
    func productPages() throws {
        let pages = try Page.all()
        var count = 0
        for line in try Page("Sources/Runtime/Methodical/Methodical.docc/Products.md").text.split(separator: "\n")
        where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let traits = Self.names(in: cells[3])
            for product in Self.names(in: cells[1]) {
                // The plugins have no module, and so no page.
                guard let page = pages.first(where: { $0.path.hasSuffix("/\(product).docc/\(product).md") }) else {
                    #expect(["MethodicalPlugin", "MethodicalCommand"].contains(product))
                    continue
                }
                let overview = try #require(page.text.components(separatedBy: "## Overview\n\n").last)
                let beginning = try #require(overview.components(separatedBy: "\n\n").first)
                if traits.isEmpty {
                    #expect(beginning.contains("needs no package trait"), "\(page.path)")
                }
                for trait in traits {
                    #expect(beginning.contains("trait `\(trait)`"), "\(page.path)")
                }
                let code = try #require(page.blocks.first { $0.language == "swift" }, "\(page.path) has no code")
                #expect(code.lines.contains("import \(product)"), "\(page.path)")
                count += 1
            }
        }
        #expect(count > 15)
    }

    /// Paths that a worked example tells the reader to create.
    private static let invented = [
        "Tests/Generator/GoldenTests/Cases/Code/method-priority/schema",
        "Sources/Runtime/Methodical/Sending/Call/Connectivity.swift",
    ]

    @Test(
        "Each path of the checkout that a page names exists",
        arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "Schema/README.md", "Benchmarks/README.md"])
    func paths(page: String) throws {
        let text = try Page(page).text
        let matches = text.matches(
            of: /[`(](?:\.\.\/)?((?:Sources|Tests|Plugins|Schema|Examples|Benchmarks)\/[^`)#\s*]+)/)
        for match in matches {
            let path = String(match.output.1)
            let isOfAnApp = path.hasPrefix("Sources/App/") || Self.invented.contains(path)
            if isOfAnApp {
                continue
            }
            #expect(
                FileManager.default.fileExists(atPath: Checkout.root.appending(path: path).path), "\(page): \(path)")
        }
    }

    @Test("The lines of CONTRIBUTING.md have at most 120 columns")
    func linesOfContributing() throws {
        for (index, line) in try Page("CONTRIBUTING.md").text.components(separatedBy: "\n").enumerated() {
            #expect(line.count <= 120, "CONTRIBUTING.md:\(index + 1)")
        }
    }

    @Test("The package index documents the module of each catalogue")
    func modulesOfPackageIndex() throws {
        let listed = try Page(".spi.yml").text.matches(of: /(?m)^ +- (\w+)$/).map { String($0.output.1) }
        let catalogues = try Page.all().compactMap { page in
            page.path.firstMatch(of: /\/(\w+)\.docc\/(\w+)\.md$/).flatMap { match in
                match.output.1 == match.output.2 ? String(match.output.1) : nil
            }
        }
        #expect(catalogues.count > 15)
        #expect(listed.sorted() == catalogues.sorted())
    }

    @Test("Each action of a workflow is pinned to a commit, with its version beside it")
    func actionsOfWorkflows() throws {
        let folder = Checkout.root.appending(path: ".github/workflows")
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let lines = try Page(".github/workflows/\(file)").text.split(separator: "\n")
            for line in lines where line.contains("uses: ") {
                // A tag can be moved to other code, a commit cannot.
                let isPinned = line.contains(/uses: [\w\/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
                #expect(isPinned, "\(file): \(line)")
                count += 1
            }
        }
        #expect(count > 5)
    }

    /// The stages, each with the text by which its file calls it. Loading parses.
    private static let stagesOfCompile = [
        ("load", "load(files"), ("resolve", "ReferenceResolver("), ("overlay", "Overlays(resolver:"),
        ("normalize", ".normalize("), ("read", "APISyntax(reading:"), ("lower", "LoweredSchemas("),
    ]
    private static let stagesOfEmit = [("name", "emit(Emission("), ("print", "FileRenderer(")]

    @Test("The table of stages lists them in the order in which the generator runs them")
    func stages() throws {
        let named = try Self.stages(in: "The generator")
        let folder = "Sources/Generator/MethodicalGenerator/"
        let compile = try Page(folder + "SchemaCompiler/Compile.swift").text
        let emit = try Page(folder + "SwiftEmitter/Emit.swift").text
        let ran = try Self.ordered(Self.stagesOfCompile, by: compile) + Self.ordered(Self.stagesOfEmit, by: emit)
        #expect(named == ["stage", "parse"] + ran)
    }

    /// The stages of the importer, each with the file that calls it and the text by which it does so.
    private static let stagesOfImport = [
        (name: "read", file: "methodical/Importation.swift", call: "try opened("),
        (name: "translate", file: "APIImport/Import.swift", call: "Importer.translate("),
        (name: "name", file: "APIImport/OpenAPI/OpenAPIImporter.swift", call: "OperationNames("),
        (name: "lay out", file: "APIImport/Import.swift", call: "FileLayout("),
        (name: "merge", file: "methodical/Importation.swift", call: "SettingsMerge("),
    ]

    @Test("The table of the importer's stages lists those that the importer runs")
    func stagesOfImporter() throws {
        #expect(try Self.stages(in: "The importer") == ["stage"] + Self.stagesOfImport.map(\.name))
        for stage in Self.stagesOfImport {
            let text = try Page("Sources/Command/" + stage.file).text
            #expect(text.contains(stage.call), "\(stage.name)")
        }
        // In each file, the calls have the order of the stages.
        for file in Set(Self.stagesOfImport.map(\.file)) {
            let stages = Self.stagesOfImport.filter { $0.file == file }.map { (name: $0.name, call: $0.call) }
            let ran = try Self.ordered(stages, by: Page("Sources/Command/" + file).text)
            #expect(ran == stages.map(\.name), "\(file)")
        }
    }

    /// Returns the first column of the table of stages in a section of ARCHITECTURE.md, with its head.
    private static func stages(in section: String) throws -> [String] {
        let architecture = try Page("ARCHITECTURE.md").text
        let start = try #require(architecture.range(of: "## \(section)\n")).upperBound
        let rest = architecture[start...]
        let text = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
        return text.matches(of: /(?m)^\| (\w[\w ]*) \|/).map { String($0.output.1) }
    }

    /// Returns the names of the stages in the order in which a file calls them.
    private static func ordered(_ stages: [(name: String, call: String)], by text: String) throws -> [String] {
        let places = try stages.map { stage in
            (name: stage.name, start: try #require(text.range(of: stage.call), "\(stage.call)").lowerBound)
        }
        return places.sorted { $0.start < $1.start }.map(\.name)
    }
}
