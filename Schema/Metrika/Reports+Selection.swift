import Methodical

// These functions take a selection in place of names. Their other arguments are those of the generated functions, which
// take any names.

extension Metrika.Reports {
    /// Returns a table of the selected figures.
    ///
    /// Throws `.invalidRequest` if the server would refuse the selection, a day or the accuracy.
    public func table<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], from: Metrika.ReportDay? = nil,
        to: Metrika.ReportDay? = nil, filter: String? = nil, limit: Int? = nil, offset: Int? = nil,
        accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil, includesUndefined: Bool? = nil,
        directClientLogins: [String]? = nil, language: String? = nil, timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.Report> {
        let names = try selection.names()
        try check([from, to], accuracy)
        return table(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, from: from, to: to,
            filter: filter, sort: names.sort, limit: limit, offset: offset, accuracy: accuracy,
            allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }

    /// Returns one level of a table of the selected figures.
    ///
    /// Throws `.invalidRequest` if the server would refuse the selection, a day or the accuracy.
    public func drillDown<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], parent: [String]? = nil,
        from: Metrika.ReportDay? = nil, to: Metrika.ReportDay? = nil, filter: String? = nil, limit: Int? = nil,
        offset: Int? = nil, onlyExpandableUndefined: Bool? = nil, accuracy: Metrika.Accuracy? = nil,
        allowsProposedAccuracy: Bool? = nil, includesUndefined: Bool? = nil, directClientLogins: [String]? = nil,
        language: String? = nil, timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.DrillDownReport> {
        let names = try selection.names()
        try check([from, to], accuracy)
        return drillDown(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, parent: parent,
            from: from, to: to, filter: filter, sort: names.sort, limit: limit, offset: offset,
            onlyExpandableUndefined: onlyExpandableUndefined, accuracy: accuracy,
            allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }

    /// Returns the selected figures over time.
    ///
    /// The selection may be sorted by at most one metric, by which the server finds the rows with the greatest values.
    /// Throws `.invalidRequest` if the server would refuse the selection, a day or the accuracy.
    public func byTime<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], interval: Metrika.TimeGroup? = nil,
        from: Metrika.ReportDay? = nil, to: Metrika.ReportDay? = nil, filter: String? = nil, rowLimit: Int? = nil,
        rows: [[String]]? = nil, includesAnnotations: Bool? = nil, annotationGroups: [Metrika.AnnotationGroup]? = nil,
        accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil, includesUndefined: Bool? = nil,
        directClientLogins: [String]? = nil, language: String? = nil, timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.TimeReport> {
        let names = try selection.names()
        let rowSort = try selection.rowSort()
        try check([from, to], accuracy)
        return byTime(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, interval: interval,
            from: from, to: to, filter: filter, rowLimit: rowLimit, rowSort: rowSort,
            rows: rows, includesAnnotations: includesAnnotations, annotationGroups: annotationGroups,
            accuracy: accuracy, allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }

    /// Returns a table that compares the selected figures of two segments.
    ///
    /// Throws `.invalidRequest` if the server would refuse the selection, a day or the accuracy.
    public func compare<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], fromA: Metrika.ReportDay? = nil,
        toA: Metrika.ReportDay? = nil, fromB: Metrika.ReportDay? = nil, toB: Metrika.ReportDay? = nil,
        filterA: String? = nil, filterB: String? = nil, filter: String? = nil, limit: Int? = nil, offset: Int? = nil,
        accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil, includesUndefined: Bool? = nil,
        directClientLogins: [String]? = nil, language: String? = nil, timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.ComparisonReport> {
        let names = try selection.names()
        try check([fromA, toA, fromB, toB], accuracy)
        return compare(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, fromA: fromA,
            toA: toA, fromB: fromB, toB: toB, filterA: filterA, filterB: filterB, filter: filter, sort: names.sort,
            limit: limit, offset: offset, accuracy: accuracy, allowsProposedAccuracy: allowsProposedAccuracy,
            includesUndefined: includesUndefined, directClientLogins: directClientLogins, language: language,
            timeZone: timeZone)
    }

    /// Returns one level of a comparison of the selected figures of two segments.
    ///
    /// Throws `.invalidRequest` if the server would refuse the selection, a day or the accuracy.
    public func compareDrillDown<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], parent: [String]? = nil,
        fromA: Metrika.ReportDay? = nil, toA: Metrika.ReportDay? = nil, fromB: Metrika.ReportDay? = nil,
        toB: Metrika.ReportDay? = nil, filterA: String? = nil, filterB: String? = nil, from: Metrika.ReportDay? = nil,
        to: Metrika.ReportDay? = nil, filter: String? = nil, limit: Int? = nil, offset: Int? = nil,
        onlyExpandableUndefined: Bool? = nil, accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil,
        includesUndefined: Bool? = nil, directClientLogins: [String]? = nil, language: String? = nil,
        timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.ComparisonDrillDownReport> {
        let names = try selection.names()
        try check([fromA, toA, fromB, toB, from, to], accuracy)
        return compareDrillDown(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, parent: parent,
            fromA: fromA, toA: toA, fromB: fromB, toB: toB, filterA: filterA, filterB: filterB, from: from, to: to,
            filter: filter, sort: names.sort, limit: limit, offset: offset,
            onlyExpandableUndefined: onlyExpandableUndefined, accuracy: accuracy,
            allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }

    /// Throws an error if the server would refuse a day or the accuracy.
    private func check(_ days: [Metrika.ReportDay?], _ accuracy: Metrika.Accuracy?) throws(APIError) {
        for case let day? in days where !day.isValid {
            throw APIError(
                .invalidRequest,
                "the day \"\(day)\" must be today, yesterday, 7daysAgo with any number, or a date such as 2026-11-21"
            )
        }
        if let accuracy, !accuracy.isValid {
            throw APIError(
                .invalidRequest,
                "the accuracy \"\(accuracy)\" must be low, medium, high, full, or a share above 0 and up to 1")
        }
    }
}
