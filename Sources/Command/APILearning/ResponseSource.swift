/// A source of recorded responses, which is read anew for each comparison.
package protocol ResponseSource {
    /// Passes every response to `take`, every mismatch that the runtime reported to `drift`, and every source without
    /// either, with the reason, to `skip`.
    func read(
        take: (RecordedResponse) -> Void,
        drift: (DriftRecord) -> Void,
        skip: (_ source: String, _ reason: String) -> Void
    ) throws
}

extension ResponseFiles: ResponseSource {}

/// Responses in memory.
extension [RecordedResponse]: ResponseSource {
    package func read(
        take: (RecordedResponse) -> Void,
        drift: (DriftRecord) -> Void,
        skip: (_ source: String, _ reason: String) -> Void
    ) {
        forEach(take)
    }
}
