import Foundation
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The open file that is the body of a request. It is closed when the object is released.
package final class RequestFile: Sendable {
    /// The length in bytes at the time of opening. If the file grows later, the new bytes are not sent.
    package let length: Int
    private let descriptor: Int32
    private let name: String

    /// Opens a file, or the file that a symbolic link leads to.
    ///
    /// - Throws: `.storage` if there is no such file, or if the path leads to a folder, a pipe or a device. Those have
    ///   no length, and opening a pipe would wait for its writer.
    package init(_ url: URL) throws(APIError) {
        name = url.lastPathComponent
        descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .storage(errno, message: "\(name) cannot be opened")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = errno
            close(descriptor)
            throw .storage(failure, message: "\(name) cannot be read")
        }
        do {
            try Self.requireFile(status: status, name: name)
        } catch {
            close(descriptor)
            throw error
        }
        length = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Throws `.storage` if a status is not that of a regular file.
    private static func requireFile(status: stat, name: String) throws(APIError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .storage(EISDIR, message: "\(name) cannot be sent; choose a file")
        default:
            throw APIError(
                .storage,
                "\(name) is a pipe or a device and has no length; copy its content to a file first")
        }
    }

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// - Throws: `.storage` if the file cannot be read, or if it ends before the buffer is full.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(APIError) {
        var rest = buffer[...]
        while !rest.isEmpty {
            let part = UnsafeMutableRawBufferPointer(rebasing: rest)
            let count = pread(
                descriptor,
                part.baseAddress,
                part.count,
                off_t(offset + rest.startIndex))
            if count < 0, errno == EINTR {
                continue
            }
            guard count >= 0 else {
                throw .storage(errno, message: "\(name) cannot be read")
            }
            guard count > 0 else {
                throw APIError(.storage, "\(name) became shorter while it was sent")
            }
            rest = rest.dropFirst(count)
        }
    }
}

#if canImport(FoundationNetworking)
    /// The file that is the body of a request, as a stream for FoundationNetworking.
    ///
    /// FoundationNetworking's own reader of files pauses the transfer until bytes have arrived from the disk. It ends
    /// the process if the transfer has ended meanwhile (`_BodyFileSource` in `BodySource.swift`). A stream is read
    /// without pauses.
    final class FileStream: InputStream {
        /// The state has a lock, because the session reads on its own thread.
        private struct State {
            var status = Stream.Status.notOpen
            var offset = 0
            var isRefused = false
            var failure: APIError?
        }

        private let file: RequestFile?
        private let state = Locked(State())

        init(_ file: RequestFile) {
            self.file = file
            super.init(data: Data())
        }

        /// Creates an empty stream. The superclass requires this initializer.
        required override init(data: Data) {
            file = nil
            super.init(data: data)
        }

        /// The error that ended the stream.
        var failure: APIError? {
            state.withLock { $0.failure }
        }

        /// Lets all further reading fail, because libcurl wants to send the request again.
        func refuse() {
            state.withLock { $0.isRefused = true }
        }

        override var streamStatus: Stream.Status {
            state.withLock { $0.status }
        }

        override func open() {
            state.withLock { $0.status = .open }
        }

        override func close() {
            state.withLock { $0.status = .closed }
        }

        /// Indicates whether a byte is left. FoundationNetworking takes the stream for complete if there is none.
        override var hasBytesAvailable: Bool {
            let length = file?.length ?? 0
            return state.withLock { $0.isRefused || $0.offset < length }
        }

        /// Reads bytes. A negative result ends the transfer.
        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            guard let file else { return 0 }
            return state.withLock { state in
                guard !state.isRefused,
                    state.failure == nil
                else {
                    return -1
                }
                let count = min(maxLength, file.length - state.offset)
                do throws(APIError) {
                    try file.read(
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: count),
                        at: state.offset)
                } catch {
                    state.failure = error
                    return -1
                }
                state.offset += count
                return count
            }
        }
    }
#endif
