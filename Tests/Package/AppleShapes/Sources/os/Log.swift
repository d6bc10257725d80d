import Foundation

/// The messages that were written. This type is not part of Apple's module.
public final class Log: @unchecked Sendable {
    public static let shared = Log()
    private let lock = NSLock()
    private var all: [Line] = []

    public var lines: [Line] { lock.withLock { all } }
    public func clear() { lock.withLock { all = [] } }
    func add(_ line: Line) { lock.withLock { all.append(line) } }

    public struct Line: Sendable {
        public let subsystem: String
        public let category: String
        public let level: OSLogType
        public let pieces: [Piece]

        /// The message as everyone may read it.
        public var text: String {
            pieces.map {
                $0.privacy == .public ? $0.text : $0.privacy == .private(mask: .hash) ? "<mask.hash>" : "<private>"
            }.joined()
        }
        /// The message as it is shown while a debugger is attached.
        public var whole: String { pieces.map(\.text).joined() }
    }

    public struct Piece: Sendable {
        public let text: String
        public let privacy: OSLogPrivacy
    }
}
