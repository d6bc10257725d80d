import Foundation
import Methodical
import MethodicalTesting
import MetrikaAPI
import Testing

/// Tests of the figures in all five reports: as people read them, and by metric.
@Suite struct FigureTests {
    private let locale = Locale(identifier: "en_US")
    private let selection = Metrika.Selection.visits(metrics: [.visits, .bounceRate], dimensions: [.trafficSource])
    private static let query = #""query": {"metrics": ["ym:s:visits", "ym:s:bounceRate"]}"#

    private func columns(_ report: some Metrika.FigureReport) -> [Metrika.Column] {
        #expect(report.columns == selection.columns && report.columns.map(\.kind) == [.count, .percent])
        return report.columns
    }

    @Test("A table has texts and figures by metric, and a dash or nil for missing ones")
    func tables() throws {
        let report = try Metrika.Report(
            json: """
                {\(Self.query), "totals": [9502, 18.64], "data": [
                  {"dimensions": [{"id": "organic", "name": "Search"}, "x"], "metrics": [9502, null]},
                  {"dimensions": [{"id": null, "name": null}], "metrics": [1]}]}
                """)
        let texts = report.rows.map { $0.texts(columns(report), locale: locale) }
        #expect(texts == [["Search", "x", "9,502", "–"], ["–", "1", "–"]])
        #expect(report.rows.map(\.labels) == [["Search", "x"], ["–"]])
        #expect(report.rows.map { selection.figure(.visits, in: $0) } == [9502, 1])
        #expect(report.rows.map { selection.figure(.bounceRate, in: $0) } == [nil, nil])
        #expect(selection.figure(.users, in: report.rows[0]) == nil)
        #expect(selection.figure(.bounceRate, in: report.totals ?? []) == 18.64)
    }

    @Test("A row of a drill-down has its texts, and its figures by metric")
    func drillDowns() throws {
        let report = try Metrika.DrillDownReport(
            json: #"{\#(Self.query), "data": [{"dimension": {"name": "Search"}, "metrics": [9502, 18.64]}]}"#)
        #expect(report.rows[0].texts(columns(report), locale: locale) == ["Search", "9,502", "18.6%"])
        #expect(selection.figure(.bounceRate, in: report.rows[0]) == 18.64)
        #expect(selection.figure(.users, in: report.rows[0]) == nil)
    }

    @Test("A row of a report over time has the texts and figures of each metric over time")
    func overTime() throws {
        let report = try Metrika.TimeReport(
            json: """
                {\(Self.query), "totals": [[1000, null], [2]],
                 "data": [{"dimensions": ["Search"], "metrics": [[1000, null], [18.64]]}]}
                """)
        let row = report.rows[0]
        #expect(row.labels == ["Search"])
        #expect(row.texts(columns(report), locale: locale) == [["1,000", "–"], ["18.6%"]])
        #expect(selection.figures(.visits, in: row) == [1000, nil])
        #expect(selection.figures(.bounceRate, in: row) == [18.64] && selection.figures(.users, in: row).isEmpty)
        #expect(selection.figures(.bounceRate, in: report.totals ?? []) == [2])
    }

    @Test("A row of a comparison has the texts and figures of both segments")
    func comparisons() throws {
        let report = try Metrika.ComparisonReport(
            json: """
                {\(Self.query), "totals": {"a": [1, 2], "b": [3, null]},
                 "data": [{"dimensions": ["Search"], "metrics": {"a": [9502, null], "b": [8750, 18.64]}}]}
                """)
        let row = report.rows[0]
        let texts = row.texts(columns(report), locale: locale)
        #expect(row.labels == ["Search"] && texts.a == ["9,502", "–"] && texts.b == ["8,750", "18.6%"])
        #expect(selection.figures(.visits, in: row) == (9502, 8750))
        #expect(selection.figures(.bounceRate, in: row) == (nil, 18.64))
        #expect(selection.figures(.users, in: row) == (nil, nil))
        let totals = try #require(report.totals)
        #expect(selection.figures(.visits, in: totals) == (1, 3))
        #expect(totals.texts(report.columns, locale: locale).b == ["3", "–"])
    }

    @Test func comparedDrillDowns() throws {
        let report = try Metrika.ComparisonDrillDownReport(
            json: """
                {\(Self.query), "data": [
                  {"dimension": [{"id": "organic", "name": "Search"}], "metrics": {"a": [9502, 1], "b": [8750]}}]}
                """)
        let row = report.rows[0]
        let texts = row.texts(columns(report), locale: locale)
        #expect(row.labels == ["Search"] && texts.a == ["9,502", "1.0%"] && texts.b == ["8,750", "–"])
        #expect(selection.figures(.bounceRate, in: row) == (1, nil))
        #expect(row.dimension.first?.id == "organic")
    }

    @Test func withoutAQuery() throws {
        #expect(try Metrika.Report(json: #"{"data": []}"#).columns.isEmpty)
        #expect(try Metrika.TimeReport(json: #"{"data": []}"#).columns.isEmpty)
    }

    @Test func identifiersOfValues() throws {
        func id(_ json: String) throws -> String? { try Metrika.DimensionValue(json: json).id }
        #expect(try id(#""x""#) == "x")
        #expect(try id(#"{"id": "organic", "name": "Search"}"#) == "organic")
        #expect(try id(#"{"id": null, "name": null}"#) == nil && id(#"{"name": "Search"}"#) == nil)
    }

    @Test("The rows beneath a row are found by the row's identifier")
    func twoLevels() async throws {
        let stub = StubTransport()
        let metrika = Metrika(account: .test, transport: stub)
        stub.on(metrika.reports.drillDown(counterIDs: [])) { call in
            try Metrika.DrillDownReport(
                json: call.arguments["parent_id"] == nil
                    ? #"{"data": [{"dimension": {"id": "organic", "name": "Search"}, "metrics": [3], "expand": true}]}"#
                    : #"{"data": [{"dimension": "yandex", "metrics": [2], "expand": false}]}"#)
        }
        let sources = Metrika.Selection.visits(metrics: [.visits], dimensions: [.trafficSource, .searchEngine])
        let top = try await metrika.reports.drillDown(sources, counterIDs: [1]).send()
        let row = try #require(top.rows.first { $0.isExpandable == true })
        let parent = try #require(row.dimension.id)
        let below = try await metrika.reports.drillDown(sources, counterIDs: [1], parent: [parent]).send()
        #expect(below.rows.map(\.labels) == [["yandex"]] && below.rows.map(\.dimension.id) == ["yandex"])
        #expect(stub.calls.map { $0.arguments["parent_id"] } == [nil, "organic"])
    }
}
