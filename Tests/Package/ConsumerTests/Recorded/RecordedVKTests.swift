import TestFiles
import Testing

extension ConsumerTests {
    /// Tests of VK's recorded responses, which belong to several versions of its API, against the schema of one version and
    /// an independent validator.
    @Suite(
        .enabled(if: isNightlyRun, "The nightly run builds VK's API"),
        .enabled(if: RecordedVK.isAvailable, "VK's schemas and recorded answers are not beside this checkout"),
        .enabled(if: RecordedVK.hasValidator, "needs python3 with the package jsonschema"))
    struct RecordedVKTests {
        /// The files of a version with another shape, which tolerant reading refuses, and the places of their mismatches.
        static let otherVersions: [RecordedVK.Version: [String: String]] = [
            .current: [
                "ads.deleteTargetPixel__DeleteTargetPixel.json": "response",
                "ads.getAds__GetAds.json": "response[0].events_retargeting_groups",
                "friends.get__Get_FriendsForDurov_ListOfFriends.json": "response",
            ],
            .older: [
                "ads.getRejectionReason__GetRejectionReason.json": "response.rules[0].paragraphs",
                "ads.getStatistics__GetStatistics.json": "response[0].stats",
                "ads.removeOfficeUsers__RemoveOfficeUsers.json": "response",
                "ads.updateClients__UpdateClients.json": "response",
                "friends.get__Get_FriendsForDurov_ListOfFriends.json": "response",
            ],
        ]

        /// With the default settings, strict reading accepts a response if and only if the validator does, and tolerant
        /// reading accepts at least 94 of 100.
        @Test(
            "Strict reading agrees with the validator, and tolerant reading accepts 94 of 100 responses",
            arguments: RecordedVK.Version.allCases)
        func recordedAnswers(_ version: RecordedVK.Version) async throws {
            let vk = try await Shell.apart { try RecordedVK.shared(version) }
            let otherVersions = try #require(Self.otherVersions[version])
            var table = ["file, independent verdict, strict, tolerant, first mismatch"]
            var counts = (checked: 0, valid: 0, tolerant: 0)
            for verdict in vk.verdicts {
                guard let responses = verdict.responses, let mismatches = verdict.mismatches else {
                    table.append("\(verdict.file), the schema has no \(verdict.method)")
                    continue
                }
                let readings = vk.readings.filter { $0.file == verdict.file }
                func problems(_ policy: String) -> [String?] {
                    readings.filter { $0.policy == policy }.sorted { $0.response < $1.response }.map(\.problem)
                }
                let (strict, tolerant) = (problems("strict"), problems("tolerant"))
                for (index, response) in responses.enumerated() {
                    #expect(
                        (strict[index] == nil) == mismatches[index].isEmpty,
                        "\(verdict.file) as \(response): \(strict[index] ?? "read"), but \(mismatches[index])")
                    #expect(
                        strict[index] != nil || readings.allSatisfy { $0.response != index || $0.mismatches.isEmpty },
                        "\(verdict.file): mismatches of a strict answer")
                }
                let isValid = mismatches.contains(where: \.isEmpty)
                let isRead = tolerant.contains(nil)
                counts.checked += 1
                counts.valid += isValid ? 1 : 0
                counts.tolerant += isRead ? 1 : 0
                let place =
                    isRead
                    ? otherVersions[verdict.file]
                    : tolerant.compactMap(\.self).first.map { String($0.prefix { $0 != ":" }) }
                #expect(place == otherVersions[verdict.file], "\(verdict.file): \(tolerant)")
                let read = readings.first { $0.policy == "tolerant" && $0.problem == nil }
                let mismatch = read.map { $0.mismatches.first ?? "" } ?? tolerant.compactMap(\.self).first ?? ""
                table.append(
                    "\(verdict.file), \(isValid ? "valid" : "invalid"), \(strict.contains(nil) ? "read" : "refused"), \(isRead ? "read" : "refused"), \(mismatch)"
                )
            }
            print(table.joined(separator: "\n"))
            print(
                "\(version.rawValue): \(counts.checked) of \(vk.verdicts.count) files checked: \(counts.valid) valid and read strictly, \(counts.tolerant) read tolerantly"
            )
            #expect(counts.checked > 100)
            #expect(Double(counts.tolerant) >= 0.94 * Double(counts.checked))
        }

        /// Under every policy, writing a value again loses no known member, except those that salvaging reports.
        @Test(arguments: RecordedVK.Version.allCases) func valuesStayWhatTheyAre(_ version: RecordedVK.Version)
            async throws
        {
            let vk = try await Shell.apart { try RecordedVK.shared(version) }
            #expect(vk.comparisons.count > 200)
            for comparison in vk.comparisons {
                let readings = vk.readings.filter {
                    $0.file == comparison.file && $0.response == comparison.response && $0.policy == comparison.policy
                }
                let isReported = readings.flatMap(\.mismatches).contains {
                    $0.contains(", and left the element out") || $0.contains(", and read the property as nil")
                }
                #expect(comparison.differences.isEmpty || comparison.policy == "salvage" && isReported, "\(comparison)")
                let isSilent = readings.allSatisfy(\.mismatches.isEmpty)
                #expect(comparison.conversions.isEmpty || !isSilent, "tolerated in silence: \(comparison)")
            }
        }

        /// With the overlay that `learn` derives from the responses, strict reading accepts all of them, except those with
        /// another version's shape.
        @Test("Strict reading with the learnt overlay accepts all responses but those of another shape")
        func learning() async throws {
            let (lesson, vk) = try await Shell.apart { try RecordedVK.learnt.get() }
            #expect(
                lesson.evidence.strangers.map { $0.source.split(separator: "/").last } == [
                    "ads.deleteTargetPixel__DeleteTargetPixel.json", "ads.getAds__GetAds.json",
                    "friends.get__Get_FriendsForDurov_ListOfFriends.json",
                ])
            #expect(lesson.left.isEmpty && lesson.findings.count > 50)
            let strangers = Set(lesson.evidence.strangers.map(\.source))
            var strict = 0
            for verdict in vk.verdicts
            where verdict.responses != nil && !strangers.contains(RecordedVK.answers.appending(path: verdict.file).path)
            {
                let problems: [String?] = vk.readings.filter { $0.file == verdict.file && $0.policy == "strict" }.map(
                    \.problem)
                #expect(problems.contains { $0 == nil }, "\(verdict.file): \(problems)")
                strict += 1
            }
            #expect(strict == lesson.evidence.responses - strangers.count)
        }

        /// If the independent validator finds nothing, there is nothing to learn.
        @Test func nothingToLearn() async throws {
            let vk = try await Shell.apart { try RecordedVK.shared(.current) }
            let valid = vk.verdicts.filter { $0.mismatches?.contains(where: \.isEmpty) ?? false }.map {
                RecordedVK.answers.appending(path: $0.file).path
            }
            let lesson = try RecordedVK.lesson(from: valid, overlay: nil)
            #expect(lesson.evidence.responses == valid.count && lesson.evidence.strangers.isEmpty)
            #expect(lesson.findings.allSatisfy { $0.effect == .unknown })
        }
    }
}
