import ArgumentParser
import Foundation

@main
struct MetrikaReport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrika-report",
        abstract: "Reports the figures that Yandex Metrica has measured on a site.",
        discussion: """
            All calls go to a server inside the program, which has the counters of two invented sites. With --live they go to Metrica: make an application \
            at https://oauth.yandex.com with the permission metrika:read, sign in once, and report on sites of your own.
            """,
        subcommands: [Counters.self, Report.self, SignIn.self, SignOut.self])
}

struct Counters: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the counters that you can see.")

    @OptionGroup
    var service: Service

    func run() async throws {
        try await service.connected { connection in
            for line in try await counters(of: connection.metrika).lines { print(line) }
        }
    }
}

struct Report: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the sources of visitors with their figures, and the visits by day.")

    @Argument(help: "The counter's number.")
    var counter: Int

    @Option(help: "The number of days, up to yesterday.")
    var days = 14

    @Option(help: "The file for the chart as SVG.")
    var svg: String?

    @OptionGroup
    var service: Service

    func validate() throws {
        guard 1...366 ~= days else { throw ValidationError("A report has 1 to 366 days.") }
    }

    func run() async throws {
        try await service.connected { connection in
            async let sources = SourcesReport(of: counter, days: days, in: connection.metrika)
            let visits = try await DailyReport(of: counter, days: days, in: connection.metrika)
            for line in try await sources.lines + [""] + TerminalChart(visits).lines + [visits.summary] { print(line) }
            if let svg { try Data(SVGChart(visits).text.utf8).write(to: URL(filePath: svg)) }
        }
    }
}

struct SignIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Signs in, and keeps the token encrypted for later runs with --live.",
        discussion: "The application's secret is read from the environment variable METRIKA_APPLICATION_SECRET.")

    @Option(help: "The ID of your application.")
    var application = "1"

    @OptionGroup
    var service: Service

    func run() async throws {
        let secret = ProcessInfo.processInfo.environment["METRIKA_APPLICATION_SECRET"]
        try await service.connected { connection in
            let account = try await connection.signIn(application: application, secret: secret) { print($0) }
            print("Signed in as \(account.name ?? "somebody"), number \(account.id).")
        }
    }
}

struct SignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forgets the signed-in user.")

    @OptionGroup
    var service: Service

    func run() async throws {
        try await service.connected { connection in try await connection.accounts.removeAll() }
    }
}
