import Foundation
import Methodical
import MetrikaAPI
import Testing

/// Tests of the hand-written functions for names with a parameter. Each such name has exactly one.
@Suite struct ReportNameTests {
    @Test("Each name with an attribution has exactly one function for it")
    func attributions() throws {
        typealias V = Metrika.VisitsDimension
        typealias C = Metrika.AdClickDimension
        typealias E = Metrika.AdExpenseDimension
        check(
            "<attribution>", .crossDeviceLastSign,
            [
                V.advEngine(attribution:), V.currency(attribution:), V.directBannerGroup(attribution:),
                V.directClickBanner(attribution:), V.directClickOrder(attribution:),
                V.directConditionType(attribution:), V.directPhraseOrCond(attribution:),
                V.directPlatform(attribution:), V.directPlatformType(attribution:),
                V.directSearchPhrase(attribution:), V.displayCampaign(attribution:), V.from(attribution:),
                V.hasGCLID(attribution:), V.messenger(attribution:), V.openstatAd(attribution:),
                V.openstatCampaign(attribution:), V.openstatService(attribution:), V.openstatSource(attribution:),
                V.qrCodeProvider(attribution:), V.recommendationSystem(attribution:), V.referalSource(attribution:),
                V.searchEngine(attribution:), V.searchEngineRoot(attribution:), V.searchPhrase(attribution:),
                V.socialNetwork(attribution:), V.socialNetworkProfile(attribution:), V.sourceEngine(attribution:),
                V.trafficSource(attribution:), V.utmCampaign(attribution:), V.utmContent(attribution:),
                V.utmMedium(attribution:), V.utmSource(attribution:), V.utmTerm(attribution:),
            ])
        check(
            "<attribution>", .crossDeviceLastSign,
            [
                C.currency(attribution:), C.directBanner(attribution:), C.directBannerGroup(attribution:),
                C.directConditionType(attribution:), C.directOrder(attribution:), C.directPhraseOrCond(attribution:),
                C.directPlatform(attribution:), C.directPlatformType(attribution:),
                C.directSearchPhrase(attribution:), C.displayCampaign(attribution:),
            ])
        check(
            "<attribution>", .crossDeviceLastSign,
            [
                E.expenseCampaign(attribution:), E.expenseContent(attribution:), E.expenseMedium(attribution:),
                E.expenseSource(attribution:), E.expenseTerm(attribution:), E.sourceEngine(attribution:),
                E.trafficSource(attribution:),
            ])
        #expect(try count("(attribution: ", in: "Attribution") == 50)
    }

    @Test("Each name with a currency has exactly one function for it")
    func currencies() throws {
        typealias V = Metrika.VisitsMetric
        typealias C = Metrika.AdClickMetric
        typealias E = Metrika.AdExpenseMetric
        check(
            "<currency>", .eur,
            [
                V.cdpOrdersAverageCheque(currency:), V.cdpOrdersProfit(currency:), V.cdpOrdersRevenue(currency:),
                V.ecommerceConvertedRevenue(currency:), V.ecommerceConvertedRevenuePerPurchase(currency:),
                V.ecommerceConvertedRevenuePerVisit(currency:), V.favoriteGoalsConvertedRevenue(currency:),
                V.favoriteGoalsConvertedRevenuePerVisit(currency:), V.offlineCallConvertedRevenue(currency:),
                V.offlineCallConvertedRevenueAvg(currency:), V.productBasketsConvertedPrice(currency:),
                V.productPurchasedConvertedPrice(currency:),
            ])
        check(
            "<currency>", .eur,
            [
                C.convertedAdCost(currency:), C.convertedAdCostPerVisit(currency:),
                C.ecommerceConvertedRevenue(currency:), C.ecommerceConvertedRevenuePerPurchase(currency:),
                C.ecommerceConvertedRevenuePerVisit(currency:), C.favoriteGoalsConvertedRevenue(currency:),
                C.favoriteGoalsConvertedRevenuePerVisit(currency:), C.productBasketsConvertedPrice(currency:),
                C.productPurchasedConvertedPrice(currency:),
            ])
        check(
            "<currency>", .eur,
            [
                E.cdpOrdersAverageCheque(currency:), E.cdpOrdersProfit(currency:), E.cdpOrdersRevenue(currency:),
                E.ecommerceConvertedRevenue(currency:), E.ecommerceConvertedRevenuePerPurchase(currency:),
                E.ecommerceConvertedRevenuePerVisit(currency:), E.expenseCPC(currency:),
                E.expenseEcommerceCPA(currency:), E.expenseEcommerceCRR(currency:), E.expenseEcommerceROI(currency:),
                E.expenseFavoriteGoalsCPA(currency:), E.expenseFavoriteGoalsCRR(currency:),
                E.expenseFavoriteGoalsROI(currency:), E.expenseFavoriteGoalsUserCPA(currency:),
                E.expenseFavoriteGoalsVisitCPA(currency:), E.expenses(currency:),
                E.favoriteGoalsConvertedRevenue(currency:), E.favoriteGoalsConvertedRevenuePerVisit(currency:),
                E.productBasketsConvertedPrice(currency:), E.productPurchasedConvertedPrice(currency:),
            ])
        #expect(try count("(currency: ", in: "Currency") == 41)
    }

