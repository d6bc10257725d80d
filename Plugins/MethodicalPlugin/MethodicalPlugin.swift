import Foundation
import PackagePlugin

// Everything is in one file because SwiftPM starts a compiler for each file of a plugin.

/// The plugin that turns each folder with an `api.json` in a target into Swift, with one build command each.
@main
struct MethodicalPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let found = try commands(
            target: target.name,
            folder: target.directoryURL,
            tool: context.tool(named: "methodical-generate").url,
            work: context.pluginWorkDirectoryURL,
            dependencies: Self.dependencies(of: target))
        if found.isEmpty {
            try Self.warnAboutMissingSchema(
                in: target,
                package: context.package.directoryURL)
        }
        return found
    }

    /// Returns the arguments that name a target and the products that it depends on.
    private static func dependencies(of target: any SourceModuleTarget) -> [String] {
        let targets = target.recursiveTargetDependencies.map(\.name)
        let products = Set(targets.filter { $0.hasPrefix("Methodical") })
        var arguments = ["--target", target.name]
        for product in products.sorted() {
            arguments += ["--product", product]
        }
        return arguments
    }

    /// Warns that a target has no schema, and names its OpenAPI documents.
    private static func warnAboutMissingSchema(
        in target: any SourceModuleTarget,
        package: URL
    ) throws {
        let folder = target.directoryURL
        let prefix = package.path + "/"
        var shown = folder.path
        if shown.hasPrefix(prefix) {
            shown = String(shown.dropFirst(prefix.count))
        }
        let files = try SchemaRoot.files(in: folder)
        let documents = files.filter { SchemaRoot.isOpenAPI($0.last ?? "") }
        warn(
            target.name,
            lack: "\(folder.path) has none",
            folder: shown + "/Schema",
            openAPI: documents.map { ([shown] + $0).joined(separator: "/") })
    }

    /// Returns a build command for each schema below a folder.
    ///
    /// - Parameters:
    ///   - names: The path that distinguishes the folder from other folders of the target.
    ///   - dependencies: The arguments that name the products that the target depends on. In Xcode they are unknown.
    private func commands(
        target: String,
        folder: URL,
        names: [String] = [],
        tool: URL,
        work: URL,
        dependencies: [String] = []
    ) throws -> [Command] {
        let roots = try SchemaRoot.all(below: folder, names: names)
        return roots.map { root in
            let prefix = root.outputPrefix(target: target)
            let output = work.appending(path: prefix)
            var arguments = [
                "--schema", root.folder.path,
                "--output", output.path,
                "--prefix", prefix,
            ]
            var outputNames = ["\(prefix).swift"]
            for unit in root.units {
                arguments += ["--unit", unit]
                outputNames.append("\(prefix)+\(unit).swift")
            }
            return .buildCommand(
                displayName: "Generating Swift from \(root.path.joined(separator: "/"))",
                executable: tool,
                arguments: arguments + dependencies,
                inputFiles: root.files,
                outputFiles: outputNames.map { output.appending(path: $0) })
        }
    }
}

/// A folder with an `api.json`, and the files below it. Only names are read, because contents may change after the
/// build is planned.
struct SchemaRoot {
    /// The folder of the `api.json`.
    let folder: URL
    /// The path from the target's folder to the root, or from the common parent of all folders of a target in Xcode. If
    /// the root is the target's folder itself, the path is the folder's own name.
    let path: [String]
    /// All files below the root except Swift files. SwiftPM warns about files that no rule or plugin handles, and
    /// schema folders often contain licences and scripts.
    let files: [URL]
    /// The top-level folders with a JSON file below them. Each becomes one Swift file.
    let units: [String]

    /// Returns the beginning of the names of the outputs. It has the target's name because two targets may be linked
    /// together, and the root's path because a target may have several roots and a source file of the target's name.
    func outputPrefix(target: String) -> String {
        ([target] + path).joined(separator: ".")
    }

    /// Returns the roots below a folder, in order. The folder is listed anew because Xcode may pass an outdated list.
    static func all(below folder: URL, names: [String]) throws -> [SchemaRoot] {
        let paths = try files(in: folder)
        return paths.filter { $0.last == "api.json" }.map { marker in
            let root = marker.dropLast()
            let files = paths.filter { $0.starts(with: root) }
            let schemas = files.filter { $0.last?.hasSuffix(".json") ?? false }
            let nested = schemas.filter { $0.count > root.count + 1 }
            var path: [String] = names + root
            if path.isEmpty {
                path = [folder.lastPathComponent]
            }
            return SchemaRoot(
                folder: folder.appending(root),
                path: path,
                files: files.map { folder.appending($0[...]) },
                units: Set(nested.map { $0[root.count] }).sorted())
        }
    }

