#if CommandLine
    import APISurface
    import Foundation

    /// The line on a terminal that shows the progress of the command. Without a terminal, nothing is shown.
    ///
    /// `@unchecked Sendable`: the lock guards `isWritten`.
    final class ProgressLine: @unchecked Sendable {
        /// The line of the process.
        static let shared = ProgressLine()

        /// The sequence that returns to the beginning of the line and erases it (ECMA-48, EL).
        private static let erasure = "\r\u{1B}[K"

        private let isOnTerminal =
            isatty(STDERR_FILENO) == 1
            && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        private let lock = NSLock()
        private var isWritten = false

        private init() {}

        /// Replaces the line.
        func show(_ text: String) {
            guard isOnTerminal else { return }
            lock.withLock {
                isWritten = true
                write(text)
            }
        }

        /// Erases the line if there is one. Everything else that the command prints begins with this.
        func erase() {
            lock.withLock {
                guard isWritten else { return }
                isWritten = false
                write("")
            }
        }

        private func write(_ text: String) {
            // A failure is ignored, because the command does not depend on the line.
            try? FileHandle.standardError.write(contentsOf: Data((Self.erasure + text).utf8))
        }
    }

    /// The progress of a download.
    ///
    /// `@unchecked Sendable`: the lock guards what changes.
    final class DownloadProgress: @unchecked Sendable {
        /// The number of bytes after which the line changes. A terminal is slower than a network.
        private static let step = 1 << 18

        private let host: String
        private let lock = NSLock()
        private var shownCount = 0
        private var hasEnded = false

        /// Shows that the download has begun.
        init(of url: URL) {
            host = (url.host() ?? "").shown
            ProgressLine.shared.show("waiting for \(host) …")
        }

        /// Shows the number of bytes that have arrived.
        func show(_ count: Int) {
            lock.withLock {
                guard !hasEnded, count >= shownCount + Self.step else { return }
                shownCount = count
                ProgressLine.shared.show("\(host): \(ByteCount(count))")
            }
        }

        /// Erases the line.
        func end() {
            lock.withLock {
                hasEnded = true
                ProgressLine.shared.erase()
            }
        }
    }

    /// The progress of an import after its documents have been read. Only that of large documents is shown.
    struct ImportProgress {
        /// The number of bytes from which an import takes long enough to look stuck: about a second in a debug build.
        private static let least = 1 << 20

        /// The number of bytes of the documents.
        let size: Int

        /// Shows the present step of the import.
        func show(_ step: String) {
            guard size >= Self.least else { return }
            ProgressLine.shared.show("\(step): \(ByteCount(size)) …")
        }
    }

    /// A number of bytes as people read it.
    private struct ByteCount: CustomStringConvertible {
        let count: Int

        init(_ count: Int) { self.count = count }

        var description: String {
            let mebibytes = Double(count) / Double(1 << 20)
            return "\((mebibytes * 10).rounded() / 10) MiB"
        }
    }
#endif
