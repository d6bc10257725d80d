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

/// The received part of a download: `movie.mp4.part`, and next to it `movie.mp4.part.from`, which describes the
/// file that it is a part of.
///
/// The two files stay consistent if the process is killed at any moment: the description is written while the
/// part is empty, and an incomplete description is not valid JSON.
final class PartialFile: Sendable {
    let url: URL
    private let file: URL
    private let source: URL
    private let address: String
    /// The partial file, locked for as long as this object exists, because two downloads to one file would mix
    /// their bytes.
    private let lock: OpenFile
    private let state: Locked<State>

    private struct State: Sendable {
        var known: Known?
        /// The offset at which the current attempt began.
        var start = 0
        /// The offset after the last byte that the current response announced, or `nil` if it is not known.
        var end: Int?
        var total: Int?
    }

    /// The description of the file that the bytes are a part of.
    private struct Known: Sendable, Codable {
        let address: String
        /// The value for `If-Range`: a strong `ETag` or a `Last-Modified` date.
        let validator: String?
        let total: Int?

        /// Indicates whether a partial response belongs to the same file. A server may leave out what `If-Range` has
        /// already named.
        func isSameFile(as headers: HTTPHeaders) -> Bool {
            guard let validator else { return false }
            let name = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
            return headers[name] ?? validator == validator
        }
    }

    /// Locks the partial file of a download.
    ///
    /// - Parameters:
    ///   - file: The final name of the file.
    ///   - address: The host and the path of the address. The query is left out: it may contain a secret, and signed
    ///     addresses change while the file stays the same.
    init(for file: URL, address: String) throws(APIError) {
        self.file = file
        self.address = address
        var status = stat()
        guard stat(file.path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
            throw APIError(
                .invalidRequest, "\(file.lastPathComponent) is a folder: pass the name of the file")
        }
        url = file.appendingPathExtension("part")
        source = url.appendingPathExtension("from")
        lock = try Self.locked(url)
        var known: Known?
        if let text = FileManager.default.contents(atPath: source.path) {
            known = try? JSONDecoder().decode(Known.self, from: text)
        }
        if known?.address != self.address {
            known = nil
        }
        state = Locked(State(known: known))
    }

    /// Releases the lock at the end of the download. The session, or a child process that is just starting, may
    /// keep the file open a moment longer, and must not lock out other downloads.
    func unlock() { flock(lock.descriptor, LOCK_UN) }

    /// Opens and locks the partial file.
    ///
    /// Another download may rename the file after it was opened here. The loop checks that the name still
    /// refers to the locked file.
    private static func locked(_ url: URL) throws(APIError) -> OpenFile {
        for _ in 0..<100 {
            let opened = try OpenFile(url, flags: O_RDWR | O_CREAT, mode: 0o644)
            guard flock(opened.descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw APIError(.storage, "another download is already writing \(url.lastPathComponent)")
            }
            if try opened.hasItsName() {
                return opened
            }
        }
        throw APIError(.storage, "\(url.lastPathComponent) cannot be locked")
    }

    var start: Int { state.withLock { $0.start } }
    var total: Int? { state.withLock { $0.total } }

    func size() throws(APIError) -> Int {
        Int(try lock.status.st_size)
    }

    /// Returns `true` if all bytes were received, but the process was killed before it renamed the file.
    func isWhole() throws(APIError) -> Bool {
        let known = state.withLock { $0.known }
        guard let total = known?.total, total > 0 else { return false }
        state.withLock { $0.total = total }
        return try size() == total
    }

    /// Adds the header fields that request only the missing bytes, if the server can tell whether its file is
    /// unchanged.
    ///
    /// - Returns: The offset of the first requested byte, or 0 if the whole file is requested.
    func resume(with headers: inout HTTPHeaders) throws(APIError) -> Int {
        let size = try size()
        let lastKnown = state.withLock { $0.known }
        guard let known = lastKnown, let validator = known.validator else { return 0 }
        guard size <= known.total ?? .max else { return 0 }
        var start = size
        // If all bytes are here, the last one is requested again, to learn whether the file is unchanged.
        if size == known.total {
            start -= 1
        }
        guard start > 0 else { return 0 }
        headers["Range"] = "bytes=\(start)-"
        headers["If-Range"] = validator
        return start
    }

