#if CommandLine
    import APICalling
    import APILearning
    import APISurface
    import ArgumentParser
    import MethodicalGenerator

    /// A judge of the responses to a call, by the rules of `learn`.
    struct CallJudge {
        private let schema: CompiledSchema
        private var recordings: [RecordedResponse] = []

        /// The number of responses that are kept. The further pages of a list hardly have other mismatches.
        private static let limit = 100

        init(_ schema: CompiledSchema) {
            self.schema = schema
        }

        /// Adds a response, if the schema describes its JSON.
        mutating func add(_ outcome: CallOutcome, to call: MethodCall) {
            guard recordings.count < Self.limit, let recording = call.recording(of: outcome) else { return }
            recordings.append(recording)
        }

        /// The mismatches of the responses, each as a line with its place in the schema.
        var lines: [String] {
            if recordings.isEmpty {
                return []
            }
            let lesson = judge(recordings, by: schema)
            var lines = lesson.findings.map(line)
            lines += lesson.evidence.strangers.map { stranger in
                "warning: the response has another shape than the schema: \(stranger.sentence)"
            }
            lines += lesson.evidence.skipped.map { "note: the response is not judged: \($0.reason)" }
            return lines
        }

        private func line(for finding: Finding) -> String {
            let severity: Diagnostic.Severity =
                switch finding.effect {
                case .refused, .tolerated, .unchecked: .warning
                case .unknown: .note
                }
            guard let place = finding.place else {
                return "\(severity.rawValue): \(finding.sentence)"
            }
            return Diagnostic(severity, at: place, finding.sentence).description
        }
    }

    extension Schema {
        /// Returns the compiled schema. If it has errors, they are printed and the command ends with exit code 2.
        func compiled() throws -> CompiledSchema {
            var lowered: LoweredSchemas?
            let compilation = compile(sources) { lowered = $0 }
            guard let api = compilation.api, let lowered else {
                let errors = compilation.diagnostics.filter { $0.severity == .error }
                try Console.tell(Findings(errors, in: files), in: .text)
                throw ExitCode.schemaErrors
            }
            return CompiledSchema(api: api, lowered: lowered, sources: sources)
        }
    }
#endif
