import Foundation
import Methodical

/// The text of a run's results.
struct Report {
    let results: [CallResult]
    let exchanges: [ExchangeLog.Exchange]

    var text: String { [outcomes, faults, summary].joined(separator: "\n\n") }

    /// A table of the outcomes of each kind of call.
    private var outcomes: String {
        let columns = Set(results.map(\.name)).sorted { rank(of: $0) < rank(of: $1) }
        var rows = [["kind"] + columns]
        for kind in CallPlan.Kind.allCases {
            let ofKind = results.filter { $0.plan.kind == kind }
            rows.append([kind.rawValue] + columns.map { name in "\(ofKind.count { $0.name == name })" })
        }
        rows.append(["all"] + columns.map { name in "\(results.count { $0.name == name })" })
        return Self.table(rows)
    }

    private func rank(of name: String) -> String { name == "success" ? "" : name }

    /// A table of the faults.
    private var faults: String {
        let kinds = Dictionary(grouping: exchanges, by: \.fault.kind).sorted { $0.key < $1.key }
        let rows = kinds.map { kind, exchanges in
            [kind, "\(exchanges.count)", "\(exchanges.count(where: \.reachedServer))"]
        }
        return Self.table([["fault", "exchanges", "reached the server"]] + rows)
    }

    private var summary: String {
        let latest = results.max { $0.lateness < $1.lateness }
        let longest = results.max { $0.duration < $1.duration }
        let cancelled = results.count { $0.plan.cancellation != nil }
        return """
            calls: \(results.count), to be cancelled: \(cancelled), exchanges: \(exchanges.count)
            latest: \(latest.map(describe) ?? "")
            longest: \(longest.map(describe) ?? "")
            """
    }

    private func describe(_ result: CallResult) -> String {
        "call \(result.plan.number), \(result.plan.kind), \(result.name), \(result.lateness) late, "
            + "after \(result.duration)"
    }

    private static func table(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

extension CallResult {
    /// The name of the outcome: `success`, `WRONG`, or the code of the error.
    var name: String {
        switch outcome {
        case .success: "success"
        case .wrong: "WRONG"
        case .failed(let error): error.code.rawValue
        }
    }
}