    /// Checks the head of a response, and prepares the partial file for its body. The bodies of error responses
    /// are not stored in the file.
    ///
    /// Throws `UnusableRange` if the response is not the rest of the file.
    func begin(_ head: HTTPResponse, at offset: Int) throws {
        if head.status == 206 {
            try continueFile(head, at: offset)
        } else if head.status == 200 {
            let isPacked = head.headers["Content-Encoding"].map { $0 != "identity" } ?? false
            let known =
                if isPacked {
                    Known(address: address, validator: nil, total: nil)
                } else {
                    Known(
                        address: address,
                        validator: head.headers.validator,
                        total: head.headers["Content-Length"].flatMap { Int($0) })
                }
            try write(known)
            state.withLock { $0 = State(known: known, total: known.total) }
        }
    }

    private func continueFile(_ head: HTTPResponse, at offset: Int) throws {
        let known = state.withLock { $0.known }
        guard offset > 0 else {
            throw UnusableRange("the server sent a part of the file instead of the whole")
        }
        guard let range = ContentRange(of: head), range.first == UInt64(offset) else {
            throw UnusableRange("the server sent another part of the file than was requested")
        }
        guard known?.isSameFile(as: head.headers) == true else {
            throw UnusableRange("the server sent a part of another file")
        }
        // Without the total length, nothing shows whether this range is the rest of the file.
        guard let whole = range.total.flatMap({ Int(exactly: $0) }) ?? known?.total else {
            throw UnusableRange("the server does not say how long the file is")
        }
        guard whole == known?.total ?? whole, range.last < UInt64(whole) else {
            throw UnusableRange("the server sent a part of a file of another length")
        }
        state.withLock { state in
            state.start = offset
            state.end = Int(range.last) + 1
            state.total = whole
        }
    }

    /// Throws `UnusableRange` if the server has sent more bytes than it announced, so that some are not of the file.
    func checkEnd() throws {
        let size = try size()
        guard let end = state.withLock({ $0.end }), size > end else { return }
        throw UnusableRange("the server sent more bytes than it announced")
    }

    private func write(_ known: Known) throws(APIError) {
        do {
            try OpenFile(creating: source).write(JSONEncoder().encode(known))
        } catch {
            throw APIError(transport: error, hiding: [])
        }
    }

    /// Removes all received bytes.
    func discard() throws(APIError) {
        guard ftruncate(lock.descriptor, 0) == 0 else {
            throw .storage(errno, message: "\(url.lastPathComponent) cannot be emptied")
        }
    }

    /// Removes the partial file and its description if no bytes are here, at the end of a download that has failed.
    /// Otherwise the next one would find an empty file.
    func removeIfEmpty() {
        guard let size = try? size(), size == 0 else { return }
        unlink(url.path)
        unlink(source.path)
    }

    /// Returns the length of the complete file in bytes. Throws if it is not the announced one.
    func wholeLength() throws(APIError) -> Int {
        let size = try size()
        guard total == nil || size == total else {
            if size > total ?? 0 {
                try discard()
            }
            throw APIError(.connection, "\(size) bytes came of \(total ?? 0)")
        }
        return size
    }

    /// Renames the complete file to its final name.
    func finish() throws(APIError) {
        guard fsync(lock.descriptor) == 0, rename(url.path, file.path) == 0 else {
            throw .storage(errno, message: "\(file.lastPathComponent) cannot be written")
        }
        unlink(source.path)
    }
}

extension HTTPHeaders {
    /// The value for `If-Range`: a strong `ETag`, or a `Last-Modified` date that differs from the response's
    /// own `Date` (RFC 9110, 8.8.2.2).
    fileprivate var validator: String? {
        if let tag = self["ETag"] {
            guard tag.hasPrefix("\"") else { return nil }
            return tag
        }
        guard let changed = self["Last-Modified"], let date = self["Date"], changed != date else {
            return nil
        }
        return changed
    }
}
