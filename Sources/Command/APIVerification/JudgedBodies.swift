import APICalling
import APILearning
import Methodical

/// The bodies of responses that are compared with the schema together.
struct JudgedBodies {
    private(set) var recordings: [RecordedResponse] = []
    private var exchanges: [String: (number: Int, method: String)] = [:]
    private var size = 0

    /// The number of bytes that are kept. The bodies of further responses are not judged.
    private static let sizeLimit = 256 << 20

    /// Adds the body of a response.
    mutating func add(_ exchange: Exchange) {
        guard let response = exchange.response else { return }
        add(exchange.call.outcome(of: response), of: exchange)
    }

    /// Adds the body of an exchange, or of one of its further pages.
    mutating func add(_ outcome: CallOutcome, of exchange: Exchange) {
        guard size + outcome.body.count <= Self.sizeLimit else { return }
        let source = "\(exchange.method) #\(recordings.count + 1)"
        guard let recording = exchange.call.recording(of: outcome, from: source) else { return }
        size += outcome.body.count
        recordings.append(recording)
        exchanges[source] = (exchange.number, exchange.method)
    }

    /// Compares the bodies with the schema.
    func lesson(by schema: CompiledSchema) -> Lesson {
        judge(recordings, by: schema, strictly: true)
    }

    /// Returns the number of the exchange that a source names.
    func exchange(of source: String) -> Int { exchanges[source]?.number ?? 0 }

    /// Returns the name of the method that a source names.
    func method(of source: String) -> String { exchanges[source]?.method ?? source }
}

extension Fault {
    /// Creates the fault for a mismatch of bodies.
    init(_ finding: Finding, exchange: Int) {
        let severity: Severity =
            switch finding.effect {
            case .refused: .error
            case .tolerated, .unchecked: .warning
            case .unknown: .note
            }
        self.init(
            severity, in: finding.methods.first ?? "", finding.sentence, at: finding.place, pointer: finding.pointer,
            exchange: exchange)
    }
}
