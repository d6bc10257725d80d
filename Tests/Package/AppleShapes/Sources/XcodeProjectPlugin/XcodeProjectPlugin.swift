import Foundation
import PackagePlugin

public protocol XcodeBuildToolPlugin: BuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public struct XcodePluginContext {
    public let pluginWorkDirectoryURL: URL

    public init(_ work: URL) { pluginWorkDirectoryURL = work }

    public func tool(named name: String) throws -> PluginContext.Tool {
        .init(name: name, url: URL(fileURLWithPath: "/tools/\(name)"))
    }
}

public struct XcodeTarget {
    public let displayName: String
    public let inputFiles: FileList

    public init(_ name: String, _ files: [URL]) { (displayName, inputFiles) = (name, FileList(files)) }
}
