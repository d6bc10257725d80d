import Foundation
import Methodical

/// A progress bar. Without a terminal it prints one line for each quarter.
struct ProgressBar {
    private let label: String
    private var quarter = 0
    private let isWatched = isatty(STDOUT_FILENO) == 1

    init(_ label: String) { self.label = label }

    mutating func show(_ part: TransferProgress.Part) {
        guard let total = part.total, total > 0 else { return }
        let share = Double(part.bytes) / Double(total)
        let bar = String(repeating: "█", count: Int(share * 40)).padding(toLength: 40, withPad: "·", startingAt: 0)
        let line = "  \(label) \(bar) \(Self.megabytes(part.bytes)) of \(Self.megabytes(total)) MB"
        if isWatched {
            print("\r" + line, terminator: part.bytes == total ? "\n" : "")
            fflush(nil)
        } else if Int(share * 4) > quarter {
            quarter = Int(share * 4)
            print(line)
        }
    }

    private static func megabytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_000_000) }
}

/// The person at the terminal.
enum Person {
    /// Returns the person's input, the scripted answer without a terminal, or `nil` for an empty line.
    static func answer(_ question: String, script: String) -> String? {
        print(question, terminator: " ")
        fflush(nil)
        guard isatty(STDIN_FILENO) == 1, let line = readLine() else {
            print("\(script)   (nobody is at the terminal: the script answers)")
            return script
        }
        return line.isEmpty ? nil : line
    }
}
