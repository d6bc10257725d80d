import Testing

extension ConsumerTests {
    /// Tests of Mastodon's recorded responses, read as the types that its OpenAPI document is imported as, against an
    /// independent validator.
    @Suite(
        .enabled(
            if: RecordedMastodon.isAvailable, "Mastodon's document and recorded responses are not beside this checkout"),
        .enabled(if: RecordedVK.hasValidator, "needs python3 with the package jsonschema"))
    struct RecordedMastodonTests {
        /// The files that tolerant reading refuses, because they lack a required member or have null in its place. The
        /// validator refuses them, too.
        static let refused = [
            "test_push_set_1.json": "alerts.admin.report", "test_push_update_1.json": "alerts.admin.report",
            "test_push_update_2.json": "alerts.admin.report", "test_push_update_3.json": "alerts.admin.report",
            "test_push_update_4.json": "alerts.admin.report", "test_push_update_5.json": "alerts.admin.report",
            "test_scheduled_status_2.json": "[0].params.visibility",
        ]

        /// Strict reading accepts a response if and only if the validator does, and tolerant reading accepts each one whose
        /// types are right.
        @Test("Strict reading agrees with the validator, and tolerant reading accepts all with right types")
        func recordedResponses() async throws {
            let mastodon = try await Shell.apart { try RecordedMastodon.shared.get() }
            var counts = (valid: 0, typed: 0, tolerant: 0)
            for verdict in mastodon.verdicts {
                let mismatches = try #require(verdict.mismatches)
                let readings = mastodon.readings.filter { $0.file == verdict.file }
                let strict = try #require(readings.first { $0.policy == "strict" })
                let tolerant = try #require(readings.first { $0.policy == "tolerant" })
                #expect(
                    (strict.problem == nil) == mismatches.isEmpty,
                    "\(verdict.file) (\(verdict.verb) \(verdict.path)): \(strict.problem ?? "read"), but \(mismatches)")
                #expect(
                    tolerant.problem == nil || verdict.hasRightTypes == false,
                    "\(verdict.file) (\(verdict.verb) \(verdict.path)): \(tolerant.problem ?? "")")
                let place = tolerant.problem.map { String($0.prefix { $0 != ":" }) }
                #expect(place == Self.refused[verdict.file], "\(verdict.file): \(tolerant.problem ?? "read")")
                counts.valid += mismatches.isEmpty ? 1 : 0
                counts.typed += verdict.hasRightTypes == true ? 1 : 0
                counts.tolerant += tolerant.problem == nil ? 1 : 0
            }
            print(
                "\(mastodon.verdicts.count) responses: \(counts.valid) valid, \(counts.typed) of the right types, "
                    + "\(counts.tolerant) read tolerantly")
            #expect(mastodon.verdicts.count > 90)
            #expect(counts.tolerant >= counts.typed)
        }

        /// Under every policy, writing a value again loses no known member, except those that salvaging reports.
        @Test func valuesStayTheSame() async throws {
            let mastodon = try await Shell.apart { try RecordedMastodon.shared.get() }
            #expect(mastodon.comparisons.count > 180)
            for comparison in mastodon.comparisons {
                let readings = mastodon.readings.filter {
                    $0.file == comparison.file && $0.policy == comparison.policy
                }
                let isReported = readings.flatMap(\.mismatches).contains {
                    $0.contains(", and left the element out") || $0.contains(", and read the property as nil")
                }
                #expect(comparison.differences.isEmpty || comparison.policy == "salvage" && isReported, "\(comparison)")
                let isSilent = readings.allSatisfy(\.mismatches.isEmpty)
                #expect(comparison.conversions.isEmpty || !isSilent, "tolerated in silence: \(comparison)")
            }
        }
    }
}
