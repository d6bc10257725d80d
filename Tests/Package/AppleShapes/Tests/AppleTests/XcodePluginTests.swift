import Foundation
import PackagePlugin
import Testing
import XcodeProjectPlugin

@testable import MethodicalPlugin

/// Tests of a target of an Xcode project, which lists its files but no folder.
@Suite struct XcodePluginTests {
    private func outputs(_ files: [String]) throws -> [[String]] {
        let project = FileManager.default.temporaryDirectory.appendingPathComponent("project-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: project) }
        for file in files {
            let url = project.appendingPathComponent(file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: url)
        }
        let target = XcodeTarget("App", files.map { project.appendingPathComponent($0) })
        let commands = try MethodicalPlugin().createBuildCommands(
            context: XcodePluginContext(project.appendingPathComponent("work")), target: target)
        return commands.map { command in
            guard case .buildCommand(_, _, _, _, _, let outputs) = command else { return [] }
            return outputs.map(\.lastPathComponent)
        }
    }

    @Test("One schema is one command, with a file for each of its units")
    func oneSchema() throws {
        #expect(
            try outputs(["Sources/App.swift", "Sources/Schema/api.json", "Sources/Schema/users/methods.json"]) == [
                ["App.Schema.swift", "App.Schema+users.swift"]
            ])
    }

    /// Two commands must not write the same file.
    @Test func schemasOfOneName() throws {
        #expect(
            try outputs(["VK/Schema/api.json", "Metrika/Schema/api.json"]) == [
                ["App.Metrika.Schema.swift"], ["App.VK.Schema.swift"],
            ])
        #expect(try outputs(["A/VK/api.json", "A/Metrika/api.json"]) == [["App.Metrika.swift"], ["App.VK.swift"]])
    }

    @Test func aSchemaBelowAnother() throws {
        let all = try outputs(["Schema/api.json", "Schema/Old/api.json", "Schema/Old/users/methods.json"])
        #expect(all.count == 2 && Set(all.joined()).count == all.joined().count, "\(all)")
    }

    /// An error would prevent `methodical new` from running.
    @Test("A target without a schema has no command, and no error")
    func noSchema() throws {
        #expect(try outputs(["Sources/App.swift"]).isEmpty)
    }
}
