import Foundation
import Methodical

/// A response as the engine stores it.
enum SharedEntry {
    /// The number of fields of an entry.
    static let count = 8

    static func fields(of entry: CacheEntry) -> [Data] {
        let lifetime = entry.lifetime.duration.components
        return [
            entry.body,
            Data(UInt64(entry.status)),
            headers(entry.headers),
            Data(entry.stored.timeIntervalSinceReferenceDate.bitPattern),
            Data(UInt64(bitPattern: lifetime.seconds)),
            Data(UInt64(bitPattern: lifetime.attoseconds)),
            Data(entry.generation),
            Data(entry.variant),
        ]
    }

    /// Reads the fields of an entry. Returns `nil` if they are not those of one.
    static func read(_ fields: [Data]) -> CacheEntry? {
        let numbers = [1, 3, 4, 5, 6, 7].compactMap { fields[$0].number }
        guard numbers.count == 6, let headers = readHeaders(fields[2]) else { return nil }
        let stored = Double(bitPattern: numbers[1])
        let seconds = Int64(bitPattern: numbers[2])
        let attoseconds = Int64(bitPattern: numbers[3])
        guard 100...599 ~= numbers[0],
            stored.isFinite,
            0...1_000_000_000_000 ~= seconds,
            0..<1_000_000_000_000_000_000 ~= attoseconds
        else { return nil }
        let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        var entry = CacheEntry(
            body: fields[0],
            status: Int(numbers[0]),
            stored: Date(timeIntervalSinceReferenceDate: stored),
            lifetime: CacheEntry.Lifetime(duration),
            headers: headers)
        entry.generation = numbers[4]
        entry.variant = numbers[5]
        return entry
    }

    static func headers(_ headers: HTTPHeaders) -> Data {
        let texts = headers.fields.flatMap { [$0.name, $0.value] }
        return Fields(texts.map { Data($0.utf8) }).bytes
    }

    /// The most names and values of header fields. More of them are taken for a damaged entry.
    private static let mostHeaderTexts = 1000

    static func readHeaders(_ bytes: Data) -> HTTPHeaders? {
        guard let fields = Fields(reading: bytes)?.fields,
            fields.count % 2 == 0,
            fields.count <= mostHeaderTexts
        else {
            return nil
        }
        let texts = fields.map { String(decoding: $0, as: UTF8.self) }
        var headers = HTTPHeaders()
        for place in stride(from: 0, to: texts.count, by: 2) {
            headers.add(texts[place], texts[place + 1])
        }
        return headers
    }
}
