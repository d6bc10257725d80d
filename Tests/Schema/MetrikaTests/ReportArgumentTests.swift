import Foundation
import Methodical
import MethodicalTesting
import MetrikaAPI
import Testing

/// Tests of the arguments of reports that are checked before anything is sent.
@Suite struct ReportArgumentTests {
    private let stub = StubTransport()
    private let metrika: Metrika

    init() {
        metrika = Metrika(account: .test, transport: stub)
        stub.on(metrika.reports.table(counterIDs: [])) { _ in try Metrika.Report(json: #"{"data": []}"#) }
    }

    @Test(
        "A share as the accuracy is sent as a decimal number",
        arguments: [(0.1, "0.1"), (1, "1"), (0.00001, "0.00001"), (0.25, "0.25")])
    func shares(share: Double, text: String) async throws {
        let selection = Metrika.Selection<Metrika.Visits>(metrics: [.visits])
        _ = try await metrika.reports.table(selection, counterIDs: [1], accuracy: .share(share)).send()
        #expect(stub.calls.last?.arguments["accuracy"] == text)
    }

    @Test(arguments: [0, -0.1, 1.5, .nan, .infinity, 1e-300])
    func sharesThatAreNotSent(share: Double) {
        let selection = Metrika.Selection<Metrika.Visits>(metrics: [.visits])
        let error = #expect(throws: APIError.self) {
            try metrika.reports.table(selection, counterIDs: [1], accuracy: .share(share))
        }
        #expect(error?.code == .invalidRequest && stub.calls.isEmpty, "\(error as Any)")
    }

    @Test func accuracyInWords() async throws {
        for accuracy in Metrika.Accuracy.known {
            _ = try await metrika.reports.table(.visits(metrics: [.visits]), counterIDs: [1], accuracy: accuracy).send()
        }
        #expect(stub.calls.map { $0.arguments["accuracy"] } == ["low", "medium", "high", "full"])
    }

    @Test("A day is sent as its word or its date")
    func days() async throws {
        let days: [(Metrika.ReportDay, String)] = [
            (.today, "today"), (.yesterday, "yesterday"), (.daysAgo(7), "7daysAgo"), (.daysAgo(0), "0daysAgo"),
            (.day("2026-11-21"), "2026-11-21"), (.init(rawValue: "2024-02-29"), "2024-02-29"),
        ]
        for (day, text) in days {
            _ = try await metrika.reports.table(.visits(metrics: [.visits]), counterIDs: [1], from: day, to: day).send()
            #expect(stub.calls.last?.arguments["date1"] == text && stub.calls.last?.arguments["date2"] == text)
        }
    }

    @Test(arguments: ["", "tomorrow", "daysAgo", "7dayAgo", "-1daysAgo", "7 daysAgo", "2026-02-30", "21.11.2026"])
    func daysThatAreNotSent(text: String) throws {
        let (reports, day) = (metrika.reports, Metrika.ReportDay(rawValue: text))
        let selection = Metrika.Selection.visits(metrics: [.visits])
        let calls: [() throws -> Void] = [
            { _ = try reports.table(selection, counterIDs: [1], from: day) },
            { _ = try reports.table(selection, counterIDs: [1], to: day) },
            { _ = try reports.drillDown(selection, counterIDs: [1], from: day) },
            { _ = try reports.drillDown(selection, counterIDs: [1], to: day) },
            { _ = try reports.byTime(selection, counterIDs: [1], from: day) },
            { _ = try reports.byTime(selection, counterIDs: [1], to: day) },
            { _ = try reports.compare(selection, counterIDs: [1], fromA: day) },
            { _ = try reports.compare(selection, counterIDs: [1], toA: day) },
            { _ = try reports.compare(selection, counterIDs: [1], fromB: day) },
            { _ = try reports.compare(selection, counterIDs: [1], toB: day) },
            { _ = try reports.compareDrillDown(selection, counterIDs: [1], fromA: day) },
            { _ = try reports.compareDrillDown(selection, counterIDs: [1], toA: day) },
            { _ = try reports.compareDrillDown(selection, counterIDs: [1], fromB: day) },
            { _ = try reports.compareDrillDown(selection, counterIDs: [1], toB: day) },
            { _ = try reports.compareDrillDown(selection, counterIDs: [1], from: day) },
            { _ = try reports.compareDrillDown(selection, counterIDs: [1], to: day) },
        ]
        for (index, call) in calls.enumerated() {
            let error = #expect(throws: APIError.self, "call \(index)") { try call() }
            #expect(error?.code == .invalidRequest)
            #expect(error?.description.contains("the day \"\(text)\" must be today, yesterday") == true)
        }
        #expect(stub.calls.isEmpty)
    }
}
