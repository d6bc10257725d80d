import Foundation
import Methodical
import MethodicalGenerator
import MetrikaAPI
import Testing

/// Tests of the schema against facts about the API that lie beside the checkout.
@Suite(.enabled(if: Facts.isThere, "needs ../shared/facts beside the checkout")) struct FactsTests {
    @Test("All metrics are there, with their kinds") func metrics() throws {
        let known = Set(Self.metrics)
        let kinds: [String: Metrika.Column.Kind] = [
            "int": .count, "percents": .percent, "double": .decimal, "currency": .currency,
        ]
        let metrics = try Facts.reports().metrics
        #expect(metrics.count == 284)
        for metric in metrics {
            #expect(known.contains(metric.name), "\(metric.name)")
            let kind = Metrika.Column(metric.name).kind
            if let documented = metric.kind {
                #expect(kind == kinds[documented], "\(metric.name) is \(documented), not \(kind)")
            } else {
                // The documentation states no kind for durations and for the index of affinity.
                #expect(kind == (metric.name.contains("affinityIndex") ? .decimal : .duration), "\(metric.name)")
            }
        }
    }

    @Test("All dimensions are there") func dimensions() throws {
        let known = Set(Self.dimensions)
        let dimensions = try Facts.reports().dimensions
        #expect(dimensions.count == 193)
        #expect(dimensions.filter { !known.contains($0) }.isEmpty)
    }

    @Test("All names have the prefix of their table") func prefixes() {
        func check<Table: Metrika.ReportTable>(_: Table.Type) {
            let names = Table.Metric.known.map(\.rawValue) + Table.Dimension.known.map(\.rawValue)
            #expect(names.allSatisfy { $0.hasPrefix(Table.prefix) } && Set(names).count == names.count)
        }
        check(Metrika.Visits.self)
        check(Metrika.Hits.self)
        check(Metrika.AdClicks.self)
        check(Metrika.AdExpenses.self)
        check(Metrika.EventParameters.self)
        check(Metrika.Downloads.self)
        check(Metrika.UserParameters.self)
        #expect(Self.metrics.count == 473 && Self.dimensions.count == 666)
    }

    @Test("All documented values are there") func values() throws {
        let api = try #require(try Facts.api())
        let values = try Facts.reports().values
        #expect(Set(values.keys) == Set(Self.pages.keys).union(Self.pagesLeftOut))
        for (page, name) in Self.pages {
            let method = try #require(api.methods.first { $0.name == name }, "\(name)")
            let types = SchemaTypes(api)
            let records = types.reached(by: method).compactMap { types.properties(of: $0) }
            for (field, documented) in values[page] ?? [:] {
                let uses = method.parameters.filter { $0.name == field }.map(\.type)
                let listed = (uses + records.compactMap { $0[field]?.type }).compactMap { types.values($0) }
                #expect(
                    listed.contains { Set($0).isSuperset(of: documented) }, "\(name): \(field) has no \(documented)")
            }
        }
    }

    @Test("The lists of figures are there, and each figure may be null") func nulls() throws {
        let types = SchemaTypes(try #require(try Facts.api()))
        let list = TypeUse.array(.optional(.number))
        let expected: [(String, [String: TypeUse])] = [
            ("Report", ["totals": list, "min": list, "max": list]),
            ("DrillDownReport", ["totals": list, "min": list, "max": list]),
            ("TimeReport", ["totals": .array(list)]),
            ("ReportRow", ["metrics": list]), ("DrillDownRow", ["metrics": list]),
            ("TimeRow", ["metrics": .array(list)]), ("Comparison", ["a": list, "b": list]),
        ]
        for (name, lists) in expected {
            let properties = try #require(types.properties(of: name))
            for (key, use) in lists { #expect(properties[key]?.type == use, "\(name).\(key)") }
        }
        let compared = [
            ("ComparisonReport", "totals"), ("ComparisonDrillDownReport", "totals"), ("ComparisonRow", "metrics"),
            ("ComparisonDrillDownRow", "metrics"),
        ]
        for (name, key) in compared {
            let use = try #require(types.properties(of: name)?[key]?.type, "\(name).\(key)")
            #expect(types.name(use) == "Comparison")
        }
        let rows = [
            "Report": "ReportRow", "DrillDownReport": "DrillDownRow", "TimeReport": "TimeRow",
            "ComparisonReport": "ComparisonRow", "ComparisonDrillDownReport": "ComparisonDrillDownRow",
        ]
        for (name, row) in rows {
            guard case .array(let use)? = types.properties(of: name)?["data"]?.type else {
                Issue.record("\(name) has no rows")
                continue
            }
            #expect(types.name(use) == row)
        }
    }

    @Test("The quotas are the limits of an account") func quotas() throws {
        let quotas = try Facts.reports().quotas
        let day = APIDescription.Limit(try #require(quotas["requests per user and day"]), per: .seconds(86400))
        let limit = APIDescription.Limit(
            try #require(quotas["requests per second and address"]), further: [day],
            parallel: quotas["parallel requests per user"])
        #expect(Metrika.api.limits == [[]: limit])
        // The client does not keep the lower limit of the Logs API, because limits are those of a whole account.
        #expect(quotas["logs requests per second and address"] == 10)
        #expect(quotas.count == 5)
        #expect(Metrika.api.meanings[.tooManyRequests]?.compactMap(\.number) == [429] && quotas["status"] == 429)
    }

    private static let metrics =
        Metrika.VisitsMetric.known.map(\.rawValue) + Metrika.HitsMetric.known.map(\.rawValue)
        + Metrika.AdClickMetric.known.map(\.rawValue) + Metrika.AdExpenseMetric.known.map(\.rawValue)
        + Metrika.EventParameterMetric.known.map(\.rawValue) + Metrika.DownloadMetric.known.map(\.rawValue)
        + Metrika.UserParameterMetric.known.map(\.rawValue)
    private static let dimensions =
        Metrika.VisitsDimension.known.map(\.rawValue) + Metrika.HitsDimension.known.map(\.rawValue)
        + Metrika.AdClickDimension.known.map(\.rawValue) + Metrika.AdExpenseDimension.known.map(\.rawValue)
        + Metrika.EventParameterDimension.known.map(\.rawValue) + Metrika.DownloadDimension.known.map(\.rawValue)
        + Metrika.UserParameterDimension.known.map(\.rawValue)

    /// The methods by the pages of the documentation.
    private static let pages = [
        "logs/cancel": "logRequests.cancel", "logs/clean": "logRequests.clean",
        "logs/createlogrequest": "logRequests.create", "logs/evaluate": "logRequests.evaluate",
        "logs/getlogrequest": "logRequests.get", "logs/getlogrequests": "logRequests.list",
        "management/call/findallcalluploadings": "calls.uploadings.list",
        "management/call/findcalluploadingbyid": "calls.uploadings.get", "management/call/uploadcalls": "calls.upload",
        "management/counter/addcounter": "counters.create", "management/counter/counter": "counters.get",
        "management/counter/counters": "counters.list", "management/counter/editcounter": "counters.update",
        "management/goal/addgoal": "goals.create", "management/goal/editgoal": "goals.update",
        "management/goal/goal": "goals.get", "management/goal/goals": "goals.list",
        "management/grant/addpublicgrant": "grants.createPublic", "management/grant/grant": "grants.get",
        "management/grant/grants": "grants.list", "management/grant/mygrant": "grants.getOwn",
        "management/offline_conversions/findall_1": "offlineConversions.uploadings.list",
        "management/offline_conversions/findbyid_1": "offlineConversions.uploadings.get",
        "management/offline_conversions/upload_1": "offlineConversions.upload", "stat/bytime": "reports.byTime",
        "stat/comparison": "reports.compare", "stat/comparison_drilldown": "reports.compareDrillDown",
        "stat/data": "reports.table", "stat/drilldown": "reports.drillDown",
    ]
    /// The pages about exports to Yandex Cloud and about uploads of customers, which the facts list no endpoints for.
    private static let pagesLeftOut: Set = [
        "management/cloud/getexportsbycounter", "management/schema/createattributes",
        "management/schema/createproducts",
    ]
}