    @Test("Each name with a period has exactly one function for it")
    func periods() throws {
        typealias V = Metrika.VisitsDimension
        typealias H = Metrika.HitsDimension
        typealias P = Metrika.EventParameterDimension
        typealias D = Metrika.DownloadDimension
        check(
            "<group>", .month,
            [
                V.browserDatePeriod(period:), V.datePeriod(period:), V.firstVisitDatePeriod(period:),
                V.previousVisitDatePeriod(period:),
            ])
        check(
            "<group>", .month,
            [
                H.browserDatePeriod(period:), H.datePeriod(period:),
            ])
        check(
            "<group>", .month,
            [
                P.browserDatePeriod(period:), P.datePeriod(period:),
            ])
        check(
            "<group>", .month,
            [
                D.browserDatePeriod(period:), D.datePeriod(period:),
            ])
        #expect(try count("(period: ", in: "Periods") == 10)
    }

    @Test("Each function for a goal returns a name of its own, with the currency if it takes one")
    func goals() throws {
        typealias V = Metrika.VisitsMetric
        typealias C = Metrika.AdClickMetric
        typealias E = Metrika.AdExpenseMetric
        checkGoals(
            [
                V.goalConversionRate, V.goalReaches, V.goalReachesPerUser, V.goalUserConversionRate, V.goalUsers,
                V.goalVisits,
            ])
        checkGoals(
            [
                V.goalConvertedRevenue(_:currency:)
            ])
        checkGoals(
            [
                C.goalConversionRate, C.goalReaches, C.goalReachesPerUser, C.goalUserConversionRate, C.goalUsers,
                C.goalVisits,
            ])
        checkGoals(
            [
                C.goalConvertedAdCostPerVisit(_:currency:), C.goalConvertedCPA(_:currency:),
                C.goalConvertedRevenue(_:currency:),
            ])
        checkGoals(
            [
                E.goalConversionRate, E.goalReaches, E.goalReachesPerUser, E.goalUserConversionRate, E.goalUsers,
                E.goalVisits,
            ])
        checkGoals(
            [
                E.goalConvertedRevenue(_:currency:), E.goalExpenseCRR(_:currency:), E.goalExpenseROI(_:currency:),
                E.goalExpenseReachCPA(_:currency:), E.goalExpenseUserCPA(_:currency:),
                E.goalExpenseVisitCPA(_:currency:),
            ])
        #expect(try count("(_ goal: ", in: "Goals") == 28)
    }

    @Test("The names of metrics and dimensions differ, so that an order is never ambiguous")
    func orders() {
        func check<Table: Metrika.ReportTable>(_: Table.Type) {
            func swift(_ name: String) -> String {
                name.dropFirst(Table.prefix.count).replacing(/<\w+>/, with: "").lowercased()
            }
            let metrics = Set(Table.Metric.known.map { swift($0.rawValue) })
            let shared = metrics.intersection(Table.Dimension.known.map { swift($0.rawValue) })
            // These differ by a capital letter.
            #expect(shared.isSubset(of: ["pageviews", "originalpageviews"]), "\(shared)")
        }
        typealias Order = Metrika.Selection<Metrika.Visits>.Order
        let orders: [Order] = [
            .ascending(.pageviews), .ascending(.pageViews), .descending(.originalPageviews),
            .descending(.originalPageViews),
        ]
        #expect(Set(orders).count == 4)
        check(Metrika.Visits.self)
        check(Metrika.Hits.self)
        check(Metrika.AdClicks.self)
        check(Metrika.AdExpenses.self)
        check(Metrika.EventParameters.self)
        check(Metrika.Downloads.self)
        check(Metrika.UserParameters.self)
    }

    /// Checks that the functions' results, with the parameter put back, are all the known names that have it.
    private func check<Name: Metrika.ReportName, Value: APIEngine.OpenEnum>(
        _ parameter: String, _ value: Value, _ functions: [(Value) -> Name]
    ) where Value.RawValue == String {
        let names = functions.map { $0(value).rawValue }
        for name in names { #expect(name.contains(value.rawValue) && !name.contains("<"), "\(name)") }
        let replaced = names.map { $0.replacing(value.rawValue, with: parameter) }
        #expect(replaced.sorted() == Name.known.map(\.rawValue).filter { $0.contains(parameter) }.sorted())
    }

    private func checkGoals<Name: Metrika.ReportName>(_ functions: [(Int) -> Name]) {
        let names = functions.map { $0(12345).rawValue }
        let prefix = Name.known.first?.rawValue.split(separator: ":").dropLast().joined(separator: ":") ?? ""
        #expect(names.allSatisfy { $0.hasPrefix(prefix + ":goal12345") && !$0.contains("<") })
        #expect(Set(names).count == names.count)
    }

    private func checkGoals<Name: Metrika.ReportName>(_ functions: [(Int, Metrika.Currency?) -> Name]) {
        checkGoals(functions.map { function in { function($0, .eur) } })
        for function in functions {
            let name = function(7, nil).rawValue
            #expect(name.contains("<currency>"))
            #expect(function(7, .eur).rawValue == name.replacing("<currency>", with: "EUR"))
        }
    }

    /// Returns the number of hand-written functions in a file whose parameters begin like this.
    private func count(_ parameters: String, in file: String) throws -> Int {
        let url = Facts.schema.appending(path: "ReportNames+\(file).swift")
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.matches(of: /public static func \w+(?<parameters>\(\w+ ?\w*: )/).count {
            $0.parameters == parameters
        }
    }
}
