/// What all answers together say about a schema.
package struct Evidence: Sendable {
    /// Answers that were compared, and the methods that they are of.
    package private(set) var answers = 0
    package private(set) var methods: Set<String> = []
    /// Errors of the server, which the schema of an answer says nothing about.
    package private(set) var failures = 0
    package private(set) var strangers: [Stranger] = []
    package private(set) var skipped: [Skipped] = []

    private(set) var tallies = Tallies()
    private(set) var sources: [DepartureKey: Source] = [:]

    /// An answer of another version's shape, and what about it is.
    package struct Stranger: Sendable {
        package var source: String
        package var method: String
        package var path: String
        package var expected: String
        package var found: String

        /// `response: expected an object, found a list`
        package var sentence: String { "\(path): expected \(expected), found \(found)" }

        init(_ answer: RecordedAnswer, _ path: String, _ expected: String, _ found: String) {
            (source, method, self.path, self.expected, self.found) = (
                answer.source.shown, answer.method, path, expected, found
            )
        }
    }

    /// What was given and is no answer of a method.
    package struct Skipped: Sendable {
        package var source: String
        package var reason: String
    }

    /// Where a departure comes from.
    struct Source {
        var methods: [String]
        /// The first file.
        var file: String
        /// How many answers have it.
        var answers = 1
    }

    mutating func skip(_ source: String, _ reason: String) {
        skipped.append(Skipped(source: source.shown, reason: reason))
    }

    mutating func fail() { failures += 1 }

    /// An answer that has not even the envelope.
    mutating func addStranger(_ answer: RecordedAnswer, path: String, expected: String, found: String) {
        answers += 1
        methods.insert(answer.method)
        strangers.append(Stranger(answer, path, expected, found))
    }

    /// Takes in what a judge found, unless the answer is of another shape: then nothing of it counts.
    mutating func add(_ judge: Judge, _ answer: RecordedAnswer) {
        answers += 1
        methods.insert(answer.method)
        if let key = judge.tallies.keys.first(where: { $0.departure == .shape }), let tally = judge.tallies[key] {
            strangers.append(Stranger(answer, tally.path, tally.expected, tally.found.first?.text ?? ""))
            return
        }
        judge.sites.meet(judge.met)
        tallies.add(judge.tallies)
        for key in judge.tallies.keys {
            guard var source = sources[key] else {
                sources[key] = Source(methods: [answer.method], file: answer.source)
                continue
            }
            source.answers += 1
            if !source.methods.contains(answer.method) { source.methods.append(answer.method) }
            sources[key] = source
        }
    }
}
