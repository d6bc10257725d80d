import Foundation
import HuabanAPI
import MetrikaAPI
import SampleChecks
import TestFiles
import Testing
import VKAPI

/// Tests of every generated type of this package with random samples: readers, writers and Foundation's coders preserve
/// them, and equality and hashes depend on each field.
@Suite struct SampleTests {
    /// The types are found by their names. Naming one type of each module keeps the module linked.
    private static let clients: [Any.Type] = [VK.self, Metrika.self, Huaban.self]

    @Test(
        "Samples of all types of the bundled APIs survive reading, writing, and coding",
        arguments: [("VKAPI", "VK"), ("MetrikaAPI", "Metrika"), ("HuabanAPI", "Huaban")])
    func bundled(module: String, folder: String) throws {
        #expect(Self.clients.count == 3)
        try check(Checkout.schema.appending(path: folder), module: module)
    }

    @Test(
        "Samples of all types of the APIs for tests survive reading, writing, and coding",
        arguments: [
            "Body", "Mismatch", "Form", "Keyed", "Query", "Scalar", "Shapes", "Strict", "Wrapped", "PetShop", "Planner",
            "Forge", "Workshop",
        ])
    func own(folder: String) throws {
        try check(Checkout.roundTripSchemas.appending(path: folder), module: "RoundTripTests")
    }

    private func check(_ folder: URL, module: String) throws {
        let cases = try SampleCase.all(ofSchemaIn: folder, seeds: 5)
        var roundTrip = RoundTrip(module: module)
        for item in cases { roundTrip.check(line: item.line) }
        print("\(folder.lastPathComponent): \(roundTrip.sampleCount) samples of \(roundTrip.typeCount) types")
        for failure in roundTrip.failures.prefix(20) { Issue.record("\(failure)") }
        #expect(roundTrip.failures.isEmpty && roundTrip.typeCount > 0, "\(roundTrip.failures.count) failures")
    }
}
