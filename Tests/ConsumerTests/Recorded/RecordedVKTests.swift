import Testing

/// Recorded answers of VK, several versions of its API among them, against the schema of one: what we make of each, beside an independent validator.
@Suite(
    .enabled(if: RecordedVK.isAvailable, "VK's schemas and recorded answers are not beside this checkout"),
    .enabled(if: RecordedVK.hasValidator, "needs python3 with the package jsonschema"))
struct RecordedVKTests {
    /// Files of a version whose shape is another one, which no policy can read, and where they depart.
    static let otherVersions = [
        "ads.deleteAds__DeleteAds.json": "response[0]",
        "ads.deleteCampaigns__DeleteCampaigns.json": "response[0]",
        "ads.deleteTargetGroup__DeleteTargetGroup.json": "response",
        "ads.deleteTargetPixel__DeleteTargetPixel.json": "response",
        "ads.getAds__GetAds.json": "response[0].events_retargeting_groups",
        "ads.getStatistics__GetStatistics.json": "response[0].stats[0].spent",
        "friends.get__Get_FriendsForDurov_ListOfFriends.json": "response",
    ]

    @Test func recordedAnswers() async throws {
        let vk = try await Shell.apart { try RecordedVK.shared.get() }
        var table = ["file, independent verdict, strict, tolerant, first departure"]
        var counts = (checked: 0, valid: 0, tolerant: 0)
        for verdict in vk.verdicts {
            guard let responses = verdict.responses, let departures = verdict.departures else {
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
                    (strict[index] == nil) == departures[index].isEmpty,
                    "\(verdict.file) as \(response): \(strict[index] ?? "read"), but \(departures[index])")
                #expect(
                    strict[index] != nil || readings.allSatisfy { $0.response != index || $0.departures.isEmpty },
                    "\(verdict.file): departures of a strict answer")
            }
            let isValid = departures.contains(where: \.isEmpty)
            let isRead = tolerant.contains(nil)
            counts.checked += 1
            counts.valid += isValid ? 1 : 0
            counts.tolerant += isRead ? 1 : 0
            let place = isRead ? Self.otherVersions[verdict.file] : tolerant.compactMap(\.self).first.map { String($0.prefix { $0 != ":" }) }
            #expect(place == Self.otherVersions[verdict.file], "\(verdict.file): \(tolerant)")
            let read = readings.first { $0.policy == "tolerant" && $0.problem == nil }
            let departure = read.map { $0.departures.first ?? "" } ?? tolerant.compactMap(\.self).first ?? ""
            table.append(
                "\(verdict.file), \(isValid ? "valid" : "invalid"), \(strict.contains(nil) ? "read" : "refused"), \(isRead ? "read" : "refused"), \(departure)"
            )
        }
        print(table.joined(separator: "\n"))
        print("\(counts.checked) of \(vk.verdicts.count) files checked: \(counts.valid) valid and read strictly, \(counts.tolerant) read tolerantly")
        #expect(counts.checked > 100)
        #expect(Double(counts.tolerant) >= 0.94 * Double(counts.checked))
    }

    @Test func valuesStayWhatTheyAre() async throws {
        let vk = try await Shell.apart { try RecordedVK.shared.get() }
        #expect(vk.comparisons.count > 200)
        for comparison in vk.comparisons {
            let readings = vk.readings.filter { $0.file == comparison.file && $0.response == comparison.response && $0.policy == comparison.policy }
            let leftOut = readings.flatMap(\.departures).contains { $0.contains("left the element out") }
            #expect(comparison.differences.isEmpty || leftOut, "\(comparison)")
            let isSilent = readings.allSatisfy(\.departures.isEmpty)
            #expect(comparison.conversions.isEmpty || !isSilent, "tolerated in silence: \(comparison)")
        }
    }

    /// With the overlay that `learn` makes of the answers, strict reading takes them all, but those of another version's shape.
    @Test func learning() async throws {
        let (lesson, vk) = try await Shell.apart { try RecordedVK.learnt.get() }
        #expect(
            lesson.evidence.strangers.map { $0.source.split(separator: "/").last } == [
                "ads.deleteTargetPixel__DeleteTargetPixel.json", "ads.getAds__GetAds.json", "friends.get__Get_FriendsForDurov_ListOfFriends.json",
            ])
        #expect(lesson.left.isEmpty && lesson.findings.count > 50)
        let strangers = Set(lesson.evidence.strangers.map(\.source))
        var strict = 0
        for verdict in vk.verdicts where verdict.responses != nil && !strangers.contains(RecordedVK.answers.appending(path: verdict.file).path) {
            let problems: [String?] = vk.readings.filter { $0.file == verdict.file && $0.policy == "strict" }.map(\.problem)
            #expect(problems.contains { $0 == nil }, "\(verdict.file): \(problems)")
            strict += 1
        }
        #expect(strict == lesson.evidence.answers - strangers.count)
    }

    /// Where an independent validator finds nothing, there is nothing to learn.
    @Test func nothingToLearn() async throws {
        let vk = try await Shell.apart { try RecordedVK.shared.get() }
        let valid = vk.verdicts.filter { $0.departures?.contains(where: \.isEmpty) ?? false }.map { RecordedVK.answers.appending(path: $0.file).path }
        let lesson = try RecordedVK.lesson(from: valid, overlay: nil)
        #expect(lesson.evidence.answers == valid.count && lesson.evidence.strangers.isEmpty)
        #expect(lesson.findings.allSatisfy { $0.effect == .unknown })
    }
}
