import Methodical

// The generated functions take any names of columns. These take only the columns of the kind of log that is asked for.

extension Metrika.LogRequests {
    /// Requests a log of visits. The server writes it in its own time; ``get(counterID:requestID:)`` returns its state.
    public func create(
        visits fields: [Metrika.VisitLogField], counterID: Int, from: CalendarDay, to: CalendarDay,
        attribution: Metrika.LogAttribution? = nil
    ) -> Request<Metrika.LogRequest> {
        create(
            counterID: counterID, from: from, to: to, fields: fields.map(\.rawValue), source: .visits,
            attribution: attribution)
    }

    /// Requests a log of hits. The server writes it in its own time; ``get(counterID:requestID:)`` returns its state.
    public func create(
        hits fields: [Metrika.HitLogField], counterID: Int, from: CalendarDay, to: CalendarDay,
        attribution: Metrika.LogAttribution? = nil
    ) -> Request<Metrika.LogRequest> {
        create(
            counterID: counterID, from: from, to: to, fields: fields.map(\.rawValue), source: .hits,
            attribution: attribution)
    }

    /// Returns whether the server can write a log of visits.
    public func evaluate(
        visits fields: [Metrika.VisitLogField], counterID: Int, from: CalendarDay, to: CalendarDay
    ) -> Request<Metrika.LogRequestEvaluation> {
        evaluate(counterID: counterID, from: from, to: to, fields: fields.map(\.rawValue), source: .visits)
    }

    /// Returns whether the server can write a log of hits.
    public func evaluate(
        hits fields: [Metrika.HitLogField], counterID: Int, from: CalendarDay, to: CalendarDay
    ) -> Request<Metrika.LogRequestEvaluation> {
        evaluate(counterID: counterID, from: from, to: to, fields: fields.map(\.rawValue), source: .hits)
    }
}

extension Metrika.LogRow {
    /// The value of a column in a log of visits, or `nil` if the log has no such column.
    public subscript(visit field: Metrika.VisitLogField) -> String? { self[field.rawValue] }
    /// The value of a column in a log of hits, or `nil` if the log has no such column.
    public subscript(hit field: Metrika.HitLogField) -> String? { self[field.rawValue] }
}
