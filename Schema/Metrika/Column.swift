import Foundation
import Methodical

extension Metrika {
    /// A column of a report, which knows the kind of its figures.
    public struct Column: Hashable, Sendable {
        /// The metric's name: `ym:s:bounceRate`.
        public let name: String

        /// Creates the column of a metric.
        public init(_ name: String) { self.name = name }

        /// A kind of figures.
        public enum Kind: Hashable, Sendable, CaseIterable {
            /// A whole number.
            case count
            /// A share in hundredths.
            case percent
            /// A number of seconds.
            case duration
            /// A number with decimals.
            case decimal
            /// A sum of money.
            case currency
        }

        /// Returns a figure as people read it, or a dash if it is missing: `12,345`, `23.4%`, `01:33`.
        public func text(_ figure: Double?, locale: Locale = .autoupdatingCurrent) -> String {
            guard let figure, figure.isFinite else { return "–" }
            return switch kind {
            case .count: figure.formatted(.number.precision(.fractionLength(0)).locale(locale))
            case .percent: Percent(figure).formatted(.percent.precision(.fractionLength(1)).locale(locale))
            case .duration: DurationSeconds(figure).clock
            case .decimal: figure.formatted(.number.precision(.fractionLength(2)).locale(locale))
            case .currency:
                if let code {
                    figure.formatted(.currency(code: code).locale(locale))
                } else {
                    figure.formatted(.number.precision(.fractionLength(2)).locale(locale))
                }
            }
        }
    }
}

extension Metrika.Column {
    /// The kind of the figures, which follows from the metric's name.
    public var kind: Kind {
        let word = name.split(separator: ":").last.map(String.init) ?? name
        func ends(_ endings: [String]) -> Bool { endings.contains { word.hasSuffix($0) } }
        func has(_ parts: [String]) -> Bool { parts.contains { word.contains($0) } }

        if let known = Self.exceptions[word] { return known }
        if ends(["Seconds"]) || has(["CallDuration", "CallHoldDuration", "CallTalkDuration"]) { return .duration }
        if word.hasPrefix("percent") || ends(Self.shares) || has(["ConversionInto"]) { return .percent }
        if word.hasPrefix("expenses") || has(Self.sums) { return .currency }
        if word.hasPrefix("avg") || has(Self.means) || ends(["Depth", "Days"]) { return .decimal }
        return .count
    }

    private static let shares = ["Percentage", "Rate", "Share", "CTR", "CRR", "ROI", "Visibility", "Recirculation"]
    private static let sums = [
        "Price", "Revenue", "Profit", "Cheque", "Cost", "CPA", "CPC", "CPM", "RPM", "ARPU",
    ]
    private static let means = [
        "PerDay", "PerHour", "PerMinute", "PerHit", "PerUser", "PerVisit", "PerPurchase",
    ]
    /// The metrics whose names do not tell their kind.
    private static let exceptions: [String: Kind] = [
        "affinityIndexInterests": .decimal, "affinityIndexInterests2": .decimal, "yanARPU": .decimal,
        "publisherArticleUsersRecircled": .decimal,
    ]

    /// The code of the currency, if the metric's name contains one.
    private var code: String? {
        Metrika.Currency.known.map(\.rawValue).first { $0 != Metrika.Currency.ynd.rawValue && name.contains($0) }
    }
}

extension Metrika.ReportRow {
    /// Returns the row as people read it: the values of its dimensions, then its figures in the order of the columns.
    public func texts(_ columns: [Metrika.Column], locale: Locale = .autoupdatingCurrent) -> [String] {
        dimensions.map { $0.name ?? "–" } + columns.texts(metrics, locale: locale)
    }
}

extension [Metrika.Column] {
    /// Returns figures as people read them. A missing figure is a dash.
    public func texts(_ figures: [Double?], locale: Locale = .autoupdatingCurrent) -> [String] {
        enumerated().map { index, column in
            column.text(index < figures.count ? figures[index] : nil, locale: locale)
        }
    }
}

extension Metrika.Report {
    /// The columns of the report, if the response repeats the metrics that were asked for.
    public var columns: [Metrika.Column] { (query?.metrics ?? []).map { Metrika.Column($0) } }
}
