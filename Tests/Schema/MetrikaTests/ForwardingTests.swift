import Foundation
import Methodical
import MethodicalTesting
import MetrikaAPI
import Testing

/// Tests that the functions for selections send each argument as the generated functions do.
@Suite struct ForwardingTests {
    private let stub = StubTransport()
    private let metrika: Metrika
    private let selection = Metrika.Selection.hits(
        metrics: [.pageviews], dimensions: [.urlPath], sort: [.ascending(.pageviews)])

    init() {
        metrika = Metrika(account: .test, transport: stub, configuration: .init(cache: nil))
        let reports = metrika.reports
        stub.on(reports.table(counterIDs: [])) { _ in try Metrika.Report(json: #"{"data": []}"#) }
        stub.on(reports.drillDown(counterIDs: [])) { _ in try Metrika.DrillDownReport(json: #"{"data": []}"#) }
        stub.on(reports.byTime(counterIDs: [])) { _ in try Metrika.TimeReport(json: #"{"data": []}"#) }
        stub.on(reports.compare(counterIDs: [])) { _ in try Metrika.ComparisonReport(json: #"{"data": []}"#) }
        stub.on(reports.compareDrillDown(counterIDs: [])) { _ in
            try Metrika.ComparisonDrillDownReport(json: #"{"data": []}"#)
        }
    }

    /// Compares the arguments of two calls, which have all parameters of the method but the preset.
    private func compare<Report>(_ typed: Request<Report>, _ generated: Request<Report>) async throws {
        let first = stub.calls.count
        _ = try await typed.send()
        _ = try await generated.send()
        let arguments = stub.calls[first...].map(\.arguments)
        #expect(arguments.count == 2 && arguments[0] == arguments[1])
        let api = try #require(try Facts.api())
        let method = try #require(api.methods.first { $0.name == typed.method })
        let names = Set(method.parameters.map(\.name)).subtracting(["preset"])
        #expect(names.subtracting(arguments[0].keys).isEmpty)
        // Arguments with equal values could change places without a difference. The loops change the flags.
        let values = arguments[0].filter { name, value in
            names.contains(name) && !["sort", "keys_sort"].contains(name) && !["true", "false"].contains(value)
        }
        #expect(Set(values.values).count == values.count)
    }

    @Test("A table for a selection sends the arguments of the generated function", arguments: 0..<2)
    func table(flag: Int) async throws {
        try await compare(
            metrika.reports.table(
                selection, counterIDs: [1, 2], from: .daysAgo(7), to: .yesterday, filter: "f", limit: 3, offset: 4,
                accuracy: .high, allowsProposedAccuracy: flag == 0, includesUndefined: flag == 1,
                directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"),
            metrika.reports.table(
                counterIDs: [1, 2], metricNames: ["ym:pv:pageviews"], dimensionNames: ["ym:pv:URLPath"],
                from: .daysAgo(7), to: .yesterday, filter: "f", sort: ["ym:pv:pageviews"], limit: 3, offset: 4,
                accuracy: .high, allowsProposedAccuracy: flag == 0, includesUndefined: flag == 1,
                directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"))
    }

    @Test("A drill-down for a selection sends the arguments of the generated function", arguments: 0..<3)
    func drillDown(flag: Int) async throws {
        try await compare(
            metrika.reports.drillDown(
                selection, counterIDs: [1, 2], parent: ["p"], from: .daysAgo(7), to: .yesterday, filter: "f", limit: 3,
                offset: 4, onlyExpandableUndefined: flag == 2, accuracy: .high, allowsProposedAccuracy: flag == 0,
                includesUndefined: flag == 1, directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"),
            metrika.reports.drillDown(
                counterIDs: [1, 2], metricNames: ["ym:pv:pageviews"], dimensionNames: ["ym:pv:URLPath"],
                parent: ["p"], from: .daysAgo(7), to: .yesterday, filter: "f", sort: ["ym:pv:pageviews"], limit: 3,
                offset: 4, onlyExpandableUndefined: flag == 2, accuracy: .high, allowsProposedAccuracy: flag == 0,
                includesUndefined: flag == 1, directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"))
    }

    @Test("A report over time for a selection sends the arguments of the generated function", arguments: 0..<3)
    func byTime(flag: Int) async throws {
        try await compare(
            metrika.reports.byTime(
                selection, counterIDs: [1, 2], interval: .day, from: .daysAgo(7), to: .yesterday, filter: "f",
                rowLimit: 3, rows: [["r"]], includesAnnotations: flag == 2, annotationGroups: [.a, .holiday],
                accuracy: .high, allowsProposedAccuracy: flag == 0, includesUndefined: flag == 1,
                directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"),
            metrika.reports.byTime(
                counterIDs: [1, 2], metricNames: ["ym:pv:pageviews"], dimensionNames: ["ym:pv:URLPath"],
                interval: .day, from: .daysAgo(7), to: .yesterday, filter: "f", rowLimit: 3,
                rowSort: "ym:pv:pageviews", rows: [["r"]], includesAnnotations: flag == 2,
                annotationGroups: [.a, .holiday], accuracy: .high, allowsProposedAccuracy: flag == 0,
                includesUndefined: flag == 1, directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"))
    }

    @Test("A comparison for a selection sends the arguments of the generated function", arguments: 0..<2)
    func comparison(flag: Int) async throws {
        try await compare(
            metrika.reports.compare(
                selection, counterIDs: [1, 2], fromA: .daysAgo(7), toA: .daysAgo(6), fromB: .daysAgo(5),
                toB: .yesterday, filterA: "a", filterB: "b", filter: "f", limit: 3, offset: 4, accuracy: .high,
                allowsProposedAccuracy: flag == 0, includesUndefined: flag == 1, directClientLogins: ["x", "y"],
                language: "en", timeZone: "+03:00"),
            metrika.reports.compare(
                counterIDs: [1, 2], metricNames: ["ym:pv:pageviews"], dimensionNames: ["ym:pv:URLPath"],
                fromA: .daysAgo(7), toA: .daysAgo(6), fromB: .daysAgo(5), toB: .yesterday, filterA: "a", filterB: "b",
                filter: "f", sort: ["ym:pv:pageviews"], limit: 3, offset: 4, accuracy: .high,
                allowsProposedAccuracy: flag == 0, includesUndefined: flag == 1, directClientLogins: ["x", "y"],
                language: "en", timeZone: "+03:00"))
    }

    @Test(arguments: 0..<3) func comparedDrillDown(flag: Int) async throws {
        try await compare(
            metrika.reports.compareDrillDown(
                selection, counterIDs: [1, 2], parent: ["p"], fromA: .daysAgo(7), toA: .daysAgo(6), fromB: .daysAgo(5),
                toB: .yesterday, filterA: "a", filterB: "b", from: .daysAgo(4), to: .daysAgo(3), filter: "f", limit: 3,
                offset: 4, onlyExpandableUndefined: flag == 2, accuracy: .high, allowsProposedAccuracy: flag == 0,
                includesUndefined: flag == 1, directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"),
            metrika.reports.compareDrillDown(
                counterIDs: [1, 2], metricNames: ["ym:pv:pageviews"], dimensionNames: ["ym:pv:URLPath"],
                parent: ["p"], fromA: .daysAgo(7), toA: .daysAgo(6), fromB: .daysAgo(5), toB: .yesterday, filterA: "a",
                filterB: "b", from: .daysAgo(4), to: .daysAgo(3), filter: "f", sort: ["ym:pv:pageviews"], limit: 3,
                offset: 4, onlyExpandableUndefined: flag == 2, accuracy: .high, allowsProposedAccuracy: flag == 0,
                includesUndefined: flag == 1, directClientLogins: ["x", "y"], language: "en", timeZone: "+03:00"))
    }
}
