import Foundation

/// Where the program meets a person: the streams of the process, or a test's script.
struct Terminal: Sendable {
    /// Results. They may go to a file while the rest stays on the screen.
    var write: @Sendable (String) -> Void
    /// What passes: progress, questions.
    var note: @Sendable (String) -> Void
    /// The next line that the person types; nil where nobody is there.
    var read: @Sendable () async -> String?
    /// Whether lines can be drawn over.
    var isScreen: Bool

    /// Nil without an answer.
    func ask(_ question: String) async -> String? {
        clearLine()
        note(question + " ")
        guard let answer = await read()?.trimmingCharacters(in: .whitespaces) else {
            note("\n")
            return nil
        }
        return answer.isEmpty ? nil : answer
    }

    /// Draws over the line that was drawn last.
    func redraw(_ line: String) {
        if isScreen { note("\r\u{1B}[K" + line) }
    }

    func clearLine() { redraw("") }
}

extension Terminal {
    static var standard: Terminal {
        Terminal(
            write: { print($0) },
            note: { FileHandle.standardError.write(Data($0.utf8)) },
            read: {
                // A thread of its own: who thinks about an answer must not hold up the calls that need none.
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(returning: readLine()) }
                }
            },
            isScreen: isatty(STDERR_FILENO) == 1)
    }
}
