import Foundation
import MetrikaAPI
import Testing

/// Tests of figures as people read them.
@Suite struct ColumnTests {
    private func text(_ name: String, _ figure: Double?, in locale: String = "en_US") -> String {
        Metrika.Column(name).text(figure, locale: Locale(identifier: locale))
    }

    @Test func figuresOfEachKind() {
        #expect(text("ym:s:visits", 1_234_567) == "1,234,567")
        #expect(text("ym:s:bounceRate", 23.456) == "23.5%")
        #expect(text("ym:s:avgVisitDurationSeconds", 93.4) == "01:33")
        #expect(text("ym:s:pageDepth", 3.14159) == "3.14")
        #expect(text("ym:s:cdpOrdersEURProfit", 1234.5) == "€1,234.50")
        #expect(text("ym:s:cdpOrders<currency>Profit", 1234.5) == "1,234.50")
        #expect(text("ym:s:visits", nil) == "–" && text("ym:s:visits", .nan) == "–")
    }

    @Test func durationsOfAnHourOrMore() {
        #expect(text("ym:s:avgVisitDurationSeconds", 3599.4) == "59:59")
        #expect(text("ym:s:avgVisitDurationSeconds", 3600) == "1:00:00")
        #expect(text("ym:s:avgVisitDurationSeconds", 93_784) == "26:03:04")
    }

    @Test("A negative figure begins with its sign, also before a currency")
    func negativeFigures() {
        #expect(text("ym:s:visits", -1234) == "-1,234")
        #expect(text("ym:s:bounceRate", -5) == "-5.0%")
        #expect(text("ym:s:avgVisitDurationSeconds", -93) == "-01:33")
        #expect(text("ym:s:cdpOrdersUSDProfit", -1234.5) == "-$1,234.50")
    }

    /// A figure that is rounded to zero has no sign.
    @Test func noNegativeZero() {
        #expect(text("ym:s:visits", -0.4) == "0" && text("ym:s:visits", -0.0) == "0")
        #expect(text("ym:s:pageDepth", -0.004) == "0.00")
        #expect(text("ym:s:bounceRate", -0.004) == "0.00%" && text("ym:s:bounceRate", -0.0) == "0.0%")
        #expect(text("ym:s:avgVisitDurationSeconds", -0.4) == "00:00")
        #expect(text("ym:s:cdpOrdersUSDProfit", -0.004) == "$0.00")
    }

    @Test("A percentage under 1 has two decimals, unless it is zero or is rounded to 1")
    func smallPercentages() {
        #expect(text("ym:s:bounceRate", 0.354) == "0.35%" && text("ym:s:bounceRate", -0.354) == "-0.35%")
        #expect(text("ym:s:bounceRate", 0.5) == "0.50%" && text("ym:s:bounceRate", 0) == "0.0%")
        #expect(text("ym:s:bounceRate", 0.994) == "0.99%" && text("ym:s:bounceRate", 0.996) == "1.0%")
    }

    @Test("Figures have the separators and the places of units of another locale")
    func anotherLocale() {
        #expect(text("ym:s:visits", 1_234_567, in: "de_DE") == "1.234.567")
        #expect(text("ym:s:pageDepth", 3.14159, in: "de_DE") == "3,14")
        #expect(text("ym:s:bounceRate", 23.456, in: "de_DE") == "23,5\u{A0}%")
        #expect(text("ym:s:cdpOrdersEURProfit", 1234.5, in: "de_DE") == "1.234,50\u{A0}€")
    }

    /// The set of currencies is open. Each code stands where the name of the metric has the parameter.
    @Test("A column has the currency in the name of its metric, and the units of Yandex are none")
    func anyCurrency() {
        let metrics =
            Metrika.VisitsMetric.known.map(\.rawValue) + Metrika.AdClickMetric.known.map(\.rawValue)
            + Metrika.AdExpenseMetric.known.map(\.rawValue) + ["ym:s:goal7converted<currency>Revenue"]
        for name in metrics where Metrika.Column(name).kind == .currency {
            #expect(text(name, 5) == "5.00", "\(name)")
            guard name.contains("<currency>") else { continue }
            #expect(text(name.replacing("<currency>", with: "KZT"), 5) == "KZT\u{A0}5.00", "\(name)")
            #expect(text(name.replacing("<currency>", with: "JPY"), 5) == "¥5", "\(name)")
            // The units of Yandex are no currency.
            #expect(text(name.replacing("<currency>", with: "YND"), 5) == "5.00", "\(name)")
        }
    }
}
