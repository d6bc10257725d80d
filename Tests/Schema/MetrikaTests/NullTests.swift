import Foundation
import Methodical
import MethodicalTesting
import MetrikaAPI
import Testing

/// Tests of missing figures. The responses have the documented shapes, and are not recorded.
@Suite struct NullTests {
    private static let policies: [ReadingPolicy] = [.strict, .tolerant, .salvage]
    private static let table = """
        {"query": {"metrics": ["ym:s:visits", "ym:s:bounceRate"]}, "total_rows": 2,
         "data": [{"dimensions": [{"id": "organic", "name": "Search"}], "metrics": [3, null]},
                  {"dimensions": [{"id": null, "name": null}], "metrics": [null, 20.5]}],
         "totals": [3, null], "min": [null, 20.5], "max": [3, null]}
        """

    @Test("Missing figures of a table are nil for each policy, and are written as null again", arguments: policies)
    func tables(_ policy: ReadingPolicy) async throws {
        let (metrika, bytes) = Self.server(Self.table)
        let request = metrika.reports.table(counterIDs: [1], metricNames: ["ym:s:visits"]).reading(policy)
        let response = try await request.response()
        #expect(response.mismatches.isEmpty)
        let report = response.value
        #expect(report.rows.map(\.metrics) == [[3, nil], [nil, 20.5]])
        #expect(report.totals == [3, nil] && report.minima == [nil, 20.5] && report.maxima == [3, nil])
        #expect(
            report.rows.map { $0.texts(report.columns, locale: Locale(identifier: "en")) } == [
                ["Search", "3", "–"], ["–", "–", "20.5%"],
            ])
        // Nulls are written as they were read, and Foundation's coders read the same report.
        #expect(String(decoding: try report.json(), as: UTF8.self).contains(#""metrics":[3,null]"#))
        #expect(try JSONDecoder().decode(Metrika.Report.self, from: Data(bytes)) == report)
        #expect(try JSONDecoder().decode(Metrika.Report.self, from: JSONEncoder().encode(report)) == report)
    }

    @Test("Missing figures of a drill-down are nil for each policy", arguments: policies)
    func drillDowns(_ policy: ReadingPolicy) async throws {
        let text =
            #"{"data": [{"dimension": {"name": "x"}, "metrics": [null, 1], "expand": true}], "totals": [null, null]}"#
        let (metrika, _) = Self.server(text)
        let report = try await metrika.reports.drillDown(counterIDs: [1]).reading(policy).send()
        #expect(report.rows.map(\.metrics) == [[nil, 1]] && report.totals == [nil, nil])
    }

    @Test("Missing figures of a report over time are nil for each policy", arguments: policies)
    func overTime(_ policy: ReadingPolicy) async throws {
        let text =
            #"{"data": [{"dimensions": [], "metrics": [[1, null, 3], [null, null, 0.5]]}], "totals": [[1, null, 3], [null]]}"#
        let (metrika, _) = Self.server(text)
        let report = try await metrika.reports.byTime(counterIDs: [1]).reading(policy).send()
        #expect(report.rows.map(\.metrics) == [[[1, nil, 3], [nil, nil, 0.5]]])
        #expect(report.totals == [[1, nil, 3], [nil]])
    }

    @Test("Missing figures of a comparison are nil for each policy", arguments: policies)
    func comparisons(_ policy: ReadingPolicy) async throws {
        let text =
            #"{"data": [{"dimensions": ["x"], "metrics": {"a": [1, null], "b": [null, 2]}}], "totals": {"a": [null], "b": [4]}}"#
        let (metrika, _) = Self.server(text)
        let report = try await metrika.reports.compare(counterIDs: [1]).reading(policy).send()
        #expect(report.rows.map(\.metrics.a) == [[1, nil]] && report.rows.map(\.metrics.b) == [[nil, 2]])
        #expect(report.totals?.a == [nil] && report.totals?.b == [4])
    }

    @Test(arguments: policies) func comparedDrillDowns(_ policy: ReadingPolicy) async throws {
        let text = #"{"data": [{"dimension": ["x"], "metrics": {"a": [null], "b": [2]}, "expand": false}]}"#
        let (metrika, _) = Self.server(text)
        let report = try await metrika.reports.compareDrillDown(counterIDs: [1]).reading(policy).send()
        #expect(report.rows.map(\.metrics.a) == [[nil]] && report.rows.map(\.metrics.b) == [[2]])
    }

    /// A figure that cannot be read is as good as missing if the caller wants all that can be read.
    @Test("A figure that cannot be read is an error, or nil if the caller salvages the response")
    func unreadableFigures() async throws {
        let (metrika, _) = Self.server(#"{"data": [{"dimensions": [], "metrics": [1, "many", 3]}]}"#)
        let request = metrika.reports.table(counterIDs: [1])
        let error = await #expect(throws: APIError.self) { try await request.send() }
        #expect(error?.problem?.path == "data[0].metrics[1]")
        let salvaged = try await request.reading(.salvage).response()
        #expect(salvaged.value.rows.map(\.metrics) == [[1, nil, 3]])
        #expect(salvaged.mismatches.map(\.loss) == [.value])
    }

    private static func server(_ text: String) -> (Metrika, [UInt8]) {
        (Metrika(account: .test, transport: Fixed(text: text), configuration: .init(cache: nil)), Array(text.utf8))
    }
}

/// A transport with one response.
private struct Fixed: Transport {
    let text: String

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
    }
}
