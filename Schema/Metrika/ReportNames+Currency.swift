import Methodical

// Each name without an argument stands for the counter's own currency.

/// Sums of money in a currency.
extension Metrika.VisitsMetric {
    /// Returns the metric for the average price of orders, in a currency.
    public static func cdpOrdersAverageCheque(currency: Metrika.Currency) -> Self {
        cdpOrdersAverageCheque.priced(in: currency)
    }
    /// Returns the metric for the profit from orders, in a currency.
    public static func cdpOrdersProfit(currency: Metrika.Currency) -> Self {
        cdpOrdersProfit.priced(in: currency)
    }
    /// Returns the metric for the revenue from orders, in a currency.
    public static func cdpOrdersRevenue(currency: Metrika.Currency) -> Self {
        cdpOrdersRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue from purchases, in a currency.
    public static func ecommerceConvertedRevenue(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue per purchase, in a currency.
    public static func ecommerceConvertedRevenuePerPurchase(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerPurchase.priced(in: currency)
    }
    /// Returns the metric for the revenue from purchases per visit, in a currency.
    public static func ecommerceConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerVisit.priced(in: currency)
    }
    /// Returns the metric for the revenue from favorite goals, in a currency.
    public static func favoriteGoalsConvertedRevenue(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue from favorite goals per visit, in a currency.
    public static func favoriteGoalsConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenuePerVisit.priced(in: currency)
    }
    /// Returns the metric for the revenue from phone calls, in a currency.
    public static func offlineCallConvertedRevenue(currency: Metrika.Currency) -> Self {
        offlineCallConvertedRevenue.priced(in: currency)
    }
    /// Returns the metric for the average revenue from a phone call, in a currency.
    public static func offlineCallConvertedRevenueAvg(currency: Metrika.Currency) -> Self {
        offlineCallConvertedRevenueAvg.priced(in: currency)
    }
    /// Returns the metric for the price of products put in baskets, in a currency.
    public static func productBasketsConvertedPrice(currency: Metrika.Currency) -> Self {
        productBasketsConvertedPrice.priced(in: currency)
    }
    /// Returns the metric for the price of purchased products, in a currency.
    public static func productPurchasedConvertedPrice(currency: Metrika.Currency) -> Self {
        productPurchasedConvertedPrice.priced(in: currency)
    }
}

/// Sums of money in a currency.
extension Metrika.AdClickMetric {
    /// Returns the metric for the cost of ads, in a currency.
    public static func convertedAdCost(currency: Metrika.Currency) -> Self {
        convertedAdCost.priced(in: currency)
    }
    /// Returns the metric for the cost of ads per visit, in a currency.
    public static func convertedAdCostPerVisit(currency: Metrika.Currency) -> Self {
        convertedAdCostPerVisit.priced(in: currency)
    }
    /// Returns the metric for the revenue from purchases, in a currency.
    public static func ecommerceConvertedRevenue(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue per purchase, in a currency.
    public static func ecommerceConvertedRevenuePerPurchase(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerPurchase.priced(in: currency)
    }
    /// Returns the metric for the revenue from purchases per visit, in a currency.
    public static func ecommerceConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerVisit.priced(in: currency)
    }
    /// Returns the metric for the revenue from favorite goals, in a currency.
    public static func favoriteGoalsConvertedRevenue(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue from favorite goals per visit, in a currency.
    public static func favoriteGoalsConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenuePerVisit.priced(in: currency)
    }
    /// Returns the metric for the price of products put in baskets, in a currency.
    public static func productBasketsConvertedPrice(currency: Metrika.Currency) -> Self {
        productBasketsConvertedPrice.priced(in: currency)
    }
    /// Returns the metric for the price of purchased products, in a currency.
    public static func productPurchasedConvertedPrice(currency: Metrika.Currency) -> Self {
        productPurchasedConvertedPrice.priced(in: currency)
    }
}

/// Sums of money in a currency.
extension Metrika.AdExpenseMetric {
    /// Returns the metric for the average price of orders, in a currency.
    public static func cdpOrdersAverageCheque(currency: Metrika.Currency) -> Self {
        cdpOrdersAverageCheque.priced(in: currency)
    }
    /// Returns the metric for the profit from orders, in a currency.
    public static func cdpOrdersProfit(currency: Metrika.Currency) -> Self {
        cdpOrdersProfit.priced(in: currency)
    }
    /// Returns the metric for the revenue from orders, in a currency.
    public static func cdpOrdersRevenue(currency: Metrika.Currency) -> Self {
        cdpOrdersRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue from purchases, in a currency.
    public static func ecommerceConvertedRevenue(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue per purchase, in a currency.
    public static func ecommerceConvertedRevenuePerPurchase(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerPurchase.priced(in: currency)
    }
    /// Returns the metric for the revenue from purchases per visit, in a currency.
    public static func ecommerceConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        ecommerceConvertedRevenuePerVisit.priced(in: currency)
    }
    /// Returns the metric for the expenses per click, in a currency.
    public static func expenseCPC(currency: Metrika.Currency) -> Self { expenseCPC.priced(in: currency) }
    /// Returns the metric for the expenses per purchase, in a currency.
    public static func expenseEcommerceCPA(currency: Metrika.Currency) -> Self {
        expenseEcommerceCPA.priced(in: currency)
    }
    /// Returns the metric for the ratio of the expenses to the revenue from purchases, in a currency.
    public static func expenseEcommerceCRR(currency: Metrika.Currency) -> Self {
        expenseEcommerceCRR.priced(in: currency)
    }
    /// Returns the metric for the return on the expenses from purchases, in a currency.
    public static func expenseEcommerceROI(currency: Metrika.Currency) -> Self {
        expenseEcommerceROI.priced(in: currency)
    }
    /// Returns the metric for the expenses per reached favorite goal, in a currency.
    public static func expenseFavoriteGoalsCPA(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsCPA.priced(in: currency)
    }
    /// Returns the metric for the ratio of the expenses to the revenue from favorite goals, in a currency.
    public static func expenseFavoriteGoalsCRR(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsCRR.priced(in: currency)
    }
    /// Returns the metric for the return on the expenses from favorite goals, in a currency.
    public static func expenseFavoriteGoalsROI(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsROI.priced(in: currency)
    }
    /// Returns the metric for the expenses per user with a favorite goal, in a currency.
    public static func expenseFavoriteGoalsUserCPA(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsUserCPA.priced(in: currency)
    }
    /// Returns the metric for the expenses per visit with a favorite goal, in a currency.
    public static func expenseFavoriteGoalsVisitCPA(currency: Metrika.Currency) -> Self {
        expenseFavoriteGoalsVisitCPA.priced(in: currency)
    }
    /// Returns the metric for the expenses, in a currency.
    public static func expenses(currency: Metrika.Currency) -> Self { expenses.priced(in: currency) }
    /// Returns the metric for the revenue from favorite goals, in a currency.
    public static func favoriteGoalsConvertedRevenue(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenue.priced(in: currency)
    }
    /// Returns the metric for the revenue from favorite goals per visit, in a currency.
    public static func favoriteGoalsConvertedRevenuePerVisit(currency: Metrika.Currency) -> Self {
        favoriteGoalsConvertedRevenuePerVisit.priced(in: currency)
    }
    /// Returns the metric for the price of products put in baskets, in a currency.
    public static func productBasketsConvertedPrice(currency: Metrika.Currency) -> Self {
        productBasketsConvertedPrice.priced(in: currency)
    }
    /// Returns the metric for the price of purchased products, in a currency.
    public static func productPurchasedConvertedPrice(currency: Metrika.Currency) -> Self {
        productPurchasedConvertedPrice.priced(in: currency)
    }
}
