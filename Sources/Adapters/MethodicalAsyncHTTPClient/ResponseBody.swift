#if AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOFoundationCompat

    /// The body of a response in memory.
    ///
    /// Most bodies arrive in one piece, which is kept as it is. Several pieces are copied together: each is a part of
    /// a larger buffer, and a server that sends byte by byte must not make the client keep all these buffers.
    enum ResponseBody: Sendable {
        case none
        case whole(ByteBuffer)
        case joined(Data)

        /// Adds a piece.
        mutating func append(_ piece: ByteBuffer) {
            switch self {
            case .none: self = .whole(piece)
            case .whole(let first):
                var data = Data(first)
                data.append(piece)
                self = .joined(data)
            case .joined(var data):
                // With two owners, the data would be copied for each piece.
                self = .none
                data.append(piece)
                self = .joined(data)
            }
        }

        /// The number of bytes.
        var count: Int {
            switch self {
            case .none: 0
            case .whole(let buffer): buffer.readableBytes
            case .joined(let data): data.count
            }
        }

        /// All bytes.
        var data: Data {
            switch self {
            case .none: Data()
            case .whole(let buffer): Data(buffer)
            case .joined(let data): data
            }
        }
    }

    extension Data {
        /// Creates a copy of a buffer's bytes.
        init(_ buffer: ByteBuffer) {
            self.init(buffer: buffer, byteTransferStrategy: .copy)
        }

        fileprivate mutating func append(_ buffer: ByteBuffer) {
            buffer.withUnsafeReadableBytes { append(contentsOf: $0) }
        }
    }
#endif
