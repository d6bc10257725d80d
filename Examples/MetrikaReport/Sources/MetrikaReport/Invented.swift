import Foundation
import Methodical
import MethodicalMock
import MethodicalTesting
import MetrikaAPI

/// Two invented sites, for the server inside the program and for tests. The date there is always Friday,
/// 20 November 2026.
enum Invented {
    struct Site: Sendable {
        let counter: Int
        let name: String
        let address: String
        /// The number of visits on an ordinary day.
        let visits: Double
    }

    static let sites = [
        Site(counter: 44_147_844, name: "Walks around Tartu", address: "walks.example", visits: 1180),
        Site(counter: 51_204_511, name: "Bread & rolls", address: "bread.example", visits: 96),
    ]

    static let counters: JSON = [
        "rows": .integer(sites.count),
        "counters": .array(
            sites.map {
                ["id": .integer($0.counter), "name": .string($0.name), "site2": ["site": .string($0.address)]]
            }),
    ]

    /// Returns the response of `reports.table`.
    static func table(_ arguments: [String: String]) throws -> JSON {
        let visits = try daily(arguments).reduce(0, +)
        let rows = sources.map { source -> JSON in
            let part = (visits * source.share).rounded()
            let metrics = [
                part, (part * source.depth).rounded(), (part * 0.83).rounded(), source.bounces, source.seconds,
            ]
            return [
                "dimensions": [["id": .string(source.id), "name": .string(source.name)]], "metrics": numbers(metrics),
            ]
        }
        let totals = [visits, (visits * 3.123).rounded(), (visits * 0.78).rounded(), 20.51, 137.5]
        return [
            "query": query(arguments), "data": .array(rows), "totals": numbers(totals),
            "total_rows": .integer(rows.count),
        ]
    }

    /// Returns the response of `reports.byTime` about visits.
    static func byTime(_ arguments: [String: String]) throws -> JSON {
        let visits = numbers(try daily(arguments))
        return [
            "query": query(arguments), "data": [["dimensions": [], "metrics": [visits]]], "totals": [visits],
            "total_rows": 1,
        ]
    }

    private static let sources:
        [(id: String, name: String, share: Double, depth: Double, bounces: Double, seconds: Double)] = [
            ("organic", "Search engine traffic", 0.52, 3.2, 18.64, 141.2),
            ("direct", "Direct traffic", 0.27, 3.9, 12.05, 187.9),
            ("social", "Social network traffic", 0.14, 1.7, 41.5, 48.3),
            ("referral", "Link traffic", 0.07, 2.4, 25, 93.4),
        ]

    /// Returns the visits for each day. Weekends have more of them, and they grow from week to week.
    private static func daily(_ arguments: [String: String]) throws -> [Double] {
        guard let site = sites.first(where: { arguments["ids"] == String($0.counter) }) else {
            throw ServerFailure(Metrika.ErrorCode.notFound, "Entity not found", status: 404)
        }
        return (1...days(arguments)).reversed().map { ago in
            let isWeekend = ago % 7 == 5 || ago % 7 == 6
            let wave = Double((ago * 37) % 11 - 5) / 60
            return (site.visits * (isWeekend ? 1.45 : 1) * (1 + wave - Double(ago) / 400)).rounded()
        }
    }

    private static func days(_ arguments: [String: String]) -> Int {
        arguments["date1"].flatMap { Int($0.prefix { $0.isNumber }) } ?? 7
    }

    private static func query(_ arguments: [String: String]) -> JSON {
        let today = Date(timeIntervalSince1970: 1_795_132_800)
        func day(_ ago: Int) -> JSON {
            .string(CalendarDay(today.addingTimeInterval(Double(-ago) * 86400), in: .gmt).rawValue)
        }
        return ["date1": day(days(arguments)), "date2": day(1)]
    }

    private static func numbers(_ values: [Double]) -> JSON { .array(values.map { .number($0) }) }
}

extension MockServer {
    /// The schemas of the bundled API, which is in the same repository.
    static let schemas = URL(filePath: #filePath).appending(path: "../../../../../Schema/Metrika").standardized

    /// The endpoints for signing in. As at Yandex, the response with a token does not identify the user.
    var yandex: OAuthServer {
        var server = authorization
        server.accountKey = ""
        return server
    }

    /// Runs a mock server of Metrica with the invented sites. Its other methods return samples.
    static func withInventedMetrika(_ body: (MockServer) async throws -> Void) async throws {
        let server = try await start(schemas: schemas)
        server.on("users.getMe", ["id": "1000034426", "login": "ada"])
        server.on("counters.list", Invented.counters)
        server.on("reports.table") { try Invented.table($0.arguments) }
        server.on("reports.byTime") { try Invented.byTime($0.arguments) }
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}
