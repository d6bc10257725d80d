import Foundation
import Methodical
import Testing

/// JSONTestSuite, kept beside the checkout: `y_` must be accepted, `n_` refused, `i_` either way.
@Suite struct CorpusTests {
    static let files: [URL] = {
        var folder = URL(fileURLWithPath: #filePath)
        while folder.path.count > 1 {
            folder.deleteLastPathComponent()
            for start in [folder, folder.deletingLastPathComponent()] {
                let corpus = start.appendingPathComponent("shared/corpus/json-parsing/test_parsing")
                if let names = try? FileManager.default.contentsOfDirectory(atPath: corpus.path) {
                    return names.filter { $0.hasSuffix(".json") }.sorted().map { corpus.appendingPathComponent($0) }
                }
            }
        }
        return []
    }()

    @Test(.enabled(if: !files.isEmpty, "the corpus is not beside this checkout")) func verdicts() throws {
        for file in Self.files {
            let bytes = Array(try Data(contentsOf: file))
            let name = file.lastPathComponent
            let inArray = Array("{\"x\":".utf8) + bytes + Array("}".utf8)
            for (accepted, way) in [(accepts(JSON.self, bytes), "raw"), (accepts(Tree.self, inArray), "skipped by a model")] {
                // A text that ends early can become whole inside another one, and a byte order mark is one only at the start.
                if name.hasPrefix("y_") { #expect(accepted, "\(name), \(way)") }
                if name.hasPrefix("n_") { #expect(!accepted, "\(name), \(way)") }
            }
        }
    }

    private func accepts<T: APIValue>(_: T.Type, _ bytes: [UInt8]) -> Bool {
        do { _ = try T(json: bytes) } catch { return false }
        return true
    }

    /// Damaged texts: no trap, and what is accepted is written and read back the same.
    @Test(.enabled(if: !files.isEmpty, "the corpus is not beside this checkout")) func mutations() throws {
        var random = SplitMix(state: 20)
        let person =
            #"{"id":1,"name":"Ад\u0430\/","friend":{"id":2,"name":"b"},"career":[{"company":"c","boss":null}],"limits":{"a":1},"x":[1.5e3,{}]}"#
        let seeds = try Self.files.map { Array(try Data(contentsOf: $0)) }.filter { $0.count < 2000 } + [Array(person.utf8)]
        for round in 0..<6_000 {
            var bytes = round % 2 == 0 ? Array(person.utf8) : seeds[Int(random.next() % UInt64(seeds.count))]
            for _ in 0...Int(random.next() % 4) { mutate(&bytes, &random) }
            if let value = try? JSON(json: bytes), let again = try? JSON(json: value.json()) { #expect(value == again) }
            for policy in [ReadingPolicy.strict, .tolerant] {
                if let value = try? Person(json: bytes, reading: policy) { #expect(try Person(json: value.json(), reading: policy) == value) }
                _ = try? Pin(json: bytes, reading: policy)
                _ = try? Item(json: bytes, reading: policy)
                _ = try? Loose(json: bytes, reading: policy)
                _ = try? Both(json: bytes, reading: policy)
                _ = try? [Tree](json: bytes, reading: policy)
            }
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let tokens = Array("{}[]\",:0123456789-+.eEtfnu\\/ \u{0}\u{7F}".utf8) + [0xC0, 0xD0, 0xED, 0xF4, 0xFF, 0x80, 0xBF]
        let token = tokens[Int(random.next() % UInt64(tokens.count))]
        let place = bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0 where !bytes.isEmpty: bytes[place] = token
        case 1: bytes.insert(token, at: place)
        case 2 where !bytes.isEmpty: bytes.remove(at: place)
        default: bytes.removeLast(min(bytes.count, Int(random.next() % 8)))
        }
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
