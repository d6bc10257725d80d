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
        var environment = ProcessInfo.processInfo.environment
        // The command's hints show this.
        environment["METHODICAL_COMMAND"] = "swift package methodical"
        if arguments.first == "mock" { environment["METHODICAL_MOCK"] = try mockServer().path }
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// Builds the mock server. As a tool of the plugin it would be built for every subcommand.
    private func mockServer() throws -> URL {
        let result = try packageManager.build(.product("methodical-mock"), parameters: .init())
        let server = result.builtArtifacts.first { $0.kind == .executable }
        guard result.succeeded, let server else { throw Unbuilt(log: result.logText) }
        // Having built a product by its name, SwiftPM's next `swift build` would build every executable of the packages
        // that it depends on. A target's build makes it plan anew.
        _ = try packageManager.build(.target("methodical-mock"), parameters: .init())
        return server.url
    }
}

struct Unbuilt: Error, CustomStringConvertible {
    var log: String
    var description: String { "the mock server cannot be built:\n\(log)" }
}
