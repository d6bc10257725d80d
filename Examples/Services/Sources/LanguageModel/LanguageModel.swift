// The API itself is generated from the JSON in the folder Schema. Here is what a schema cannot say.

extension LanguageModel.Responses.StreamResult {
    /// The words that this event adds to the answer. The last event adds none.
    public var words: String {
        if case .textDelta(let delta) = self { delta.delta } else { "" }
    }
}
