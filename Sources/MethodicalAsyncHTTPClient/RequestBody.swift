#if AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOFoundationCompat
    import NIOPosix

    /// The body of a request, which is read piece by piece.
    struct RequestBody: Sendable {
        /// The length of a piece. It is less than a channel takes before it asks to pause (64 KiB).
        static let piece = 1 << 15

        private enum Source {
            case memory(Data)
            case file(Locked<OpenFile>)
        }

        private struct OpenFile {
            let url: URL
            var handle: FileHandle?

            mutating func read(_ count: Int, at offset: Int) throws -> ByteBuffer {
                let handle = try handle ?? FileHandle(forReadingFrom: url)
                self.handle = handle
                try handle.seek(toOffset: UInt64(offset))
                let data = try handle.read(upToCount: count) ?? Data()
                guard data.count == count else {
                    throw APIError(.storage, "\(url.lastPathComponent) became shorter while it was sent")
                }
                return ByteBuffer(data: data)
            }
        }

        /// The length in bytes.
        let length: Int
        private let source: Source

        /// Returns `nil` for a request without a body. Throws an error if there is no such file.
        init?(_ request: HTTPRequest) throws {
            if let file = request.file?.resolvingSymlinksInPath() {
                length = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
                source = .file(Locked(OpenFile(url: file)))
            } else if let body = request.body {
                (length, source) = (body.count, .memory(body))
            } else {
                return nil
            }
        }

        /// Returns the piece at an offset. A file is read on a thread for blocking calls.
        func read(at offset: Int, on loop: any EventLoop) -> EventLoopFuture<ByteBuffer> {
            let count = min(Self.piece, length - offset)
            switch source {
            case .memory(let data):
                let start = data.startIndex + offset
                return loop.makeSucceededFuture(ByteBuffer(data: data[start..<start + count]))
            case .file(let file):
                return NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
                    try file.withLock { try $0.read(count, at: offset) }
                }
            }
        }
    }
#endif
