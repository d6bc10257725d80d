import Foundation
import TestFiles

/// A package that uses the plugin as a user would.
final class ConsumerPackage: Sendable {
    enum Dependency {
        case path
        /// A clone of the checkout's last commit, tagged as a release.
        case tag(String)
    }

    /// A build folder that packages share, so that the runtime and the generator are compiled once for all of them.
    ///
    /// Packages of different names replace each other's module `App` and program. Tests that use a shared build must
    /// therefore belong to `ConsumerTests`, which runs one test at a time.
    enum SharedBuild: String {
        case native
        case swiftbuild

        fileprivate var folder: URL { consumers.appending(path: "build-\(rawValue)") }
    }

    private static let consumers = Checkout.root.appending(path: ".build/consumers")

    let folder: URL
    /// The folder of the package's build.
    let buildFolder: URL
    private let sharedBuild: SharedBuild?

    /// - Parameters:
    ///   - dependency: The way in which the package depends on this one.
    ///   - name: The name of the package's folder.
    ///   - sharedBuild: The build that the package shares with others. Its folder is kept, so that the next run builds
    ///     only the difference. A package without a shared build is in a temporary folder.
    ///   - files: The texts of the sources, with their paths.
    init(
        _ dependency: Dependency,
        name: String = "consumer",
        in sharedBuild: SharedBuild? = nil,
        files: [String: String]
    ) throws {
        self.sharedBuild = sharedBuild
        if let sharedBuild {
            folder = Self.consumers.appending(path: name)
            buildFolder = sharedBuild.folder
        } else {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "methodical-\(name)-\(UUID().uuidString)")
            buildFolder = folder.appending(path: ".build")
        }
        let line: String
        switch dependency {
        case .path:
            line = ".package(name: \"methodical\", path: \"\(Checkout.root.path)\")"
        case .tag(let version):
            let clone = folder.appending(path: "origin/methodical")
            try FileManager.default.createDirectory(
                at: clone.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Shell.check("git", "clone", "--quiet", Checkout.root.path, clone.path)
            try Shell.check("git", "-C", clone.path, "tag", version)
            line = ".package(url: \"file://\(clone.path)\", from: \"\(version)\")"
        }
        try write("Package.swift", Self.manifest(dependency: line))
        // SwiftPM plans a build again if the manifest's date changes, but not if a dependency in a folder has another
        // file.
        try FileManager.default.setAttributes(
            [.modificationDate: Date()], ofItemAtPath: folder.appending(path: "Package.swift").path)
        let sources = folder.appending(path: "Sources").path
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: sources)) ?? []
        where !files.keys.contains(where: { $0.hasPrefix("Sources/\(path)") }) {
            // It may have been removed with its folder.
            try? remove("Sources/\(path)")
        }
        for (path, text) in files { try write(path, text) }
    }

    deinit {
        if sharedBuild == nil {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// The folder of the code that the plugin has generated for this package.
    var generatedCode: URL { buildFolder.appending(path: "plugins/outputs/\(folder.lastPathComponent.lowercased())") }

    /// The folder of the modules, objects and programs of a debug build.
    var products: URL { buildFolder.appending(path: "debug") }

    /// Copies the package's program out of the build folder, where another package would replace it.
    func copyProgram() throws -> URL {
        let copy = folder.appending(path: "Main")
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: products.appending(path: "Main"), to: copy)
        return copy
    }

    func write(_ path: String, _ text: String) throws {
        let url = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A written file counts as changed, whatever its content.
        if let old = try? String(contentsOf: url, encoding: .utf8), old == text { return }
        try Data(text.utf8).write(to: url)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appending(path: path)) }

    func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(at: folder.appending(path: path), to: folder.appending(path: other))
    }

    /// Returns the contents of the Swift files below a folder, sorted.
    func swiftFiles(below folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.sorted()
    }

    /// Runs a subcommand of `swift` in the package's folder.
    func swift(_ subcommand: String, _ words: String...) throws -> Shell.Output {
        let options = sharedBuild == nil ? [] : try sharedBuildOptions()
        return try Shell.run(["swift", subcommand] + options + words, in: folder)
    }

    /// Returns the options for a build in the shared folder, and notes that the folder has the plan of this package.
    ///
    /// SwiftPM would use the plan of another package for this one. Without a cached plan, no build is without work.
    private func sharedBuildOptions() throws -> [String] {
        let note = buildFolder.appending(path: "planned-package")
        let plannedPackage = try? String(contentsOf: note, encoding: .utf8)
        // The index for editors is a seventh of a build. `.ci/run` builds in this folder with the same flag.
        let scratch = ["--scratch-path", buildFolder.path, "--disable-index-store"]
        if plannedPackage == folder.lastPathComponent {
            return scratch
        }
        try FileManager.default.createDirectory(at: buildFolder, withIntermediateDirectories: true)
        try Data(folder.lastPathComponent.utf8).write(to: note)
        return scratch + ["--disable-build-manifest-caching"]
    }

    /// Builds once, or again if SwiftPM's own process crashed. `swift build --build-system swiftbuild` of Swift 6.3.1
    /// sometimes crashes on Linux, inside libdispatch and before it has compiled anything.
    func build() throws -> Shell.Output {
        let buildSystem = sharedBuild ?? .native
        for _ in 0..<4 {
            let output = try swift("build", "--build-system", buildSystem.rawValue)
            if !output.text.contains("*** Program crashed") { return output }
        }
        return try swift("build", "--build-system", buildSystem.rawValue)
    }

    private static func manifest(dependency: String) -> String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "consumer",
            platforms: [.macOS(.v13)],
            dependencies: [\(dependency)],
            targets: [
                .target(
                    name: "App",
                    dependencies: [.product(name: "Methodical", package: "methodical")],
                    plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")]),
                .executableTarget(name: "Main", dependencies: ["App"]),
            ])

        """
    }
}
