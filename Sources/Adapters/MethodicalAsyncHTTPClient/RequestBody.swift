#if AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOFoundationCompat
    import NIOPosix

    /// The body of a request, which is read piece by piece.
    struct RequestBody: Sendable {
        /// The length of a piece in bytes. It is less than a channel takes before it asks to pause (64 KiB).
        static let pieceLength = 32 * 1024

        private enum Source {
            case memory(Data)
            case file(RequestFile)
        }

        /// The length in bytes.
        let length: Int
        private let source: Source

        /// Returns `nil` for a request without a body. Throws an error if there is no such file.
        init?(_ request: HTTPRequest) throws(APIError) {
            if let url = request.file {
                let file = try RequestFile(url)
                length = file.length
                source = .file(file)
            } else if let body = request.body {
                length = body.count
                source = .memory(body)
            } else {
                return nil
            }
        }

        /// Returns the piece at an offset. A file is read on a thread for blocking calls.
        func read(at offset: Int, on loop: any EventLoop) -> EventLoopFuture<ByteBuffer> {
            let count = min(Self.pieceLength, length - offset)
            switch source {
            case .memory(let data):
                let start = data.startIndex + offset
                return loop.makeSucceededFuture(ByteBuffer(data: data[start..<start + count]))
            case .file(let file):
                return NIOThreadPool.singleton.runIfActive(eventLoop: loop) {
                    var piece = ByteBuffer()
                    try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
                        try file.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]), at: offset)
                        return count
                    }
                    return piece
                }
            }
        }
    }
#endif
