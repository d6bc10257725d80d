import Foundation
import Methodical

extension Metrika {
    /// A column of a report, which knows the kind of its figures.
    public struct Column: Hashable, Sendable {
        /// The metric's name: `ym:s:bounceRate`.
        public let name: String
        /// The kind of the figures, which follows from the metric's name.
        public let kind: Kind
        /// The code of the currency, if the figures are sums of money and the metric's name contains it.
        public let currencyCode: String?

        /// Creates the column of a metric.
        public init(_ name: String) {
            let word = name.split(separator: ":").last.map(String.init) ?? name
            self.name = name
            kind = Kind(word)
            currencyCode = kind == .currency ? Self.currencyCode(in: word) : nil
        }

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
        ///
        /// A percentage has one digit after the point, or two if it is below 1 % and not 0.
        public func text(_ figure: Double?, locale: Locale = .autoupdatingCurrent) -> String {
            guard let figure, figure.isFinite else { return "–" }
            switch kind {
            case .count: return signed(figure) { Self.number($0, digits: 0, locale) }
            case .percent:
                // Percent's own description has the same limit.
                let digits = figure != 0 && abs(figure) < 0.995 ? 2 : 1
                return signed(figure) {
                    Percent($0).formatted(.percent.precision(.fractionLength(digits)).locale(locale))
                }
            case .duration: return DurationSeconds(figure).clock
            case .decimal: return signed(figure) { Self.number($0, digits: 2, locale) }
            case .currency:
                return signed(figure) {
                    guard let currencyCode else { return Self.number($0, digits: 2, locale) }
                    return $0.formatted(.currency(code: currencyCode).locale(locale))
                }
            }
        }

        /// Returns the text of a figure, without a sign if the figure is rounded to zero.
        private func signed(_ figure: Double, _ text: (Double) -> String) -> String {
            let unsigned = text(figure.magnitude)
            return figure < 0 && unsigned != text(0) ? text(figure) : unsigned
        }

        private static func number(_ figure: Double, digits: Int, _ locale: Locale) -> String {
            figure.formatted(.number.precision(.fractionLength(digits)).locale(locale))
        }

        private static let currencyCodes = Set(Locale.commonISOCurrencyCodes)

        /// Returns the code of a currency with which capitals in the name begin: `EUR` in `cdpOrdersEURProfit`.
        private static func currencyCode(in word: String) -> String? {
            word.split { !$0.isUppercase }.map { String($0.prefix(3)) }.first { currencyCodes.contains($0) }
        }
    }
}

extension Metrika.Column.Kind {
    /// Creates the kind of the figures of a metric, by its name without the table's prefix.
    init(_ word: String) {
        func ends(_ endings: [String]) -> Bool { endings.contains { word.hasSuffix($0) } }
        func has(_ parts: [String]) -> Bool { parts.contains { word.contains($0) } }

        if let known = Self.exceptions[word] {
            self = known
        } else if ends(["Seconds"]) || has(["CallDuration", "CallHoldDuration", "CallTalkDuration"]) {
            self = .duration
        } else if word.hasPrefix("percent") || ends(Self.shares) || has(["ConversionInto"]) {
            self = .percent
        } else if word.hasPrefix("expenses") || has(Self.sums) {
            self = .currency
        } else if word.hasPrefix("avg") || has(Self.means) || ends(["Depth", "Days"]) {
            self = .decimal
        } else {
            self = .count
        }
    }

    private static let shares = ["Percentage", "Rate", "Share", "CTR", "CRR", "ROI", "Visibility", "Recirculation"]
    private static let sums = [
        "Price", "Revenue", "Profit", "Cheque", "Cost", "CPA", "CPC", "CPM", "RPM", "ARPU",
    ]
    private static let means = [
        "PerDay", "PerHour", "PerMinute", "PerHit", "PerUser", "PerVisit", "PerPurchase",
    ]
    /// The metrics whose names do not tell their kind.
    private static let exceptions: [String: Self] = [
        "affinityIndexInterests": .decimal, "affinityIndexInterests2": .decimal, "yanARPU": .decimal,
        "publisherArticleUsersRecircled": .decimal,
    ]
}

extension [Metrika.Column] {
    /// Returns figures as people read them. A missing figure is a dash.
    public func texts(_ figures: [Double?], locale: Locale = .autoupdatingCurrent) -> [String] {
        enumerated().map { index, column in
            column.text(index < figures.count ? figures[index] : nil, locale: locale)
        }
    }
}
