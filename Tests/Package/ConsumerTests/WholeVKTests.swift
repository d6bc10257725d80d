import SampleChecks
import TestFiles
import Testing

extension ConsumerTests {
    @Suite(
        .enabled(if: isNightlyRun, "The nightly run builds VK's API"),
        .enabled(if: WholeVK.isAvailable, "VK's schemas are not beside this checkout"))
    struct WholeVKTests {
        @Test(
            "Each type of VK's whole API survives reading, writing and Foundation's coders, and tells values apart by each of its fields"
        )
        func samples() async throws {
            let cases = try SampleCase.all(ofSchemaIn: WholeVK.schema, api: WholeVK.settings, seeds: 5)
            let types = Set(cases.map(\.type))
            #expect(types.count > 900)
            let lines = cases.map(\.line)
            let ran = try await Shell.apart { try WholeVK.shared.get().run("round-trip", lines: lines) }
            #expect(ran.succeeded, "\(ran.text.prefix(20_000))")
            #expect(ran.text.contains("\(cases.count) samples of \(types.count) types, 0 failures"))
        }
    }
}
