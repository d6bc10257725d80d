import Foundation
import TestFiles
import Testing

/// A page of documentation and its code.
struct Page: CustomTestStringConvertible, Sendable {
    /// The path from the root of the checkout, such as `README.md`.
    let path: String
    let text: String

    var testDescription: String { path }
    /// A name that no other page has.
    var name: String { path.replacing("/", with: "-").replacing(".md", with: "") }

    struct Block: Sendable {
        let language: String
        /// The number of its first line of code, counted from 1.
        let line: Int
        let lines: [String]
        /// The last line of text before it, which may name its file.
        let introduction: String

        var text: String { lines.map { $0 + "\n" }.joined() }
    }

    var blocks: [Block] {
        var blocks: [Block] = []
        var open: (language: String, line: Int)?
        var lines: [String] = []
        var introduction = ""
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if let (language, first) = open {
                if line.hasPrefix("```") {
                    blocks.append(Block(language: language, line: first, lines: lines, introduction: introduction))
                    open = nil
                } else {
                    lines.append(line)
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), index + 2)
                lines = []
            } else if !line.isEmpty {
                introduction = line
            }
        }
        return blocks
    }
}

extension Page {
    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    }

    /// Returns the README and the articles of all catalogues.
    static func all() throws -> [Page] {
        let articles = try ["Sources", "Schema"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: Checkout.root.appending(path: folder).path).sorted()
                .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }
        return try
            ([
                "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "Benchmarks/README.md",
                "Schema/README.md",
            ] + articles)
            .map { try Page($0) }
    }
}
