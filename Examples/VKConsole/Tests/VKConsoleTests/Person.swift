import Foundation

@testable import VKConsole

/// A scripted person at a terminal, with the texts that they have seen.
final class Person: @unchecked Sendable {
    private let lock = NSLock()
    private var seen = (lines: [String](), notes: [String]())
    private let answer: @Sendable (String) async -> String?

    init(answer: @escaping @Sendable (_ question: String) async -> String? = { _ in nil }) { self.answer = answer }

    /// The results.
    var lines: [String] { lock.withLock { seen.lines } }
    /// The passing texts: progress and questions.
    var notes: [String] { lock.withLock { seen.notes } }

    var terminal: Terminal {
        Terminal(
            write: { line in self.lock.withLock { self.seen.lines.append(line) } },
            note: { note in self.lock.withLock { self.seen.notes.append(note) } },
            read: { await self.answer(self.notes.last ?? "") },
            isScreen: true)
    }
}
