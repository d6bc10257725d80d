import ArgumentParser
import Foundation

@main
struct MetrikaReport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrika-report",
        abstract: "Reports what Yandex Metrica has measured on a site.",
        discussion: """
            Everything runs against a server inside the program that has the counters of two invented sites. With --live it is Metrica: make an application \
            at https://oauth.yandex.com with the permission metrika:read, sign in once, and report on sites of your own.
            """,
        subcommands: [Counters.self, Report.self, SignIn.self, SignOut.self])
}

struct Counters: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the counters that you may see.")

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
        abstract: "Where visitors came from and what they did, and visits by day.")

    @Argument(help: "The counter's number.")
    var counter: Int

    @Option(help: "How many days up to yesterday.")
    var days = 14

    @Option(help: "Draw the chart into this file, too.")
    var svg: String?

    @OptionGroup
    var service: Service

    func validate() throws {
        guard 1...366 ~= days else { throw ValidationError("A report is of 1 to 366 days.") }
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
    static let configuration = CommandConfiguration(abstract: "Forgets who was signed in.")

    @OptionGroup
    var service: Service

    func run() async throws {
        try await service.connected { connection in try await connection.accounts.removeAll() }
    }
}
