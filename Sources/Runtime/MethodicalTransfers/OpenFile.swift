import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file, which is closed when the object is released. Its errors include the file's name and the
/// system's reason.
final class OpenFile: Sendable {
    let url: URL
    let descriptor: Int32

    /// Opens a file for writing. Truncates an existing file, or creates a file that only its owner can read.
    convenience init(creating url: URL) throws(APIError) {
        try self.init(url, flags: O_WRONLY | O_CREAT | O_TRUNC)
    }

    /// Opens an existing file for reading. Throws if the address is that of a folder, a pipe or a device, at once:
    /// opening a pipe would otherwise wait for its other end.
    convenience init(reading url: URL) throws(APIError) {
        try self.init(url, flags: O_RDONLY | O_NONBLOCK)
        guard try status.st_mode & S_IFMT == S_IFREG else {
            throw APIError(
                .storage,
                "\(url.lastPathComponent) is not a file but a folder, a pipe or a device; "
                    + "send other content with Upload.data or Upload.stream")
        }
    }

    init(_ url: URL, flags: Int32, mode: mode_t = 0o600) throws(APIError) {
        self.url = url
        descriptor = open(url.path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            let failure = errno
            let folder = url.deletingLastPathComponent().path
            if failure == ENOENT, flags & O_CREAT != 0 {
                throw .storage(
                    failure, message: "\(url.lastPathComponent) cannot be created: create its folder first, \(folder)")
            }
            throw .storage(failure, message: "\(url.lastPathComponent) cannot be opened")
        }
    }

    deinit { close(descriptor) }

    /// The number of bytes that are written before the next look at the task's cancellation.
    private static let piece = 1 << 18

    /// Appends data. Throws `.cancelled` if the task is cancelled meanwhile.
    func write(_ data: Data) throws(APIError) {
        var rest = data
        repeat {
            if Task.isCancelled {
                throw APIError(.cancelled)
            }
            let failure = rest.prefix(Self.piece).withUnsafeBytes { append($0) }
            if let failure {
                throw .storage(failure, message: "\(url.lastPathComponent) cannot be written")
            }
            rest = rest.dropFirst(Self.piece)
        } while !rest.isEmpty
    }

    /// Appends the contents of another file. Throws `.cancelled` if the task is cancelled meanwhile.
    func write(contentsOf other: URL) throws(APIError) {
        let source = try OpenFile(reading: other)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            if Task.isCancelled {
                throw APIError(.cancelled)
            }
            let count = read(source.descriptor, buffer.baseAddress, buffer.count)
            if count == 0 {
                return
            }
            if count < 0 {
                if errno == EINTR {
                    continue
                }
                throw .storage(errno, message: "\(other.lastPathComponent) cannot be read")
            }
            if let failure = append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                throw .storage(failure, message: "\(url.lastPathComponent) cannot be written")
            }
        }
    }

    /// Writes all bytes. Returns the system's error number if it fails, or `nil`.
    private func append(_ bytes: UnsafeRawBufferPointer) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            #elseif canImport(Android)
                let count = Android.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            #else
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            #endif
            if count < 0, errno == EINTR {
                continue
            }
            guard count > 0 else {
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Indicates whether the file's name still refers to this file, and not to another one or to none.
    func hasItsName() throws(APIError) -> Bool {
        var named = stat()
        guard stat(url.path, &named) == 0 else { return false }
        let own = try status
        return named.st_ino == own.st_ino && named.st_dev == own.st_dev
    }

    var status: stat {
        get throws(APIError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw .storage(errno, message: "\(url.lastPathComponent) cannot be read")
            }
            return status
        }
    }
}
