import Foundation
import Methodical

/// An observer that writes the mismatches between responses and their types to a file, which `methodical learn` reads:
/// `Client.Configuration(observers: [DriftObserver(file: file)])`.
///
/// The file has the place of each mismatch, what the schema expects, the kinds that were found, and how often. It has
/// no other value of a response, and no secret. Values are only in it if the schema lists the possible ones, as in
/// enumerations.
///
/// Memory and the file are bounded: there are at most `limit` places, and texts are short. A call only counts. The file
/// is written in the background, at most once in each `pause`, and continues what an earlier run of the program has
/// written. Each process needs a file of its own; `methodical learn` reads a folder of them.
public final class DriftObserver: ClientObserver {
    private struct State: Sendable {
        var log: DriftLog
        /// Indicates whether the file lacks mismatches.
        var isChanged = false
        /// Indicates whether a task waits to write the file.
        var isScheduled = false
        var failure: String?
    }

    private let file: URL
    private let pause: Duration
    private let state: Locked<State>
    /// The lock for the file. Only tasks in the background, and callers of `flush()`, wait for it.
    private let disk = Locked(false)

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - file: The file, whose folder must exist.
    ///   - limit: The greatest number of places. Mismatches at further ones are only counted.
    ///   - pause: The time between a mismatch and the writing of the file.
    public init(file: URL, limit: Int = 500, pause: Duration = .seconds(10)) {
        self.file = file
        self.pause = pause
        state = Locked(State(log: DriftLog(limit: limit)))
    }

    /// Counts the mismatches of an event. A client calls this method.
    public func observe(_ event: ClientEvent) {
        let mismatches: [Mismatch]
        switch event.kind {
        case .mismatches(let all): mismatches = all
        case .unreadable(let mismatch): mismatches = [mismatch]
        default: return
        }
        let isFirst = state.withLock { state in
            for mismatch in mismatches {
                state.log.add(mismatch, of: event.method)
            }
            state.isChanged = true
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst {
            Task.detached(priority: .background) { [self, pause] in
                try? await Task.sleep(for: pause)
                state.withLock { $0.isScheduled = false }
                try? flush()
            }
        }
    }

    /// The reason why the file could not be written the last time, or `nil`.
    public var failure: String? { state.withLock { $0.failure } }

    /// Writes the file now, for example before the program ends.
    ///
    /// Throws if the file cannot be read or written. It is not replaced if it is something else than an earlier log.
    public func flush() throws {
        do {
            try disk.withLock { hasRead in
                if !hasRead {
                    try readEarlierLog()
                    hasRead = true
                }
                let log = state.withLock { state -> DriftLog? in
                    defer { state.isChanged = false }
                    return state.isChanged ? state.log : nil
                }
                try log?.json.write(to: file, options: .atomic)
            }
            state.withLock { $0.failure = nil }
        } catch {
            state.withLock { state in
                state.isChanged = true
                state.failure = error.localizedDescription
            }
            throw error
        }
    }

    private func readEarlierLog() throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let earlier = try DriftLog.File(json: Data(contentsOf: file))
        state.withLock { $0.log.add(earlier) }
    }
}

/// The mismatches so far.
struct DriftLog: Sendable {
    /// The contents of a file.
    struct File: Codable, Sendable {
        var drift: [Entry]
        /// The number of mismatches at places beyond the limit.
        var others: Int

        init(drift: [Entry], others: Int) {
            self.drift = drift
            self.others = others
        }

        init(json: Data) throws {
            self = try JSONDecoder().decode(File.self, from: json)
        }
    }

    /// The mismatches at one place.
    struct Entry: Codable, Sendable {
        var method: String
        var path: String
        var expected: String
        /// The kinds, or the values of an enumeration.
        var found: [String]
        var count: Int
    }

    private struct Key: Hashable {
        var method: String
        var path: String
        var expected: String
    }

    /// The greatest length of a text in bytes. Longer ones are not kept.
    private static let textLimit = 500
    /// The greatest number of descriptions at one place.
    private static let foundLimit = 32

    /// The greatest count. An earlier log could be damaged, and have one that overflows.
    private static let countLimit = 1_000_000_000_000

    private let limit: Int
    private var entries: [Entry] = []
    private var indices: [Key: Int] = [:]
    private var others = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ mismatch: Mismatch, of method: String) {
        add(
            Entry(
                method: method,
                path: mismatch.path,
                expected: mismatch.expected,
                found: mismatch.found.components(separatedBy: ", "),
                count: mismatch.count))
    }

    mutating func add(_ file: File) {
        for entry in file.drift {
            add(entry)
        }
        others = Self.sum(others, file.others)
    }

    private mutating func add(_ entry: Entry) {
        let key = Key(method: entry.method, path: entry.path, expected: entry.expected)
        if let index = indices[key] {
            entries[index].count = Self.sum(entries[index].count, entry.count)
            add(entry.found, at: index)
            return
        }
        let isLong = [entry.method, entry.path, entry.expected].contains { $0.utf8.count > Self.textLimit }
        guard !isLong, entries.count < limit else {
            others = Self.sum(others, entry.count)
            return
        }
        var new = entry
        new.found = []
        new.count = Self.sum(0, entry.count)
        indices[key] = entries.count
        entries.append(new)
        add(entry.found, at: entries.count - 1)
    }

    /// Returns a count with another one added that may come from a file.
    private static func sum(_ count: Int, _ added: Int) -> Int {
        let usable = min(max(added, 0), countLimit)
        return min(count + usable, countLimit)
    }

    private mutating func add(_ found: [String], at index: Int) {
        for text in found where text.utf8.count <= Self.textLimit {
            let isNew = !entries[index].found.contains(text)
            if isNew, entries[index].found.count < Self.foundLimit {
                entries[index].found.append(text)
            }
        }
    }

    /// The text of the file.
    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(File(drift: entries, others: others))
        }
    }
}
