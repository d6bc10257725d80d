import Foundation
import PackagePlugin

/// Turns each folder with an `api.json` in a target into Swift, with one build command each.
@main
struct MethodicalPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "methodical-generate").url
        return try commands(target: target.name, folder: target.directoryURL, tool: tool, work: context.pluginWorkDirectoryURL)
    }

    private func commands(target: String, folder: URL, tool: URL, work: URL) throws -> [Command] {
        let roots = try SchemaRoot.all(below: folder)
        if roots.isEmpty {
            throw MissingSchema(target: target, folder: folder.path)
        }
        return roots.map { root in
            let prefix = root.outputPrefix(target: target)
            let output = work.appending(path: prefix)
            let names = ["\(prefix).swift"] + root.units.map { "\(prefix)+\($0).swift" }
            return .buildCommand(
                displayName: "Generating Swift from \(root.path.joined(separator: "/"))",
                executable: tool,
                arguments: ["--schema", root.folder.path, "--output", output.path, "--prefix", prefix] + root.units.flatMap { ["--unit", $0] },
                inputFiles: root.files,
                outputFiles: names.map { output.appending(path: $0) })
        }
    }
}

struct MissingSchema: Error, CustomStringConvertible {
    var target: String
    var folder: String
    var description: String {
        "target '\(target)' uses MethodicalPlugin, but no api.json lies below \(folder); add one, for example Schema/api.json with {\"name\": \"VK\", \"baseURL\": \"https://...\"}"
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension MethodicalPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let tool = try context.tool(named: "methodical-generate").url
            let folders = Set(target.inputFiles.map(\.url).filter { $0.lastPathComponent == "api.json" }.map { $0.deletingLastPathComponent() })
            return try folders.sorted { $0.path < $1.path }.flatMap { folder in
                try commands(target: target.displayName, folder: folder, tool: tool, work: context.pluginWorkDirectoryURL)
            }
        }
    }
#endif
