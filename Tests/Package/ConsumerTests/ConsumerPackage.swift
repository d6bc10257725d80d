import Foundation
import TestFiles

/// A package in a temporary folder that uses the plugin as a user would.
final class ConsumerPackage: Sendable {
    enum Dependency {
        case path
        /// A clone of the checkout's last commit, tagged as a release.
        case tag(String)
    }

    let folder: URL
    private let isKept: Bool

    /// - Parameters:
    ///   - dependency: The way in which the package depends on this one.
    ///   - kept: The name of a folder beside this package's own build for the package. It is kept, so that the next
    ///     package of this name builds only the difference.
    ///   - files: The texts of the sources, with their paths.
    init(_ dependency: Dependency, kept: String? = nil, files: [String: String]) throws {
        isKept = kept != nil
        folder =
            kept.map { Checkout.root.appending(path: ".build/consumers/\($0)") }
            ?? FileManager.default.temporaryDirectory.appending(path: "methodical-consumer-\(UUID().uuidString)")
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

    deinit { if !isKept { try? FileManager.default.removeItem(at: folder) } }

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
    func swiftFiles(below path: String) throws -> [String] {
        let folder = folder.appending(path: path)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.sorted()
    }

    func swift(_ words: String...) throws -> Shell.Output { try Shell.run(["swift"] + words, in: folder) }

    /// Builds once, or again if SwiftPM's own process crashed. `swift build --build-system swiftbuild` of Swift 6.3.1
    /// sometimes crashes on Linux, inside libdispatch and before it has compiled anything.
    func build(_ buildSystem: String) throws -> Shell.Output {
        for _ in 0..<4 {
            let output = try swift("build", "--build-system", buildSystem)
            if !output.text.contains("*** Program crashed") { return output }
        }
        return try swift("build", "--build-system", buildSystem)
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
