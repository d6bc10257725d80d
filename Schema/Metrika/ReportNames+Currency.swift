import Methodical

// Each name without an argument stands for the counter's own currency.

/// Sums of money in a currency.
extension Metrika.VisitsMetric {
    public static func cdpOrdersAverageCheque(currency: Metrika.Currency) -> Self {
        cdpOrdersAverageCheque.with("<currency>", currency)
    }
    public static func cdpOrdersProfit(currency: Metrika.Currency) -> Self {
        cdpOrdersProfit.with("<currency>", currency)
    }
    public static func cdpOrdersRevenue(currency: Metrika.Currency) -> Self {
        cdpOrdersRevenue.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenue(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenue.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenuePerPurchase(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerPurchase.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerVisit.with("<currency>", currency)
    }
    public static func favoriteGoalsConvertedRevenue(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenue.with("<currency>", currency)
    }
    public static func favoriteGoalsConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenuePerVisit.with("<currency>", currency)
    }
    public static func offlineCallConvertedRevenue(currency: Metrika.Currency) -> Self {
        offlineCallConvertedRevenue.with("<currency>", currency)
    }
    public static func offlineCallConvertedRevenueAvg(currency: Metrika.Currency) -> Self {
        offlineCallConvertedRevenueAvg.with("<currency>", currency)
    }
    public static func productBasketsConvertedPrice(currency: Metrika.Currency) -> Self {
        productBasketsConvertedPrice.with("<currency>", currency)
    }
    public static func productPurchasedConvertedPrice(currency: Metrika.Currency) -> Self {
        productPurchasedConvertedPrice.with("<currency>", currency)
    }
}

/// Sums of money in a currency.
extension Metrika.AdClickMetric {
    public static func convertedAdCost(currency: Metrika.Currency) -> Self {
        convertedAdCost.with("<currency>", currency)
    }
    public static func convertedAdCostPerVisit(currency: Metrika.Currency) -> Self {
        convertedAdCostPerVisit.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenue(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenue.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenuePerPurchase(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerPurchase.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerVisit.with("<currency>", currency)
    }
    public static func favoriteGoalsConvertedRevenue(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenue.with("<currency>", currency)
    }
    public static func favoriteGoalsConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenuePerVisit.with("<currency>", currency)
    }
    public static func productBasketsConvertedPrice(currency: Metrika.Currency) -> Self {
        productBasketsConvertedPrice.with("<currency>", currency)
    }
    public static func productPurchasedConvertedPrice(currency: Metrika.Currency) -> Self {
        productPurchasedConvertedPrice.with("<currency>", currency)
    }
}

/// Sums of money in a currency.
extension Metrika.AdExpenseMetric {
    public static func cdpOrdersAverageCheque(currency: Metrika.Currency) -> Self {
        cdpOrdersAverageCheque.with("<currency>", currency)
    }
    public static func cdpOrdersProfit(currency: Metrika.Currency) -> Self {
        cdpOrdersProfit.with("<currency>", currency)
    }
    public static func cdpOrdersRevenue(currency: Metrika.Currency) -> Self {
        cdpOrdersRevenue.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenue(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenue.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenuePerPurchase(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerPurchase.with("<currency>", currency)
    }
    public static func ecommerceConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerVisit.with("<currency>", currency)
    }
    public static func expenseCPC(currency: Metrika.Currency) -> Self { expenseCPC.with("<currency>", currency) }
    public static func expenseEcommerceCPA(currency: Metrika.Currency) -> Self {
        expenseEcommerceCPA.with("<currency>", currency)
    }
    public static func expenseEcommerceCRR(currency: Metrika.Currency) -> Self {
        expenseEcommerceCRR.with("<currency>", currency)
    }
    public static func expenseEcommerceROI(currency: Metrika.Currency) -> Self {
        expenseEcommerceROI.with("<currency>", currency)
    }
    public static func expenseFavoriteGoalsCPA(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsCPA.with("<currency>", currency)
    }
    public static func expenseFavoriteGoalsCRR(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsCRR.with("<currency>", currency)
    }
    public static func expenseFavoriteGoalsROI(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsROI.with("<currency>", currency)
    }
    public static func expenseFavoriteGoalsUserCPA(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsUserCPA.with("<currency>", currency)
    }
    public static func expenseFavoriteGoalsVisitCPA(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsVisitCPA.with("<currency>", currency)
    }
    public static func expenses(currency: Metrika.Currency) -> Self { expenses.with("<currency>", currency) }
    public static func favoriteGoalsConvertedRevenue(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenue.with("<currency>", currency)
    }
    public static func favoriteGoalsConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenuePerVisit.with("<currency>", currency)
    }
    public static func productBasketsConvertedPrice(currency: Metrika.Currency) -> Self {
        productBasketsConvertedPrice.with("<currency>", currency)
    }
    public static func productPurchasedConvertedPrice(currency: Metrika.Currency) -> Self {
        productPurchasedConvertedPrice.with("<currency>", currency)
    }
}
