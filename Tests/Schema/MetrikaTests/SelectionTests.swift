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
            sort: [.descending(.visits), .ascending(.date)])
        _ = try await metrika.reports.table(
            selection, counterIDs: [1, 2], from: .daysAgo(7), accuracy: .share(0.1), language: "en"
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

    @Test("Each report sends the metrics, the dimensions, and the order of a selection")
    func everyReport() async throws {
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
        _ = try await metrika.reports.compare(selection, counterIDs: [1], fromA: .today).send()
        _ = try await metrika.reports.compareDrillDown(selection, counterIDs: [1], fromB: .today).send()
        #expect(stub.calls.count == 5)
        for call in stub.calls {
            #expect(call.arguments["metrics"] == "ym:pv:pageviews" && call.arguments["dimensions"] == "ym:pv:URLPath")
            #expect(call.arguments[call.method == "reports.byTime" ? "keys_sort" : "sort"] == "ym:pv:pageviews")
        }
        #expect(stub.calls.map { $0.arguments["parent_id"] } == [nil, "a", nil, nil, nil])
        #expect(stub.calls[2].arguments["group"] == "day")
    }

    @Test("The short form of each table infers the table")
    func shortSelections() async throws {
        let reports = metrika.reports
        let requests = [
            try reports.table(.visits(metrics: [.visits], sort: [.ascending(.date)]), counterIDs: [1]),
            try reports.table(.hits(metrics: [.pageviews]), counterIDs: [1]),
            try reports.table(.adClicks(metrics: [.visits]), counterIDs: [1]),
            try reports.table(.adExpenses(metrics: [.visits]), counterIDs: [1]),
            try reports.table(.eventParameters(metrics: [.eventsNumber]), counterIDs: [1]),
            try reports.table(.downloads(metrics: [.downloads]), counterIDs: [1]),
            try reports.table(.userParameters(metrics: [.users]), counterIDs: [1]),
        ]
        for request in requests { _ = try await request.send() }
        #expect(
            stub.calls.map { $0.arguments["metrics"] } == [
                "ym:s:visits", "ym:pv:pageviews", "ym:ad:visits", "ym:ev:visits", "ym:ep:eventsNumber",
                "ym:dl:downloads", "ym:up:users",
            ])
        #expect(stub.calls.first?.arguments["sort"] == "ym:s:date")
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
        ("ym:s:goal<goal_id>reaches", "needs a value in place of \"<goal_id>\""),
        ("ym:s:cdpOrders<curency>Profit", "needs a value in place of \"<curency>\""),
        ("ym:s:visits<", "a character other than letters, digits"),
        ("ym:s:visits>", "a character other than letters, digits"),
        ("ym:s:<attribution", "a character other than letters, digits"),
        ("ym:s:<<currency>>", "needs a value in place of"),
    ])
    func namesThatAreNotSent(name: String, problem: String) async throws {
        let selection = Metrika.Selection<Metrika.Visits>(metrics: [.visits, .init(rawValue: name)])
        let error = #expect(throws: APIError.self) { try metrika.reports.table(selection, counterIDs: [1]) }
        #expect(error?.code == .invalidRequest && error?.description.contains(problem) == true, "\(error as Any)")
        #expect(stub.calls.isEmpty)
    }

    /// The server takes one metric by which it finds the rows with the greatest values.
    @Test func ordersOverTime() async throws {
        stub.on(metrika.reports.byTime(counterIDs: [])) { _ in try Metrika.TimeReport(json: #"{"data": []}"#) }
        typealias Orders = [Metrika.Selection<Metrika.Visits>.Order]
        let refused: [(Orders, String)] = [
            ([.descending(.visits), .descending(.users)], "sorted by one metric, and this one by 2 names"),
            ([.ascending(.trafficSource)], "\"ym:s:<attribution>TrafficSource\" is a dimension"),
        ]
        for (sort, problem) in refused {
            let selection = Metrika.Selection<Metrika.Visits>(
                metrics: [.visits, .users], dimensions: [.trafficSource], sort: sort)
            let error = #expect(throws: APIError.self) { try metrika.reports.byTime(selection, counterIDs: [1]) }
            #expect(error?.code == .invalidRequest && error?.description.contains(problem) == true, "\(error as Any)")
        }
        #expect(stub.calls.isEmpty)
        let selection = Metrika.Selection<Metrika.Visits>(metrics: [.visits], sort: [.descending(.users)])
        _ = try await metrika.reports.byTime(selection, counterIDs: [1]).send()
        #expect(stub.calls.last?.arguments["keys_sort"] == "-ym:s:users")
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

    @Test("Names of one table compile together, and those of different tables do not")
    func wrongCombinations() async throws {
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
        let inferred = try await compile(
            "func a(_ r: Metrika.Reports) throws { _ = try r.table(.visits(metrics: [.visits]), counterIDs: []) }")
        #expect(inferred.succeeded, "\(inferred.output)")
        let wrong = [
            "let a = Metrika.Selection<Metrika.Hits>(metrics: [.visits])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [.visits], dimensions: [.urlPath])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [Metrika.AdExpenseMetric.visits])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [.bounceRate(currency: .eur)])",
            "let a = Metrika.Selection<Metrika.Visits>(metrics: [.visits], sort: [.descending(Metrika.HitsMetric.users)])",
            "let a = Metrika.Selection.visits(metrics: [.visits], dimensions: [.urlPath])",
            "func a(_ r: Metrika.Reports) throws { _ = try r.table(.hits(metrics: [.visits]), counterIDs: []) }",
        ]
        for line in wrong {
            let result = try await compile(line)
            #expect(!result.succeeded && result.output.contains("error:"), "compiled: \(line)")
        }
    }
}
