import Foundation
import HuabanAPI
import Methodical
import MethodicalTesting
import MetrikaAPI
import SampleChecks
import TestFiles
import Testing
import VKAPI

/// Tests of `VK.User.sample(seed:)`, values for tests and previews.
@Suite struct ValueSampleTests {
    private static let clients: [Any.Type] = [VK.self, Metrika.self, Huaban.self]

    @Test func theSeedDecides() {
        #expect(VK.User.sample(seed: 5) == VK.User.sample(seed: 5))
        #expect(VK.User.sample(seed: 5).id == 6)
        #expect(Set((0..<100).map { VK.User.sample(seed: $0) }).count == 100)
    }

    @Test func fromEverythingToTheLeast() throws {
        let full = VK.User.sample(seed: 0)
        #expect(full.firstName != nil && full.photo50?.url?.pathExtension == "jpg" && full.city != nil)
        #expect(try JSON(json: VK.User.sample(seed: 1).json()).objectValue?.keys.sorted() == ["id"])
    }

    /// Nested objects have their members too, also in lists.
    @Test("At least half of the members of users are filled, also of nested ones")
    func nestedObjects() {
        for seed in [0, 2, 3] as [UInt64] {
            let users = [VK.User].sample(seed: seed)
            let filled = users.flatMap { [$0.firstName, $0.lastName, $0.city?.title, $0.photo50?.rawValue] }.compactMap(
                \.self)
            #expect(filled.count * 2 >= users.count * 4, "seed \(seed): \(filled.count) of \(users.count * 4)")
        }
    }

    @Test func whatNamesSay() {
        let users = (2..<40).map { VK.User.sample(seed: $0) }
        #expect(users.compactMap(\.firstName).allSatisfy { $0.first?.isUppercase == true && $0.allSatisfy(\.isLetter) })
        #expect(users.compactMap(\.bdate).count > 0)
    }

    @Test func listsAndScalars() {
        #expect((0..<20).contains { [VK.User].sample(seed: $0).count > 1 })
        #expect((2..<20).allSatisfy { URLString.sample(seed: $0).url?.host() == "example.com" })
        #expect((2..<20).allSatisfy { (0...1).contains(Share<Double>.sample(seed: $0).fraction) })
        #expect((2..<20).allSatisfy { VK.Users.Field.sample(seed: $0).isKnown })
        #expect((2..<20).allSatisfy { Quoted<Int>.sample(seed: $0).value != nil })
    }

    @Test(
        "Every generated type: strict reading accepts its samples, and finds nothing amiss",
        arguments: [("VKAPI", "VK"), ("MetrikaAPI", "Metrika"), ("HuabanAPI", "Huaban")])
    func everyType(module: String, folder: String) throws {
        #expect(Self.clients.count == 3)
        let cases = try SampleCase.all(
            ofSchemaIn: Checkout.schema.appending(path: folder).resolvingSymlinksInPath(), seeds: 0)
        var types = RoundTrip(module: module)
        var failures: [String] = []
        var different = 0
        for item in cases {
            guard let type = types.type(item.mangled) else {
                failures.append("no type \(item.type)")
                continue
            }
            var texts: Set<[UInt8]> = []
            for seed in 0..<6 as Range<UInt64> {
                do { texts.insert(try sample(type, seed)) } catch {
                    failures.append("\(item.type), seed \(seed): \(error)")
                }
            }
            if texts.count > 2 { different += 1 }
        }
        for failure in failures.prefix(20) { Issue.record("\(failure)") }
        #expect(failures.isEmpty, "\(failures.count) of \(cases.count) types")
        #expect(different > cases.count / 2, "\(different) of \(cases.count) types have several samples")
    }

    private func sample<Value: APIValue>(_ type: Value.Type, _ seed: UInt64) throws -> [UInt8] {
        let sample = Value.sample(seed: seed)
        let text = try sample.json()
        var mismatches: [Mismatch] = []
        let read = try Value(json: text, reading: .strict, mismatches: &mismatches)
        guard read == sample, mismatches.isEmpty else {
            throw APIError(.undecodable, "another value was read: \(mismatches)")
        }
        return text
    }
}
