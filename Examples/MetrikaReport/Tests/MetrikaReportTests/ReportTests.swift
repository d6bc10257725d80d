import Foundation
import Methodical
import MethodicalAccounts
import MethodicalMock
import MethodicalTesting
import MetrikaAPI
import Testing

@testable import MetrikaReport

@Suite struct ReportTests {
    private let counter = 44_147_844

    @Test(arguments: Source.allCases) func countersOfTheAccount(source: Source) async throws {
        try await source.withMetrika { metrika in
            let lines = try await counters(of: metrika).lines
            #expect(
                lines == [
                    "Site           Name                 Counter",
                    "───────────────────────────────────────────",
                    "walks.example  Walks around Tartu  44147844",
                    "bread.example  Bread & rolls       51204511",
                ])
        }
    }

    @Test(arguments: Source.allCases) func whereVisitorsCameFrom(source: Source) async throws {
        try await source.withMetrika { metrika in
            let lines = try await SourcesReport(of: counter, days: 14, in: metrika).lines
            #expect(
                lines == [
                    "Source                  Visits   Views   Users  Bounces   Time",
                    "──────────────────────────────────────────────────────────────",
                    "Search engine traffic    9,502  30,406   7,887    18.6%  02:21",
                    "Direct traffic           4,934  19,243   4,095    12.1%  03:08",
                    "Social network traffic   2,558   4,349   2,123    41.5%  00:48",
                    "Link traffic             1,279   3,070   1,062    25.0%  01:33",
                    "──────────────────────────────────────────────────────────────",
                    "In all                  18,273  57,067  14,253    20.5%  02:18",
                ])
        }
    }

    @Test(arguments: Source.allCases) func visitsByDay(source: Source) async throws {
        try await source.withMetrika { metrika in
            let report = try await DailyReport(of: counter, days: 14, in: metrika)
            #expect(report.days.first == DailyReport.Day(day: "2026-11-06", value: 1060))
            #expect(report.days.map(\.day.short).suffix(2) == ["18 Nov", "19 Nov"])
            #expect(
                TerminalChart(report).lines == [
                    "Visits by day",
                    "2,000 ┤                            ▂▂             ",
                    "      │    ██ ▄▄                ▃▃ ██             ",
                    "1,500 ┤    ██ ██                ██ ██             ",
                    "      │ ▂▂ ██ ██ ▂▂ ▆▆ ▄▄ ██ ▆▆ ██ ██ ▅▅ ▃▃ ▇▇ ▅▅ ",
                    "1,000 ┤ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ",
                    "      │ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ",
                    "  500 ┤ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ",
                    "      │ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ",
                    "    0 ┼───────────────────────────────────────────",
                    "        6 Nov    9 Nov    12 Nov   15 Nov   18 Nov",
                ])
        }
    }

    @Test(arguments: Source.allCases) func aCounterThatDoesNotExist(source: Source) async throws {
        try await source.withMetrika { metrika in
            let error = await #expect(throws: APIError.self) { try await SourcesReport(of: 1, days: 14, in: metrika) }
            #expect(error?.advice == "There is no such counter.")
        }
    }

    /// The report accepts any response that the schema allows.
    @Test(arguments: UInt64(1)...4) func anySite(seed: UInt64) async throws {
        let server = try await MockServer.start(schemas: MockServer.schemas, seed: seed, items: 30)
        let metrika = Metrika(account: .test, configuration: .init(baseURL: server.baseURL, reading: .strict))
        #expect(try await counters(of: metrika).rows.count == 30)
        _ = try await SourcesReport(of: 1, days: 7, in: metrika).lines
        let days = try await DailyReport(of: 1, days: 7, in: metrika)
        #expect(TerminalChart(days).lines.count == 11)
        await server.stop()
    }

    /// Metrica samples large numbers of visits, and omits an unknown source.
    @Test func aSample() async throws {
        let stub = StubTransport()
        let metrika = Metrika(account: .test, transport: stub)
        stub.on(metrika.reports.table(counterIDs: [])) { _ in
            try Metrika.Report(
                json:
                    #"{"data": [{"dimensions": [{"name": null}], "metrics": [3, 7, 2, 33.333, 59.6]}], "sampled": true, "sample_share": 0.25}"#
            )
        }
        #expect(
            try await SourcesReport(of: counter, days: 1, in: metrika).lines == [
                "Source     Visits  Views  Users  Bounces   Time",
                "───────────────────────────────────────────────",
                "not known       3      7      2    33.3%  01:00",
                "counted from 25% of the visits",
            ])
        #expect(
            stub.calls[0].arguments["metrics"]
                == "ym:s:visits,ym:s:pageviews,ym:s:users,ym:s:bounceRate,ym:s:avgVisitDurationSeconds")
    }

    /// Figures may be null. The responses have the documented shapes, and are not recorded.
    @Test func missingFigures() async throws {
        let stub = StubTransport()
        let metrika = Metrika(account: .test, transport: stub)
        stub.on(metrika.reports.table(counterIDs: [])) { _ in
            try Metrika.Report(
                json:
                    #"{"data": [{"dimensions": [{"name": "Ads"}], "metrics": [3, null, 2, null, null]}], "totals": [3, 7, null, null, 59.6]}"#
            )
        }
        stub.on(metrika.reports.byTime(counterIDs: [])) { _ in
            try Metrika.TimeReport(
                json: #"{"data": [], "query": {"date1": "2026-11-18"}, "totals": [[4, null, 2]]}"#)
        }
        #expect(
            try await SourcesReport(of: counter, days: 1, in: metrika).lines == [
                "Source  Visits  Views  Users  Bounces   Time",
                "────────────────────────────────────────────",
                "Ads          3      –      2        –      –",
                "────────────────────────────────────────────",
                "In all       3      7      –        –  01:00",
            ])
        let daily = try await DailyReport(of: counter, days: 3, in: metrika)
        #expect(daily.days.map(\.value) == [4, nil, 2])
        #expect(daily.summary == "6 in all, 1 day without a figure")
    }

    @Test func signingIn() async throws {
        try await MockServer.withInventedMetrika { server in
            let connection = Connection(
                accounts: try AccountStore(for: Metrika.self, tokens: MemoryTokenStore()),
                authorization: server.yandex,
                transport: URLSessionTransport(), configuration: .init(baseURL: server.baseURL))
            let error = await #expect(throws: APIError.self) { try await counters(of: connection.metrika) }
            #expect(error?.advice.hasPrefix("Metrica needs a signed-in user") == true)
            try await confirmation { told in
                let account = try await connection.signIn(application: "51", secret: nil) { text in
                    #expect(text.hasPrefix("Open http"))
                    told()
                }
                #expect(account.id == "1000034426" && account.name == "ada")
            }
            #expect(connection.accounts.current.id == "1000034426")
            #expect(try await counters(of: connection.metrika).rows.count == 2)
        }
    }
}
