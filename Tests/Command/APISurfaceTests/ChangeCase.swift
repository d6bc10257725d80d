import Foundation
import MethodicalGenerator
import Testing

@testable import APISurface

/// A folder with one change: the schemas `old/` and `new/`, the expected report, and `caller.swift`, which uses the old
/// one.
struct ChangeCase: CustomTestStringConvertible, Sendable {
    let folder: URL
    var name: String { folder.lastPathComponent }
    var testDescription: String { name }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"

    static let all: [ChangeCase] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { ChangeCase(folder: root.appending(path: $0)) }
    }()

    func comparison() throws -> Comparison {
        Comparison(
            from: Surface(try Self.api(folder.appending(path: "old"))),
            to: Surface(try Self.api(folder.appending(path: "new"))))
    }

    var hasCaller: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "caller.swift").path) }

    /// The name under which the caller is compiled. All callers are one module.
    var caller: String { "\(name)-caller.swift" }

    /// Returns the lock file of the old state.
    func lock() throws -> Lock {
        try Lock(Array(LockFile(Surface(try Self.api(folder.appending(path: "old")))).text.utf8))
    }

    /// Writes the generated code of one state, the kept names since a lock file, and the caller.
    func write(_ state: String, lock: Lock? = nil, into output: URL) throws -> [URL] {
        let api = try Self.api(folder.appending(path: state))
        var texts = emit(api, units: []).map { ("\(name)-\(state).swift", $0.text) }
        if let lock, let text = KeptNames.text(of: api, since: lock) {
            texts.append(("\(name)-\(state)-kept.swift", text))
        }
        let code =
            hasCaller ? [(caller, try String(contentsOf: folder.appending(path: "caller.swift"), encoding: .utf8))] : []
        return try (texts + code).map { name, text in
            let url = output.appending(path: name)
            try Data(text.utf8).write(to: url)
            return url
        }
    }

    static func api(_ folder: URL) throws -> API {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .sorted()
        let compilation = compile(
            try paths.map { SourceFile(path: $0, bytes: [UInt8](try Data(contentsOf: folder.appending(path: $0)))) })
        return try #require(compilation.api, "\(compilation.diagnostics.map(\.description))")
    }
}
