import Methodical

/// Figures of one goal, by its number.
extension Metrika.VisitsMetric {
    /// Returns the metric for the share of visits with the goal.
    public static func goalConversionRate(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)conversionRate") }
    /// Returns the metric for the revenue from the goal.
    public static func goalConvertedRevenue(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:s:goal\(goal)converted<currency>Revenue").priced(in: currency)
    }
    /// Returns the metric for the number of times that the goal was reached.
    public static func goalReaches(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)reaches") }
    /// Returns the metric for the average number of times that a user reached the goal.
    public static func goalReachesPerUser(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)reachesPerUser") }
    /// Returns the metric for the share of users who reached the goal.
    public static func goalUserConversionRate(_ goal: Int) -> Self {
        Self(rawValue: "ym:s:goal\(goal)userConversionRate")
    }
    /// Returns the metric for the number of users who reached the goal.
    public static func goalUsers(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)users") }
    /// Returns the metric for the number of visits with the goal.
    public static func goalVisits(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)visits") }
}

/// Figures of one goal, by its number.
extension Metrika.AdClickMetric {
    /// Returns the metric for the share of visits with the goal.
    public static func goalConversionRate(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)conversionRate") }
    /// Returns the metric for the cost of ads per visit with the goal.
    public static func goalConvertedAdCostPerVisit(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)converted<currency>AdCostPerVisit").priced(in: currency)
    }
    /// Returns the metric for the cost of ads per reached goal.
    public static func goalConvertedCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)converted<currency>CPA").priced(in: currency)
    }
    /// Returns the metric for the revenue from the goal.
    public static func goalConvertedRevenue(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)converted<currency>Revenue").priced(in: currency)
    }
    /// Returns the metric for the number of times that the goal was reached.
    public static func goalReaches(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)reaches") }
    /// Returns the metric for the average number of times that a user reached the goal.
    public static func goalReachesPerUser(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)reachesPerUser") }
    /// Returns the metric for the share of users who reached the goal.
    public static func goalUserConversionRate(_ goal: Int) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)userConversionRate")
    }
    /// Returns the metric for the number of users who reached the goal.
    public static func goalUsers(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)users") }
    /// Returns the metric for the number of visits with the goal.
    public static func goalVisits(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)visits") }
}

/// Figures of one goal, by its number.
extension Metrika.AdExpenseMetric {
    /// Returns the metric for the share of visits with the goal.
    public static func goalConversionRate(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)conversionRate") }
    /// Returns the metric for the revenue from the goal.
    public static func goalConvertedRevenue(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)converted<currency>Revenue").priced(in: currency)
    }
    /// Returns the metric for the ratio of the expenses to the revenue from the goal.
    public static func goalExpenseCRR(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>CRR").priced(in: currency)
    }
    /// Returns the metric for the return on the expenses from the goal.
    public static func goalExpenseROI(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>ROI").priced(in: currency)
    }
    /// Returns the metric for the expenses per reached goal.
    public static func goalExpenseReachCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>ReachCPA").priced(in: currency)
    }
    /// Returns the metric for the expenses per user who reached the goal.
    public static func goalExpenseUserCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>UserCPA").priced(in: currency)
    }
    /// Returns the metric for the expenses per visit with the goal.
    public static func goalExpenseVisitCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>VisitCPA").priced(in: currency)
    }
    /// Returns the metric for the number of times that the goal was reached.
    public static func goalReaches(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)reaches") }
    /// Returns the metric for the average number of times that a user reached the goal.
    public static func goalReachesPerUser(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)reachesPerUser") }
    /// Returns the metric for the share of users who reached the goal.
    public static func goalUserConversionRate(_ goal: Int) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)userConversionRate")
    }
    /// Returns the metric for the number of users who reached the goal.
    public static func goalUsers(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)users") }
    /// Returns the metric for the number of visits with the goal.
    public static func goalVisits(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)visits") }
}
