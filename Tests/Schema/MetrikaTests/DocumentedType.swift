/// A type in the documentation: `integer<int64>[]`.
struct DocumentedType {
    /// The word for the type without its format.
    let word: String
    /// The format in angle brackets.
    let format: String?
    /// The number of lists around the type.
    let depth: Int

    /// Reads a type. The facts cut off a list of several types: `(A or B)[]` is `(A` there.
    init(_ text: String) {
        let isCut = text.hasPrefix("(")
        let parts = text.drop { $0 == "(" }.replacing("[]", with: "").split(separator: "<")
        word = String(parts[0])
        format = parts.count > 1 ? String(parts[1].dropLast()) : nil
        depth = text.matches(of: /\[\]/).count + (isCut ? 1 : 0)
    }

    private init(word: String, format: String?, depth: Int) {
        (self.word, self.format, self.depth) = (word, format, depth)
    }

    /// The type inside the outermost list.
    var element: DocumentedType { DocumentedType(word: word, format: format, depth: depth - 1) }

    /// The schema's types by the documented ones. The second is the type of new values, if the schema has one.
    static let names: [String: [String]] = [
        "AccessFilterDto": ["AccessFilter", "AccessFilterDraft"], "AccessFiltersGrantE": ["Grant"],
        "AccessFiltersShortE": ["AccessFilterName"], "Client": ["Advertiser"], "CodeOptionsE": ["CodeOptions"],
        "ComparisonDataAB": ["Comparison"], "ComparisonQueryAB": ["ComparisonQuery"],
        "ComparisonRowDrillDownAB": ["ComparisonDrillDownRow"], "ComparisonRowStaticAB": ["ComparisonRow"],
        "ConditionalGoal": ["GoalStep"], "CounterBrief": ["Counter"], "CounterEdit": ["CounterDraft"],
        "CounterFlags": ["CounterFlags"], "CounterFull": ["Counter", "CounterDraft"], "CounterGrantE": ["Grant"],
        "CounterMirrorE": ["Mirror"], "DrillDownRow": ["DrillDownRow"], "DynamicQueryExternal": ["TimeReportQuery"],
        "DynamicRow": ["TimeRow"], "ExpenseUploading": ["ExpenseUploading"], "FilterE": ["Filter"],
        "GoalCondition": ["GoalCondition"], "InformerOptionsE": ["Informer"], "Label": ["Label", "LabelDraft"],
        "LogRequest": ["LogRequest"], "LogRequestEvaluation": ["LogRequestEvaluation"],
        "LogRequestPart": ["LogRequestPart"], "MetrikaReportChartAnnotation": ["Annotation"],
        "OfflineCallsUploading": ["CallUploading"], "OfflineConversionUploading": ["ConversionUploading"],
        "OperationE": ["Operation"], "PublisherOptions": ["PublisherOptions"], "QueryExternal": ["ReportQuery"],
        "StaticRow": ["ReportRow"], "UserParamsUploading": ["UserParamsUploading"], "WebvisorOptions": ["Webvisor"],
        "ActionGoal": ["Goal", "GoalDraft"],
        "CompositeGoal": ["Goal", "GoalDraft"],
        "DepthGoal": ["Goal", "GoalDraft"],
        "EmailGoal": ["Goal", "GoalDraft"],
        "FileGoal": ["Goal", "GoalDraft"],
        "GoalE": ["Goal", "GoalDraft"],
        "MessengerGoal": ["Goal", "GoalDraft"],
        "PaymentSystemGoal": ["Goal", "GoalDraft"],
        "PhoneGoal": ["Goal", "GoalDraft"],
        "SiteSearchGoal": ["Goal", "GoalDraft"],
        "SocialNetworkGoal": ["Goal", "GoalDraft"],
        "UrlGoal": ["Goal", "GoalDraft"],
        "VisitDurationGoal": ["Goal", "GoalDraft"],
    ]
}
