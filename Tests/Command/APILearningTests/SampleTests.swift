import APILearning
import APISamples
import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

/// Random responses of the bundled APIs: valid ones have no mismatches, and an overlay corrects the others.
@Suite struct SampleTests {
    private static func schema(_ name: String) throws -> [SourceFile] {
        let folder = Checkout.schema.appending(path: name)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.map {
            path in
            SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: folder.appending(path: path))))
        }
    }

    /// Returns responses of every method. The arguments choose the variant, as in a recording.
    private static func recording(
        _ api: API, _ manner: Sampler.Manner, seeds: Range<UInt64>, _ change: (inout Any, UInt64) -> Void
    ) throws -> Data {
        let sampler = Sampler(api, manner: manner)
        var exchanges: [[String: Any]] = []
        for method in api.methods {
            for (seed, variant) in seeds.flatMap({ seed in method.variants.map { (seed, $0) } }) {
                guard let sample = sampler.sample(of: variant.result, seed: seed) else { continue }
                var value = try JSONSerialization.jsonObject(with: Data(sample.json), options: .fragmentsAllowed)
                change(&value, seed)
                for key in [method.resultKey, api.wire.envelope.result].compactMap(\.self) { value = [key: value] }
                var arguments = Dictionary(uniqueKeysWithValues: variant.requires.map { ($0, "x") })
                for constant in variant.constants { arguments[constant.name] = constant.value.text }
                let text = String(
                    decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed),
                    as: UTF8.self)
                exchanges.append(["method": method.name, "arguments": arguments, "status": 200, "text": text])
            }
        }
        return try JSONSerialization.data(withJSONObject: exchanges)
    }

    private static func learn(
        _ name: String, _ manner: Sampler.Manner, seeds: Range<UInt64>, _ change: (inout Any, UInt64) -> Void
    ) throws -> Lesson {
        let schema = try schema(name)
        let api = try #require(compile(schema).api)
        let data = try recording(api, manner, seeds: seeds, change)
        return try Classroom.inFolder { folder in
            let file = folder.appending(path: "recording.json")
            try data.write(to: file)
            return try APILearning.learn(from: schema, overlay: "learnt.overlay.json") {
                try ResponseFiles([file.path], of: $0)
            }
        }
    }

    @Test(arguments: ["VK", "Metrika", "Huaban"]) func validAnswersDepartNowhere(api: String) throws {
        let lesson = try Self.learn(api, .extreme, seeds: 0..<6) { _, _ in }
        #expect(lesson.mismatches.isEmpty && lesson.overlay == nil)
        #expect(lesson.evidence.strangers.map(\.sentence) == [] && lesson.evidence.skipped.map(\.reason) == [])
        #expect(lesson.evidence.responses > 50)
    }

    /// Each response has a missing member, a null, another scalar or a new value.
    @Test(arguments: ["VK", "Metrika", "Huaban"]) func whatIsWrongIsMended(api: String) throws {
        let lesson = try Self.learn(api, .lifelike, seeds: 2..<6) { value, seed in
            var damage = Damage(seed: seed)
            damage.harm(&value)
        }
        #expect(lesson.mismatches.count > 40)
        // Without a discriminator, or with a number as its value, the alternative cannot be known.
        let left = lesson.left.filter { !$0.words.hasPrefix("expected an object with \"type\" set to one of ") }
        #expect(left.map { "\($0.name): \($0.words) at \($0.path)" } == [])
        #expect(lesson.evidence.responses > lesson.evidence.strangers.count * 2)
    }
}

/// Changes scalars of a response and removes members.
private struct Damage {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    private mutating func roll(_ sides: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % sides
    }

    mutating func harm(_ value: inout Any) {
        if var list = value as? [Any] {
            for index in list.indices { harm(&list[index]) }
            value = list
        } else if var object = value as? [String: Any] {
            for key in object.keys.sorted() {
                guard var member = object[key] else { continue }
                harm(&member)
                object[key] = roll(12) == 0 && object.count > 1 ? nil : member
            }
            value = object
        } else if roll(4) == 0 {
            let others: [Any] = [NSNull(), "text", 17, 2.5, true, "42", 0]
            value = others[Int(roll(UInt64(others.count)))]
        }
    }
}

extension Variant.Constant.Value {
    fileprivate var text: String {
        switch self {
        case .flag(let flag): flag ? "1" : "0"
        case .text(let text): text
        case .integer(let number): String(number)
        case .client: "value of the client"
        }
    }
}
