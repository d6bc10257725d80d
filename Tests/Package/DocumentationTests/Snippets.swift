import Foundation

extension Page {
    /// Returns the page's snippets as one file of Swift, in which the compiler reports mistakes at the page's own
    /// lines.
    ///
    /// Declarations are at the top of the file, so that all snippets see them. Statements are in one function, each
    /// snippet in a scope nested in that of the previous one: a reader remembers earlier declarations, and a snippet
    /// may declare a name again. The declarations of `SetUp.swift` are visible.
    func swift(at place: String) -> String {
        var imports: [String] = []
        var declarations = ""
        var statements = ""
        var depth = 0
        for block in blocks where block.language == "swift" && !block.isManifest && !block.usesSwiftUI {
            statements += "do {\n"
            depth += 1
            for piece in block.pieces {
                let code = piece.lines.joined(separator: "\n")
                let text = "#sourceLocation(file: \"\(place)\", line: \(piece.line))\n\(code)\n#sourceLocation()\n"
                switch piece.kind {
                case .imports: imports += piece.lines
                case .declaration: declarations += text
                case .statements: statements += text
                }
            }
        }
        return Self.imports.union(imports).sorted().joined(separator: "\n") + Self.networking + "\n\n" + declarations
            + "private func snippets() async throws {\n" + statements + String(repeating: "}\n", count: depth) + "}\n"
    }

    /// The import of `URLRequest` and others, which Apple's Foundation contains.
    private static let networking = "\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif"

    /// The modules that a reader of any page has imported.
    static let imports: Set<String> = Set(
        [
            "Foundation", "HuabanAPI", "Methodical", "MethodicalAccounts", "MethodicalCache", "MethodicalCrypto",
            "MethodicalLogging", "MethodicalMock", "MethodicalTesting", "MethodicalTracing", "MethodicalTransfers",
            "MethodicalVK", "MethodicalXML", "MetrikaAPI", "Testing", "VKAPI",
        ].map { "import \($0)" })

    /// Returns the page's pieces of package manifests as one file of Swift, or `nil` if it has none.
    func manifest(at place: String) -> String? {
        let manifests = blocks.filter { $0.language == "swift" && $0.isManifest }
        if manifests.isEmpty { return nil }
        var text = "import PackageDescription\n"
        for block in manifests {
            text +=
                "@MainActor private func manifest\(block.line)() {\n#sourceLocation(file: \"\(place)\", line: \(block.line))\n"
            for line in block.lines { text += (line.hasPrefix("import ") ? "" : Self.statement(line)) + "\n" }
            text += "#sourceLocation()\n}\n"
        }
        return text
    }
}

extension Page {
    /// Returns a line of a manifest without the comma at the end of a list element whose list is not shown.
    private static func statement(_ line: String) -> String {
        if line.hasPrefix(".package(") { return "let _: Package.Dependency = " + line.dropLast() }
        if line.hasPrefix(".target(") { return "let _: Target = " + line }
        return line.hasSuffix("]),") ? String(line.dropLast()) : line
    }
}

extension Page.Block {
    /// Indicates whether the snippet belongs to a `Package.swift`.
    var isManifest: Bool {
        lines.contains {
            $0.hasPrefix("let package = Package(") || $0.hasPrefix(".package(") || $0.hasPrefix(".target(")
        }
    }

    /// Indicates whether the snippet needs a module of Apple's systems. `LiveViewTests` checks such snippets.
    var usesSwiftUI: Bool {
        language == "swift" && lines.contains("import SwiftUI")
    }

    struct Piece {
        enum Kind { case imports, declaration, statements }
        let kind: Kind
        let line: Int
        var lines: [String]
    }

    /// The imports, the declarations from their first line to the closing brace, and the text between.
    var pieces: [Piece] {
        var pieces: [Piece] = []
        var depth = 0
        for (index, line) in lines.enumerated() {
            let kind: Piece.Kind
            if depth > 0 {
                kind = .declaration
            } else {
                kind = line.hasPrefix("import ") ? .imports : Self.isDeclaration(line) ? .declaration : .statements
            }
            if kind == .declaration { depth += line.count { $0 == "{" } - line.count { $0 == "}" } }
            if let last = pieces.last, last.kind == kind {
                pieces[pieces.count - 1].lines.append(line)
            } else {
                pieces.append(Piece(kind: kind, line: self.line + index, lines: [line]))
            }
        }
        return pieces
    }

    /// Returns `true` for the first line of a type, function or extension, and for an attribute before one.
    private static func isDeclaration(_ line: String) -> Bool {
        if line.hasPrefix("@") { return true }
        let words = line.split(separator: " ").drop {
            ["public", "private", "final", "nonisolated", "indirect"].contains($0)
        }
        return ["struct", "enum", "class", "actor", "protocol", "extension", "func"].contains(words.first ?? "")
    }
}
