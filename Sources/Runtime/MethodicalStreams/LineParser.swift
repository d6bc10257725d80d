/// A parser of JSON lines: each line that is not blank is an element, also the last one if no line end follows it.
///
/// The record separator that begins each text of a JSON text sequence (RFC 7464) is skipped.
struct LineParser {
    /// The bytes of the line that has begun but is not complete.
    var length: Int { line.count }

    private var input: [UInt8] = []
    private var position = 0
    private var line: [UInt8] = []

    /// Takes the next bytes. All lines of the earlier ones must have been read.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        input = Array(bytes)
        position = 0
    }

    /// Returns the next complete line, or `nil` if more bytes are needed.
    mutating func next() -> [UInt8]? {
        while position < input.count {
            let rest = input[position...]
            guard let end = rest.firstIndex(of: 0x0A) else {
                line.append(contentsOf: rest)
                position = input.count
                return nil
            }
            line.append(contentsOf: rest[..<end])
            position = end + 1
            if let line = last() {
                return line
            }
        }
        return nil
    }

    /// Returns the line that has begun, without the white space around it, or `nil` if it is blank.
    mutating func last() -> [UInt8]? {
        defer { line.removeAll(keepingCapacity: true) }
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x1E].contains($0) }
        let start = line.firstIndex { !isBlank($0) }
        let end = line.lastIndex { !isBlank($0) }
        guard let start, let end else { return nil }
        return Array(line[start...end])
    }
}
