import MethodicalGenerator

/// The facts that all responses together show about a schema.
package struct Evidence: Sendable {
    /// The number of responses that were compared.
    package private(set) var responses = 0
    /// The methods of these responses.
    package private(set) var methods: Set<String> = []
    /// The number of errors of the server, which a schema of responses does not describe.
    package private(set) var failures = 0
    /// The responses with the shape of another version.
    package private(set) var strangers: [Stranger] = []
    /// The sources that hold no response of a method.
    package private(set) var skipped: [Skipped] = []

    private(set) var tallies = Tallies()
    private(set) var sources: [MismatchKey: Source] = [:]

    /// A response that has the shape of another version, with its first mismatch in structure.
    package struct Stranger: Sendable {
        /// The file, with the number of the response if it holds several.
        package var source: String
        /// The name of the method.
        package var method: String
        /// The place in the response.
        package var path: String
        /// A description of the type in the schema.
        package var expected: String
        /// A description of the value in the response.
        package var found: String
        /// The place in the schema, or `nil` if no node of the schema describes the value.
        package var place: Place?

        /// A sentence such as `response: expected an object, found a list`.
        package var sentence: String { "\(path): expected \(expected), found \(found)" }

        init(
            _ response: RecordedResponse,
            path: String,
            expected: String,
            found: String,
            place: Place? = nil
        ) {
            source = response.source.shown
            method = response.method
            self.path = path
            self.expected = expected
            self.found = found
            self.place = place
        }
    }

    /// A source that is not a response of a method.
    package struct Skipped: Sendable {
        /// The file, with the number of the response if it holds several.
        package var source: String
        /// The reason, for people.
        package var reason: String
    }

    /// The responses with a certain mismatch.
    struct Source {
        var methods: [String]
        /// The first file with the mismatch.
        var file: String
        /// The number of responses with the mismatch.
        var responses = 1
    }

    mutating func skip(_ source: String, reason: String) {
        skipped.append(Skipped(source: source.shown, reason: reason))
    }

    mutating func fail() { failures += 1 }

    /// Adds a response that lacks even the envelope.
    mutating func addStranger(
        _ response: RecordedResponse,
        path: String,
        expected: String,
        found: String
    ) {
        responses += 1
        methods.insert(response.method)
        strangers.append(
            Stranger(
                response,
                path: path,
                expected: expected,
                found: found))
    }

    /// Adds the result of a comparison.
    ///
    /// - Parameter judgesStrangers: Indicates whether the mismatches of a response of another shape count. Otherwise,
    ///   the response counts only as a stranger.
    mutating func add(_ judge: Judge, for response: RecordedResponse, judgesStrangers: Bool = false) {
        responses += 1
        methods.insert(response.method)
        let misshapen = judge.tallies.keys.first { $0.mismatch == .shape }
        if !judgesStrangers, let misshapen, let tally = judge.tallies[misshapen] {
            let found = tally.found.first?.text ?? ""
            strangers.append(
                Stranger(
                    response,
                    path: tally.path,
                    expected: tally.expected,
                    found: found,
                    place: judge.sites.all[misshapen.site].node?.keyPlace))
            return
        }
        judge.sites.add(met: judge.met, held: judge.held)
        add(judge.tallies, of: response.method, from: response.source)
    }

    /// Adds a mismatch that the runtime reported.
    mutating func add(_ judge: Judge, for record: DriftRecord) {
        responses += 1
        methods.insert(record.method)
        add(judge.tallies, of: record.method, from: record.source)
    }

    private mutating func add(_ others: Tallies, of method: String, from file: String) {
        tallies.add(others)
        for key in others.keys {
            guard var source = sources[key] else {
                sources[key] = Source(methods: [method], file: file)
                continue
            }
            source.responses += 1
            if !source.methods.contains(method) {
                source.methods.append(method)
            }
            sources[key] = source
        }
    }
}
