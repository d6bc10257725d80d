import Foundation
import PackagePlugin

/// `swift package methodical ...`: the command `methodical`, run in the package's folder.
@main
struct MethodicalCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "methodical").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        // What its hints tell people to type.
        process.environment = ProcessInfo.processInfo.environment.merging(["METHODICAL_COMMAND": "swift package methodical"]) { $1 }
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
