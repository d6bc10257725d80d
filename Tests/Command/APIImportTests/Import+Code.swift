import APIImport
import APISurface
import Foundation
import MethodicalGenerator
import Testing
import Toolchain

extension Import {
    /// Checks that the generated code compiles without a warning.
    func expectCode(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let api = try #require(compilation.api)
        let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let units = Set(imported.files.map(\.path).filter { $0.contains("/") }.map { String($0.prefix { $0 != "/" }) })
        var paths: [String] = []
        for file in emit(api, units: units.sorted()) {
            let path = folder.appending(path: "\(api.name)+\(file.unit).swift")
            try Data(file.text.utf8).write(to: path)
            paths.append(path.path)
        }
        let (succeeded, output) = try await SwiftCompiler.run(["-typecheck", "-module-name", "Imported"] + paths)
        #expect(succeeded && output.isEmpty, "\(output.prefix(5_000))", sourceLocation: sourceLocation)
    }
}
