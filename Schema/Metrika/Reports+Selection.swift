import Methodical

// These functions take a selection in place of names. Their other arguments are those of the generated functions, which
// take any names.

extension Metrika.Reports {
    /// Returns a table of the selected figures.
    ///
    /// Throws `.invalidRequest` if a name belongs to another table, or if there are too many of them.
    public func table<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], from: String? = nil, to: String? = nil,
        filter: String? = nil, limit: Int? = nil, offset: Int? = nil, accuracy: Metrika.Accuracy? = nil,
        allowsProposedAccuracy: Bool? = nil, includesUndefined: Bool? = nil, directClientLogins: [String]? = nil,
        language: String? = nil, timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.Report> {
        let names = try selection.names()
        return table(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, from: from, to: to,
            filter: filter, sort: names.sort, limit: limit, offset: offset, accuracy: accuracy,
            allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }

    /// Returns one level of a table of the selected figures.
    ///
    /// Throws `.invalidRequest` if a name belongs to another table, or if there are too many of them.
    public func drillDown<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], parent: [String]? = nil, from: String? = nil,
        to: String? = nil, filter: String? = nil, limit: Int? = nil, offset: Int? = nil,
        onlyExpandableUndefined: Bool? = nil, accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil,
        includesUndefined: Bool? = nil, directClientLogins: [String]? = nil, language: String? = nil,
        timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.DrillDownReport> {
        let names = try selection.names()
        return drillDown(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, parent: parent,
            from: from, to: to, filter: filter, sort: names.sort, limit: limit, offset: offset,
            onlyExpandableUndefined: onlyExpandableUndefined, accuracy: accuracy,
            allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }

    /// Returns the selected figures over time.
    ///
    /// Throws `.invalidRequest` if a name belongs to another table, or if there are too many of them.
    public func byTime<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], interval: Metrika.TimeGroup? = nil,
        from: String? = nil, to: String? = nil, filter: String? = nil, rowLimit: Int? = nil, rows: [[String]]? = nil,
        includesAnnotations: Bool? = nil, annotationGroups: [Metrika.AnnotationGroup]? = nil,
        accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil, includesUndefined: Bool? = nil,
        directClientLogins: [String]? = nil, language: String? = nil, timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.TimeReport> {
        let names = try selection.names()
        return byTime(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, interval: interval,
            from: from, to: to, filter: filter, rowLimit: rowLimit, rowSort: names.sort?.joined(separator: ","),
            rows: rows, includesAnnotations: includesAnnotations, annotationGroups: annotationGroups,
            accuracy: accuracy, allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }

    /// Returns a table that compares the selected figures of two segments.
    ///
    /// Throws `.invalidRequest` if a name belongs to another table, or if there are too many of them.
    public func compare<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], fromA: String? = nil, toA: String? = nil,
        fromB: String? = nil, toB: String? = nil, filterA: String? = nil, filterB: String? = nil, filter: String? = nil,
        limit: Int? = nil, offset: Int? = nil, accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil,
        includesUndefined: Bool? = nil, directClientLogins: [String]? = nil, language: String? = nil,
        timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.ComparisonReport> {
        let names = try selection.names()
        return compare(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, fromA: fromA,
            toA: toA, fromB: fromB, toB: toB, filterA: filterA, filterB: filterB, filter: filter, sort: names.sort,
            limit: limit, offset: offset, accuracy: accuracy, allowsProposedAccuracy: allowsProposedAccuracy,
            includesUndefined: includesUndefined, directClientLogins: directClientLogins, language: language,
            timeZone: timeZone)
    }

    /// Returns one level of a comparison of the selected figures of two segments.
    ///
    /// Throws `.invalidRequest` if a name belongs to another table, or if there are too many of them.
    public func compareDrillDown<Table>(
        _ selection: Metrika.Selection<Table>, counterIDs: [Int], parent: [String]? = nil, fromA: String? = nil,
        toA: String? = nil, fromB: String? = nil, toB: String? = nil, filterA: String? = nil, filterB: String? = nil,
        from: String? = nil, to: String? = nil, filter: String? = nil, limit: Int? = nil, offset: Int? = nil,
        onlyExpandableUndefined: Bool? = nil, accuracy: Metrika.Accuracy? = nil, allowsProposedAccuracy: Bool? = nil,
        includesUndefined: Bool? = nil, directClientLogins: [String]? = nil, language: String? = nil,
        timeZone: String? = nil
    ) throws(APIError) -> Request<Metrika.ComparisonDrillDownReport> {
        let names = try selection.names()
        return compareDrillDown(
            counterIDs: counterIDs, metricNames: names.metrics, dimensionNames: names.dimensions, parent: parent,
            fromA: fromA, toA: toA, fromB: fromB, toB: toB, filterA: filterA, filterB: filterB, from: from, to: to,
            filter: filter, sort: names.sort, limit: limit, offset: offset,
            onlyExpandableUndefined: onlyExpandableUndefined, accuracy: accuracy,
            allowsProposedAccuracy: allowsProposedAccuracy, includesUndefined: includesUndefined,
            directClientLogins: directClientLogins, language: language, timeZone: timeZone)
    }
}
