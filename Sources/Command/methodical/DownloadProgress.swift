#if CommandLine
    import APISurface
    import Foundation

    /// The line on a terminal that shows the progress of a download. Without a terminal, nothing is shown.
    ///
    /// `@unchecked Sendable`: the lock guards what changes.
    final class DownloadProgress: @unchecked Sendable {
        /// The number of bytes after which the line changes. A terminal is slower than a network.
        private static let step = 1 << 18
        /// The sequence that returns to the beginning of the line and erases it (ECMA-48, EL).
        private static let erasure = "\r\u{1B}[K"

        private let host: String
        private let isShown =
            isatty(STDERR_FILENO) == 1
            && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        private let lock = NSLock()
        private var shownCount = 0
        private var hasEnded = false

        /// Shows that the download has begun.
        init(of url: URL) {
            host = (url.host() ?? "").shown
            write("waiting for \(host) …")
        }

        /// Shows the number of bytes that have arrived.
        func show(_ count: Int) {
            lock.withLock {
                guard !hasEnded, count >= shownCount + Self.step else { return }
                shownCount = count
                let size = Double(count) / Double(1 << 20)
                write("\(host): \((size * 10).rounded() / 10) MiB")
            }
        }

        /// Erases the line.
        func end() {
            lock.withLock {
                hasEnded = true
                write("")
            }
        }

        private func write(_ text: String) {
            guard isShown else { return }
            // A failure is ignored, because the download does not depend on the line.
            try? FileHandle.standardError.write(contentsOf: Data((Self.erasure + text).utf8))
        }
    }
#endif
