import ArgumentParser

@main
struct VKConsole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vk-console",
        abstract: "Looks at VK's communities.",
        discussion: """
            Everything runs against a server inside the program that knows two invented communities, `swift` and `tartu`. With --live it is VK: make an \
            application at https://vk.com/apps?act=manage, sign in once, and ask about any community.
            """,
        subcommands: [Members.self, SignIn.self, SignOut.self])
}

struct Members: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Counts a community's members by where they live.")

    @Argument(help: "The community's short name, as it follows vk.com/ in its address.")
    var community: String

    @Option(help: "How many members to ask for at a time: 1,000 at most.")
    var pageSize = 1000

    @Flag(help: "Open no connection: count what an earlier run has kept.")
    var offline = false

    @OptionGroup
    var service: Service

    func run() async throws {
        try await service.connected { connection in
            let vk = connection.vk
            vk.isOffline = offline
            vk.askPerson(at: .standard)
            try await show(community, of: vk, pageSize: pageSize, at: .standard)
        }
    }
}

struct SignIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Signs in, and keeps the token encrypted for later runs with --live.")

    @Option(help: "The number of your application.")
    var application = "1"

    @OptionGroup
    var service: Service

    func run() async throws {
        try await service.connected { connection in
            let account = try await connection.signIn(application: application, at: .standard)
            print("Signed in as \(account.name ?? "somebody"), number \(account.id).")
        }
    }
}

struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Forgets who was signed in, and all that was kept for them.")

    @OptionGroup
    var service: Service

    func run() async throws {
        try await service.connected { connection in try await connection.accounts.removeAll() }
    }
}
