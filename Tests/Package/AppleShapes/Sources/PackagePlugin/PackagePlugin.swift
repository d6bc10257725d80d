@_exported import Foundation

/// The part of SwiftPM's module that the build-tool plugin uses.
public protocol Plugin {}

extension Plugin {
    public static func main() {}
}

public protocol BuildToolPlugin: Plugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command]
}

public protocol Target {
    var name: String { get }
    var directoryURL: URL { get }
}

public protocol SourceModuleTarget: Target {}

extension Target {
    public var recursiveTargetDependencies: [any Target] { [] }
}

public struct Package {
    public let directoryURL: URL
}

public struct PluginContext {
    public let package: Package
    public let pluginWorkDirectoryURL: URL
    public func tool(named name: String) throws -> Tool {
        Tool(name: name, url: URL(fileURLWithPath: "/tools/\(name)"))
    }

    public struct Tool {
        public let name: String
        public let url: URL

        public init(name: String, url: URL) { (self.name, self.url) = (name, url) }
    }
}

public enum Command {
    case buildCommand(
        displayName: String, executable: URL, arguments: [String], environment: [String: String] = [:],
        inputFiles: [URL] = [],
        outputFiles: [URL] = [])
}

public struct FileList: Sequence {
    private let files: [File]

    public init(_ files: [URL]) { self.files = files.map { File(url: $0) } }

    public func makeIterator() -> IndexingIterator<[File]> { files.makeIterator() }
}

public struct File {
    public let url: URL
}

public enum Diagnostics {
    public static func warning(_ message: String) {}
}
