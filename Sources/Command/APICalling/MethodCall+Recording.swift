import APILearning
import Methodical
import MethodicalGenerator

extension MethodCall {
    /// Returns a response as one that can be compared with the schema, or `nil` if the schema does not describe it as
    /// JSON.
    ///
    /// - Parameter source: The name of the response in messages.
    package func recording(of outcome: CallOutcome, from source: String = "the response") -> RecordedResponse? {
        guard resultKind == .json, outcome.isJSON else { return nil }
        // The arguments select the variant. The client adds nothing to them.
        let arguments = call(on: client(for: Connection())).arguments.map { ($0.name, $0.text) }
        return RecordedResponse(
            source: source,
            method: method.name,
            arguments: Dictionary(arguments) { first, _ in first },
            body: outcome.body)
    }
}
