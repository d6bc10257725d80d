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
            body: isOperation ? enclosed(outcome.body[outcome.result]) : outcome.body)
    }

    /// Returns the result of an operation in the place where the schema expects that of the method. The last response
    /// has it elsewhere.
    private func enclosed(_ result: ArraySlice<UInt8>) -> [UInt8] {
        var body = Array(result)
        for key in resultPath.reversed() {
            let name = (try? key.json()) ?? []
            body = Array("{".utf8) + name + Array(":".utf8) + body + Array("}".utf8)
        }
        return body
    }
}
