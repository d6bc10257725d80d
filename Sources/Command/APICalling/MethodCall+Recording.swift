import APILearning
import Methodical
import MethodicalGenerator

extension MethodCall {
    /// Returns a response as one that can be compared with the schema, or `nil` if the schema does not describe it as
    /// JSON.
    package func recording(of outcome: CallOutcome) -> RecordedResponse? {
        guard resultKind == .json, outcome.isJSON else { return nil }
        // The arguments select the variant. The client adds nothing to them.
        let arguments = call(on: client(for: Connection())).arguments.map { ($0.name, $0.text) }
        return RecordedResponse(
            source: "the response",
            method: method.name,
            arguments: Dictionary(arguments) { first, _ in first },
            body: outcome.body)
    }
}
