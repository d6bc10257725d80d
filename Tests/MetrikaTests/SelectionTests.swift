import Foundation
import Methodical
import MethodicalTesting
import MetrikaAPI
import Testing
import Toolchain

/// Tests of reports whose metrics and dimensions are typed.
@Suite struct SelectionTests {
    private let stub = StubTransport()
    private let metrika: Metrika

    init() {
        metrika = Metrika(account: .test, transport: stub)
        stub.on(metrika.reports.table(counterIDs: [])) { _ in try Metrika.Report(json: #"{"data": []}"#) }
    }

    @Test func namesOnTheWire() async throws {
        let selection = Metrika.Selection<Metrika.Visits>(
            metrics: [
                .visits, .bounceRate, .goalReaches(12345), .ecommerceConvertedRevenue, .cdpOrdersProfit(currency: .eur),
                .goalConvertedRevenue(7), .goalConvertedRevenue(7, currency: .usd),
            ],
            dimensions: [
                .trafficSource(attribution: .lastSign), .searchEngine(attribution: .crossDeviceLastSign),
                .trafficSource,
                .datePeriod(period: .month), .experimentAB(9),
            ],
            sort: [.descending(.visits), .ascending(by: .date)])
        _ = try await metrika.reports.table(
            selection, counterIDs: [1, 2], from: "7daysAgo", accuracy: .share(0.1), language: "en"
        ).send()
        let arguments = try #require(stub.calls.first?.arguments)
        #expect(
            arguments["metrics"] == """
                ym:s:visits,ym:s:bounceRate,ym:s:goal12345reaches,ym:s:ecommerce<currency>ConvertedRevenue,\
                ym:s:cdpOrdersEURProfit,ym:s:goal7converted<currency>Revenue,ym:s:goal7convertedUSDRevenue
                """)
        #expect(
            arguments["dimensions"] == """
                ym:s:lastsignTrafficSource,ym:s:cross_device_last_significantSearchEngine,ym:s:<attribution>TrafficSource,\
                ym:s:datePeriodmonth,ym:s:experimentAB9
                """)
        #expect(arguments["sort"] == "-ym:s:visits,ym:s:date")
        #expect(arguments["ids"] == "1,2" && arguments["accuracy"] == "0.1" && arguments["date1"] == "7daysAgo")
    }

