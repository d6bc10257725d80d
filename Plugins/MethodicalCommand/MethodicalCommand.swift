import Foundation
import PackagePlugin

/// The plugin behind `swift package methodical ...`. It runs the command `methodical` in the package's folder.
@main
struct MethodicalCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "methodical").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        var environment = ProcessInfo.processInfo.environment
        // The command shows this in its hints.
        environment["METHODICAL_COMMAND"] = "swift package methodical"
        if arguments.first == "mock" {
            environment["METHODICAL_MOCK"] = try mockServer().path
        }
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            exit(process.terminationStatus)
        }
    }

    /// Builds the mock server. If it were a tool of the plugin, it would be built for every subcommand.
    private func mockServer() throws -> URL {
        let result = try packageManager.build(.product("methodical-mock"), parameters: .init())
        let server = result.builtArtifacts.first { $0.kind == .executable }
        guard result.succeeded, let server else {
            throw Unbuilt(log: result.logText)
        }
        // After a build of a product by name, SwiftPM's next `swift build` would build every executable of the packages
        // that this package depends on. The build of a target makes SwiftPM plan anew.
        _ = try packageManager.build(.target("methodical-mock"), parameters: .init())
        return server.url
    }
}

/// An error for a mock server that does not build.
struct Unbuilt: Error, CustomStringConvertible {
    /// The output of the build.
    var log: String
    var description: String { "the mock server cannot be built:\n\(log)" }
}
