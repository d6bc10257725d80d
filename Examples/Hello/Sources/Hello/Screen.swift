import Foundation

/// The terminal. Lines have colours unless the output goes to a file or another program, or `NO_COLOR` is set
/// (https://no-color.org).
struct Screen {
    private let hasColours: Bool

    init() {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let refusesColours = ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty == false
        hasColours = isTerminal && !refusesColours
    }

    func show(_ line: String) {
        print(line)
    }

    /// Shows a line of Swift, in bold, with an empty line before it.
    func showCode(_ code: String) {
        print("\n" + styled(code, code: 1))
    }

    /// Shows a line in green.
    func showNews(_ line: String) {
        print(styled(line, code: 32))
    }

    /// Returns a text in a style of ECMA-48, section 8.3.117.
    private func styled(_ text: String, code: Int) -> String {
        guard hasColours else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
