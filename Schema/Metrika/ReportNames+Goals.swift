import Methodical

/// Figures of one goal, by its number.
extension Metrika.VisitsMetric {
    public static func goalConversionRate(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)conversionRate") }
    public static func goalConvertedRevenue(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:s:goal\(goal)converted<currency>Revenue").priced(in: currency)
    }
    public static func goalReaches(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)reaches") }
    public static func goalReachesPerUser(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)reachesPerUser") }
    public static func goalUserConversionRate(_ goal: Int) -> Self {
        Self(rawValue: "ym:s:goal\(goal)userConversionRate")
    }
    public static func goalUsers(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)users") }
    public static func goalVisits(_ goal: Int) -> Self { Self(rawValue: "ym:s:goal\(goal)visits") }
}

/// Figures of one goal, by its number.
extension Metrika.AdClickMetric {
    public static func goalConversionRate(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)conversionRate") }
    public static func goalConvertedAdCostPerVisit(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)converted<currency>AdCostPerVisit").priced(in: currency)
    }
    public static func goalConvertedCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)converted<currency>CPA").priced(in: currency)
    }
    public static func goalConvertedRevenue(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)converted<currency>Revenue").priced(in: currency)
    }
    public static func goalReaches(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)reaches") }
    public static func goalReachesPerUser(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)reachesPerUser") }
    public static func goalUserConversionRate(_ goal: Int) -> Self {
        Self(rawValue: "ym:ad:goal\(goal)userConversionRate")
    }
    public static func goalUsers(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)users") }
    public static func goalVisits(_ goal: Int) -> Self { Self(rawValue: "ym:ad:goal\(goal)visits") }
}

/// Figures of one goal, by its number.
extension Metrika.AdExpenseMetric {
    public static func goalConversionRate(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)conversionRate") }
    public static func goalConvertedRevenue(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)converted<currency>Revenue").priced(in: currency)
    }
    public static func goalExpenseCRR(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>CRR").priced(in: currency)
    }
    public static func goalExpenseROI(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>ROI").priced(in: currency)
    }
    public static func goalExpenseReachCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>ReachCPA").priced(in: currency)
    }
    public static func goalExpenseUserCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>UserCPA").priced(in: currency)
    }
    public static func goalExpenseVisitCPA(_ goal: Int, currency: Metrika.Currency? = nil) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)expense<currency>VisitCPA").priced(in: currency)
    }
    public static func goalReaches(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)reaches") }
    public static func goalReachesPerUser(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)reachesPerUser") }
    public static func goalUserConversionRate(_ goal: Int) -> Self {
        Self(rawValue: "ym:ev:goal\(goal)userConversionRate")
    }
    public static func goalUsers(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)users") }
    public static func goalVisits(_ goal: Int) -> Self { Self(rawValue: "ym:ev:goal\(goal)visits") }
}
