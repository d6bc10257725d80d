import Testing

/// A trait that runs each test once over each transport. `TestedTransport.current` is the one of the moment.
///
/// Each issue names the transport, and an issue over one transport does not prevent the run over the next.
package struct EachTransport: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for transport in TestedTransport.allCases {
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("over \(transport.rawValue)")
                return issue
            }
            try await naming.provideScope(for: test, testCase: testCase) {
                await TestedTransport.$current.withValue(transport) {
                    do {
                        try await function()
                    } catch is ExpectationFailedError {
                        // The expectation has already recorded an issue.
                    } catch {
                        Issue.record(error, sourceLocation: test.sourceLocation)
                    }
                }
            }
        }
    }
}

extension Trait where Self == EachTransport {
    /// Runs each test once over each transport.
    package static var eachTransport: Self { Self() }
}
