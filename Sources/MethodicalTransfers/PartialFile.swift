import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What has come of a download: `movie.mp4.part`, and beside it `movie.mp4.part.from`, which says of what it is a part.
///
/// Killed at any moment, the two fit together: the second is written while the first is empty, and half of it is no JSON.
final class PartialFile: Sendable {
    let url: URL
    private let file: URL
    private let source: URL
    private let address: String
    /// Locked while we live: two downloads to one file would mix.
    private let lock: OpenFile
    private let state: Locked<State>

    private struct State: Sendable {
        var known: Known?
        /// Where this attempt began.
        var start = 0
        var total: Int?
    }

    /// Of what it is a part.
    private struct Known: Sendable, Codable {
        let address: String
        /// What the server is to compare: a strong `ETag`, or the date of the last change.
        let validator: String?
        let total: Int?
    }

    init(for file: URL, _ address: URL) throws(APIError) {
        self.file = file
        var status = stat()
        guard stat(file.path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
            throw APIError(.invalidRequest, "\(file.lastPathComponent) is a folder: say what the file in it is to be called")
        }
        url = file.appendingPathExtension("part")
        source = url.appendingPathExtension("from")
        // Without the query: it may hold a secret, and signed addresses change while the file does not.
        self.address = "\(address.host() ?? "")\(address.path)"
        lock = try Self.locked(url)
        var known: Known?
        if let text = FileManager.default.contents(atPath: source.path) { known = try? JSONDecoder().decode(Known.self, from: text) }
        state = Locked(State(known: known?.address == self.address ? known : nil))
    }

    /// The download has ended. The session may hold us a moment longer, and so may a process that is just being started: neither keeps others out.
    func unlock() { flock(lock.descriptor, LOCK_UN) }

    /// A download that ends meanwhile takes the file that we opened to its final name.
    private static func locked(_ url: URL) throws(APIError) -> OpenFile {
        for _ in 0..<100 {
            let opened = try OpenFile(url, O_RDWR | O_CREAT, 0o644)
            guard flock(opened.descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw APIError(.storage, "another download brings \(url.lastPathComponent)")
            }
            var named = stat()
            if stat(url.path, &named) == 0, named.st_ino == (try opened.status).st_ino { return opened }
        }
        throw APIError(.storage, "\(url.lastPathComponent) cannot be locked")
    }

    var start: Int { state.withLock { $0.start } }
    var total: Int? { state.withLock { $0.total } }

    func size() throws(APIError) -> Int { Int(try lock.status.st_size) }

    /// All is here, and the process was killed before it was given its name.
    func isWhole() throws(APIError) -> Bool {
        guard let total = state.withLock({ $0.known })?.total, total > 0 else { return false }
        state.withLock { $0.total = total }
        return try size() == total
    }

    /// Asks for what is missing, if the server can tell whether its file is still the same. Returns where that begins.
    func resume(_ headers: inout HTTPHeaders) throws(APIError) -> Int {
        let size = try size()
        guard let known = state.withLock({ $0.known }), let validator = known.validator, size <= known.total ?? .max else { return 0 }
        // Where all is here, the last byte comes again, if the file is still the same.
        let start = size == known.total ? size - 1 : size
        guard start > 0 else { return 0 }
        headers["Range"] = "bytes=\(start)-"
        headers["If-Range"] = validator
        return start
    }

    /// When the answer begins. What an error's answer holds goes elsewhere.
    func begin(_ head: HTTPResponse, at offset: Int) throws(APIError) {
        if head.status == 206 {
            let known = state.withLock { $0.known }
            let range = head.headers["Content-Range"].flatMap(ContentRange.init)
            let total = range?.total.flatMap { Int(exactly: $0) }
            let isSame = head.headers["ETag"].map { tag in known?.validator.map { !$0.hasPrefix("\"") || $0 == tag } ?? false } ?? true
            // Of what length is not known, nobody knows whether this is the rest.
            guard let range, offset > 0, range.first == UInt64(offset), isSame, let whole = total ?? known?.total, whole == known?.total ?? whole
            else {
                try discard()
                throw APIError(.connection, "the server sent another part, or of another file, than it was asked for")
            }
            state.withLock { ($0.start, $0.total) = (offset, whole) }
        } else if head.status == 200 {
            let isPacked = head.headers["Content-Encoding"].map { $0 != "identity" } ?? false
            let length = isPacked ? nil : head.headers["Content-Length"].flatMap { Int($0) }
            let known = Known(address: address, validator: isPacked ? nil : head.headers.validator, total: length)
            try write(known)
            state.withLock { $0 = State(known: known, start: 0, total: length) }
        }
    }

    private func write(_ known: Known) throws(APIError) {
        do {
            try OpenFile(creating: source).write(JSONEncoder().encode(known))
        } catch {
            throw APIError(transport: error, hiding: [])
        }
    }

    func discard() throws(APIError) {
        guard ftruncate(lock.descriptor, 0) == 0 else { throw .storage(errno, "\(url.lastPathComponent) cannot be emptied") }
    }

    /// Gives the whole its name, and tells its length.
    func finish() throws(APIError) -> Int {
        let size = try size()
        guard total == nil || size == total else {
            if size > total ?? 0 { try discard() }
            throw APIError(.connection, "\(size) bytes came of \(total ?? 0)")
        }
        guard fsync(lock.descriptor) == 0, rename(url.path, file.path) == 0 else {
            throw .storage(errno, "\(file.lastPathComponent) cannot be written")
        }
        unlink(source.path)
        return size
    }
}

extension HTTPHeaders {
    /// What `If-Range` may hold: an `ETag` that is not weak, or a date of the last change that lies before the answer's own (RFC 9110, 8.8.2.2).
    fileprivate var validator: String? {
        if let tag = self["ETag"] { return tag.hasPrefix("\"") ? tag : nil }
        guard let changed = self["Last-Modified"], let date = self["Date"], changed != date else { return nil }
        return changed
    }
}
