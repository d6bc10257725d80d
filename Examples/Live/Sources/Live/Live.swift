import Foundation
import Methodical
import MethodicalCache
import MethodicalMock

/// A list of chores in a terminal, which changes when this process or another one has changed it.
///
///     Live FOLDER              shows the chores and takes commands; the service is in this process
///     Live FOLDER add TITLE    adds a chore from a process of its own
///
/// Both processes have their cache in the folder. Nothing else connects them: the list is refreshed because the write of
/// the other process has made the cached response stale.
@main struct Live {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let folder = words.first else {
            say("usage: Live FOLDER [add TITLE]")
            exit(2)
        }
        let home = Home(folder: URL(filePath: folder))
        do {
            if words.count == 3, words[1] == "add" {
                let chore = try await home.household().chores.add(title: words[2]).send()
                say("added chore \(chore.id)")
            } else {
                let service = try await home.startService()
                await Session(try home.household()).run()
                await service.stop()
            }
        } catch {
            say("\(error)")
            exit(1)
        }
    }
}

/// The folder that the processes share: the cache, and the address of the service.
struct Home {
    let folder: URL
    private var address: URL { folder.appending(path: "address") }

    /// Starts the service in this process, and tells other processes of the folder where it is.
    func startService() async throws -> MockServer {
        let schemas = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schema")
        let server = try await MockServer.start(schemas: schemas)
        ChoreBook().answer(server)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(server.baseURL.utf8).write(to: address, options: .atomic)
        return server
    }

    /// Returns a client of the service that another process of the folder runs, or this one.
    func household() throws -> Household {
        guard let data = try? Data(contentsOf: address) else {
            throw Missing(description: "nothing runs in \(folder.path): start `Live \(folder.path)` first")
        }
        let cache = DiskStore(folder: folder.appending(path: "cache"))
        let configuration = Client.Configuration(baseURL: String(decoding: data, as: UTF8.self), cache: cache)
        return Household(account: Account(id: 1, token: Token("Ada's token")), configuration: configuration)
    }
}

struct Missing: Error, CustomStringConvertible {
    let description: String
}

/// Prints a line at once, even into a pipe. `print` keeps lines back there, and `fflush(nil)` waits for the standard input.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
