import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file, which is closed when the object is released. Its errors include the file's name and the
/// system's reason.
final class OpenFile: Sendable {
    let url: URL
    let descriptor: Int32

    /// Opens a file for writing. Truncates an existing file, or creates a file that only its owner can read.
    convenience init(creating url: URL) throws(APIError) { try self.init(url, O_WRONLY | O_CREAT | O_TRUNC) }

    /// Opens an existing file for reading.
    convenience init(reading url: URL) throws(APIError) { try self.init(url, O_RDONLY) }

    init(_ url: URL, _ flags: Int32, _ mode: mode_t = 0o600) throws(APIError) {
        self.url = url
        descriptor = open(url.path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            let (failure, folder) = (errno, url.deletingLastPathComponent().path)
            if failure == ENOENT, flags & O_CREAT != 0 {
                throw .storage(
                    failure, "\(url.lastPathComponent) cannot be created: create its folder first, \(folder)")
            }
            throw .storage(failure, "\(url.lastPathComponent) cannot be opened")
        }
    }

    deinit { close(descriptor) }

    func write(_ data: Data) throws(APIError) {
        var failure: Int32?
        data.withUnsafeBytes { failure = append($0) }
        if let failure { throw .storage(failure, "\(url.lastPathComponent) cannot be written") }
    }

    /// Appends the contents of another file, with a buffer of 256 KiB.
    func write(contentsOf other: URL) throws(APIError) {
        let source = try OpenFile(reading: other)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(source.descriptor, buffer.baseAddress, buffer.count)
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw .storage(errno, "\(other.lastPathComponent) cannot be read")
            }
            if let failure = append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                throw .storage(failure, "\(url.lastPathComponent) cannot be written")
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
            #else
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    var status: stat {
        get throws(APIError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw .storage(errno, "\(url.lastPathComponent) cannot be read")
            }
            return status
        }
    }
}

/// A temporary file that only its owner can read. It is deleted when the object is released.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("methodical-form-\(UUID().uuidString)")

    deinit { unlink(url.path) }
}
