/// A parser of server-sent events, as the HTML standard defines them (section 9.2.6, "Interpreting an event stream").
///
/// It takes bytes in pieces of any size. Lines end with CR, LF or both. A byte order mark is skipped at the start.
struct EventParser {
    /// An event as it was sent.
    struct Message: Equatable {
        /// The `event` field, or `message` without one.
        var name: String
        /// The lines of the `data` fields, with LF between them.
        var data: [UInt8]
        /// The id of this event, or of the last one before it that had an id.
        var id: String
    }

    /// The id of the last event that was dispatched. A new connection continues after it.
    private(set) var lastID: String
    /// The reconnection time in milliseconds that the server has sent last, at most `longestRetry`.
    private(set) var retry: Int?
    /// The longest reconnection time in milliseconds, an hour. A server must not silence a client for ever.
    static let longestRetry = 3_600_000
    /// The length in bytes of the longest id. Most servers accept no longer header fields, in which it comes back.
    static let longestID = 4096
    /// The bytes of the event that has begun but is not complete.
    var length: Int { line.count + data.count + name.count }

    private var input: [UInt8] = []
    private var position = 0
    /// The beginning of a line whose end has not arrived.
    private var line: [UInt8] = []
    private var isFirstLine = true
    /// Indicates whether the last byte was a CR, so that an LF after it belongs to the same line end.
    private var endedWithCR = false
    private var data: [UInt8] = []
    private var name: [UInt8] = []
    private var id: String

    init(lastID: String = "") {
        self.lastID = lastID
        id = lastID
    }

    /// Takes the next bytes. All messages of the earlier ones must have been read.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        input = Array(bytes)
        position = 0
    }

    /// Prepares for the bytes of a new connection. An incomplete event is dropped.
    mutating func restart() {
        var fresh = EventParser(lastID: lastID)
        fresh.retry = retry
        self = fresh
    }

    /// The `data` of the event that has begun but is not complete.
    var unfinished: [UInt8] {
        var rest = self
        rest.input = [0x0A, 0x0A]
        rest.position = 0
        return rest.next()?.data ?? []
    }

    /// Returns the next complete event, or `nil` if more bytes are needed.
    mutating func next() -> Message? {
        let input = self.input
        return input.withUnsafeBufferPointer { input in
            while position < input.count {
                if endedWithCR, input[position] == 0x0A {
                    position += 1
                }
                endedWithCR = false
                var end = position
                while end < input.count, input[end] != 0x0A, input[end] != 0x0D {
                    end += 1
                }
                let part = input[position..<end]
                guard end < input.count else {
                    line.append(contentsOf: part)
                    position = end
                    return nil
                }
                endedWithCR = input[end] == 0x0D
                position = end + 1
                if let message = take(part) {
                    return message
                }
            }
            return nil
        }
    }

    /// Handles the end of a line. Returns an event if the line is empty and there is one.
    private mutating func take(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Message? {
        if line.isEmpty, !isFirstLine {
            return handle(part)
        }
        var whole = line + part
        line.removeAll(keepingCapacity: true)
        if isFirstLine, whole.starts(with: [0xEF, 0xBB, 0xBF]) {
            whole.removeFirst(3)
        }
        isFirstLine = false
        return whole.withUnsafeBufferPointer { handle($0[...]) }
    }

    private mutating func handle(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Message? {
        if line.isEmpty {
            return dispatch()
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") {
            value.removeFirst()
        }
        let field = line[..<colon]
        if field.elementsEqual("data".utf8) {
            data.append(contentsOf: value)
            data.append(0x0A)
        } else if field.elementsEqual("event".utf8) {
            name = Array(value)
        } else if field.elementsEqual("id".utf8) {
            // The standard ignores an id with NUL. One that is too long counts as none, too: the next connection then
            // continues after an earlier event, and repeats some instead of losing them.
            if !value.contains(0), value.count <= Self.longestID {
                id = String(decoding: value, as: UTF8.self)
            }
        } else if field.elementsEqual("retry".utf8), !value.isEmpty, value.allSatisfy({ 48...57 ~= $0 }) {
            retry = min(Int(String(decoding: value, as: UTF8.self)) ?? .max, Self.longestRetry)
        }
        return nil
    }

    private mutating func dispatch() -> Message? {
        lastID = id
        defer {
            data = []
            name = []
        }
        guard !data.isEmpty else { return nil }
        data.removeLast()
        var eventName = "message"
        if !name.isEmpty {
            eventName = String(decoding: name, as: UTF8.self)
        }
        return Message(name: eventName, data: data, id: id)
    }
}