    /// Indicates whether a file has the name of an OpenAPI document, such as `openapi.yaml`, `shop.openapi.json` or
    /// `swagger.json`.
    static func isOpenAPI(_ name: String) -> Bool {
        let words = name.lowercased().split(separator: ".")
        let hasExtension = ["json", "yaml", "yml"].contains(words.last ?? "")
        let isNamed = words.contains("openapi") || words.contains("swagger")
        return hasExtension && isNamed
    }

    /// The depth below which folders are not read. The tool has the same limit.
    private static let depthLimit = 32

    /// Returns the paths of all files below a folder except Swift files. A link to a folder that contains it is
    /// skipped; the tool reports it.
    static func files(
        in folder: URL,
        path: [String] = [],
        inside outer: [URL] = []
    ) throws -> [[String]] {
        // Foundation lists nothing for a link to a folder.
        let place = folder.appending(path[...]).resolvingSymlinksInPath()
        guard path.count <= depthLimit, !outer.contains(place) else { return [] }
        let entries = try FileManager.default.contentsOfDirectory(
            at: place,
            includingPropertiesForKeys: [.isDirectoryKey])
        let visible = entries.filter { !$0.lastPathComponent.hasPrefix(".") }
        let sorted = visible.sorted { $0.lastPathComponent < $1.lastPathComponent }
        var found: [[String]] = []
        for entry in sorted {
            let here = path + [entry.lastPathComponent]
            let target = try entry.resolvingSymlinksInPath().resourceValues(forKeys: [.isDirectoryKey])
            if target.isDirectory == true {
                found += try files(in: folder, path: here, inside: outer + [place])
            } else if entry.pathExtension != "swift" {
                found.append(here)
            }
        }
        return found
    }
}

extension URL {
    fileprivate func appending(_ names: ArraySlice<String>) -> URL {
        names.reduce(self) { $0.appending(path: $1) }
    }
}

/// Warns that a target has no schema. An error would prevent SwiftPM from running `methodical new`, which writes one.
private func warn(_ target: String, lack: String, folder: String, openAPI: [String]) {
    let advice = openAPI.first.map { document in
        "; to translate \(document): `swift package --allow-writing-to-package-directory methodical import "
            + "\(document) --into \(folder)`"
    }
    Diagnostics.warning(
        """
        target '\(target)' uses MethodicalPlugin, but no Swift is generated for it: it needs an api.json, and \(lack). \
        `swift package --allow-writing-to-package-directory methodical new \(folder) --name Weather \
        --base-url https://api.example/v1/` writes a first one (add traits: ["CommandLine"] to the package's \
        dependency on methodical); or write \(folder)/api.json yourself: \
        {"name": "Weather", "baseURL": "https://api.example/v1/"}\
        \(advice ?? "")
        """)
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension MethodicalPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let tool = try context.tool(named: "methodical-generate").url
            let markers = target.inputFiles.map(\.url).filter { $0.lastPathComponent == "api.json" }
            let all = Set(markers.map { $0.deletingLastPathComponent() })
            // A root below another one is found from there.
            let folders = all.filter { folder in
                !all.contains { folder != $0 && folder.path.hasPrefix($0.path + "/") }
            }
            if folders.isEmpty {
                let found = target.inputFiles.map(\.url.lastPathComponent).filter(SchemaRoot.isOpenAPI)
                warn(
                    target.displayName,
                    lack: "none is among its files",
                    folder: "Schema",
                    openAPI: found)
                return []
            }
            // Two roots may have the same name, but no file may be the output of two commands. The path after the
            // common parent tells them apart.
            let parents = folders.map { $0.deletingLastPathComponent().pathComponents }
            let commonCount = commonPrefixCount(of: parents)
            var commands: [Command] = []
            for folder in folders.sorted(by: { $0.path < $1.path }) {
                commands += try self.commands(
                    target: target.displayName,
                    folder: folder,
                    names: Array(folder.pathComponents.dropFirst(commonCount)),
                    tool: tool,
                    work: context.pluginWorkDirectoryURL)
            }
            return commands
        }

        /// Returns the number of components with which all paths begin.
        private func commonPrefixCount(of paths: [[String]]) -> Int {
            let first = paths[0]
            let firstDifference = first.indices.first { index in
                paths.contains { path in
                    !path.indices.contains(index) || path[index] != first[index]
                }
            }
            return firstDifference ?? first.count
        }
    }
#endif
