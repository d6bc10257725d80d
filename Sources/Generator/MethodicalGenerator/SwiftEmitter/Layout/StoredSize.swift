/// The size of a value in memory. It follows Swift's layout closely enough to tell large from small, and is the same on
/// every machine.
struct StoredSize {
    var bytes = 0
    var alignment = 1
    /// Indicates whether the type has spare bit patterns, so that an optional of it needs no further byte.
    var hasSpare = false

    static let flag = StoredSize(bytes: 1, alignment: 1, hasSpare: true)
    static let number = StoredSize(bytes: 8, alignment: 8)
    static let reference = StoredSize(bytes: 8, alignment: 8, hasSpare: true)
    static let string = StoredSize(bytes: 16, alignment: 8, hasSpare: true)
    /// JSON, or an enumeration with payloads that are no larger than a string.
    static let union = StoredSize(bytes: 17, alignment: 8, hasSpare: true)

    /// The size of an optional of the value.
    var optional: StoredSize {
        var size = self
        if !hasSpare {
            size.bytes += 1
        }
        return size
    }

    /// Adds a stored property.
    mutating func append(_ size: StoredSize) {
        let alignedBytes = (bytes + size.alignment - 1) / size.alignment * size.alignment
        bytes = alignedBytes + size.bytes
        alignment = max(alignment, size.alignment)
        hasSpare = hasSpare || size.hasSpare
    }
}
