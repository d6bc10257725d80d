import Foundation

/// The program's dialogue with a person: the streams of the process, or a test's script.
struct Terminal: Sendable {
    /// A closure that prints results. They can be redirected to a file.
    var write: @Sendable (String) -> Void
    /// A closure that shows passing text: progress and questions.
    var note: @Sendable (String) -> Void
    /// The next line of input, or `nil` without a person.
    var read: @Sendable () async -> String?
    /// Indicates whether lines can be overwritten.
    var isScreen: Bool

    /// Returns the answer, or `nil` without one.
    func ask(_ question: String) async -> String? {
        clearLine()
        note(question + " ")
        guard let answer = await read()?.trimmingCharacters(in: .whitespaces) else {
            note("\n")
            return nil
        }
        return answer.isEmpty ? nil : answer
    }

    /// Overwrites the last line.
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
                // Reading the answer has its own thread, so that it does not block other calls.
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(returning: readLine()) }
                }
            },
            isScreen: isatty(STDERR_FILENO) == 1)
    }
}