    @Test func everyReport() async throws {
        let selection = Metrika.Selection<Metrika.Hits>(
            metrics: [.pageviews], dimensions: [.urlPath], sort: [.ascending(.pageviews)])
        stub.on(metrika.reports.drillDown(counterIDs: [])) { _ in try Metrika.DrillDownReport(json: #"{"data": []}"#) }
        stub.on(metrika.reports.byTime(counterIDs: [])) { _ in try Metrika.TimeReport(json: #"{"data": []}"#) }
        stub.on(metrika.reports.compare(counterIDs: [])) { _ in try Metrika.ComparisonReport(json: #"{"data": []}"#) }
        stub.on(metrika.reports.compareDrillDown(counterIDs: [])) { _ in
            try Metrika.ComparisonDrillDownReport(json: #"{"data": []}"#)
        }
        _ = try await metrika.reports.table(selection, counterIDs: [1]).send()
        _ = try await metrika.reports.drillDown(selection, counterIDs: [1], parent: ["a"]).send()
        _ = try await metrika.reports.byTime(selection, counterIDs: [1], interval: .day).send()
        _ = try await metrika.reports.compare(selection, counterIDs: [1], fromA: "today").send()
        _ = try await metrika.reports.compareDrillDown(selection, counterIDs: [1], fromB: "today").send()
        #expect(stub.calls.count == 5)
        for call in stub.calls {
            #expect(call.arguments["metrics"] == "ym:pv:pageviews" && call.arguments["dimensions"] == "ym:pv:URLPath")
            #expect(call.arguments[call.method == "reports.byTime" ? "keys_sort" : "sort"] == "ym:pv:pageviews")
        }
        #expect(stub.calls.map { $0.arguments["parent_id"] } == [nil, "a", nil, nil, nil])
        #expect(stub.calls[2].arguments["group"] == "day")
    }

    @Test func aNameOfThisTableThatIsNotKnown() async throws {
        let new = Metrika.VisitsMetric(rawValue: "ym:s:somethingNewShare")
        _ = try await metrika.reports.table(Metrika.Selection<Metrika.Visits>(metrics: [new]), counterIDs: [1]).send()
        #expect(stub.calls.last?.arguments["metrics"] == "ym:s:somethingNewShare")
        #expect(new.kind == .percent && !new.isKnown)
    }

    @Test(arguments: [
        ("ym:pv:pageviews", #"the metric "ym:pv:pageviews" is not of the table Visits"#),
        ("visits", "its name must begin with \"ym:s:\""),
        ("ym:s:", "its name must begin with"),
        ("ym:s:visits,ym:pv:users", "a character other than letters, digits"),
        ("ym:s:goal<goal_id>reaches", "needs a number in place of the angle brackets"),
    ])
    func namesThatAreNotSent(name: String, problem: String) async throws {
        let selection = Metrika.Selection<Metrika.Visits>(metrics: [.visits, .init(rawValue: name)])
        let error = #expect(throws: APIError.self) { try metrika.reports.table(selection, counterIDs: [1]) }
        #expect(error?.code == .invalidRequest && error?.description.contains(problem) == true, "\(error as Any)")
        #expect(stub.calls.isEmpty)
    }

    @Test func tooManyNamesAreNotSent() {
        let many = Metrika.Selection<Metrika.Visits>(metrics: Array(Metrika.VisitsMetric.known.prefix(21)))
        #expect(throws: APIError.self) { try metrika.reports.table(many, counterIDs: [1]) }
        let none = Metrika.Selection<Metrika.Visits>(metrics: [])
        #expect(throws: APIError.self) { try metrika.reports.table(none, counterIDs: [1]) }
        let split = Metrika.Selection<Metrika.Visits>(
            metrics: [.visits], dimensions: Array(Metrika.VisitsDimension.known.prefix(11)))
        let error = #expect(throws: APIError.self) { try metrika.reports.table(split, counterIDs: [1]) }
        #expect(error?.description.contains("0 to 10 dimensions, and this one has 11") == true, "\(error as Any)")
    }

    @Test func figuresAsPeopleReadThem() {
        func text(_ name: String, _ figure: Double?) -> String {
            Metrika.Column(name).text(figure, locale: Locale(identifier: "en_US"))
        }
        #expect(text("ym:s:visits", 1_234_567) == "1,234,567")
        #expect(text("ym:s:bounceRate", 23.456) == "23.5%")
        #expect(text("ym:s:avgVisitDurationSeconds", 93.4) == "01:33")
        #expect(text("ym:s:pageDepth", 3.14159) == "3.14")
        #expect(text("ym:s:cdpOrdersEURProfit", 1234.5) == "€1,234.50")
        #expect(text("ym:s:cdpOrders<currency>Profit", 1234.5) == "1,234.50")
        #expect(text("ym:s:visits", nil) == "–" && text("ym:s:visits", .nan) == "–")
    }

    /// The names of different tables do not compile together.
    @Test func wrongCombinations() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "combination-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        func compile(_ line: String) async throws -> (succeeded: Bool, output: String) {
            try Data("import MetrikaAPI\n\(line)\n".utf8).write(to: file)
            return try await SwiftCompiler.run(["-typecheck", file.path])
        }
        let right = try await compile(
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [.visits], dimensions: [.trafficSource(attribution: .last)])"
        )
        #expect(right.succeeded, "\(right.output)")
        let wrong = [
            "let a = Metrika.Selection<Metrika.Hits>(metrics: [.visits])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [.visits], dimensions: [.urlPath])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [Metrika.AdExpenseMetric.visits])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [.bounceRate(currency: .eur)])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [.visits], sort: [.descending(Metrika.HitsMetric.users)])",
        ]
        for line in wrong {
            let result = try await compile(line)
            #expect(!result.succeeded && result.output.contains("error:"), "compiled: \(line)")
        }
    }
}
