extension JSONReader {
    /// Reads the array at the reader's position. Each element is filled in its slot.
    ///
    /// A function of the element type, not a method of `Array`: a method needs the metadata of `[Element]`, which would
    /// be looked up for each array. For integers and strings, it calls specialized code even in unspecialized callers.
    mutating func elements<Element: APIValue>(of _: Element.Type) -> [Element] {
        if Element.self == Int.self {
            return unsafeBitCast(integers(), to: [Element].self)
        }
        if Element.self == String.self {
            return unsafeBitCast(strings(), to: [Element].self)
        }
        return filled()
    }

    /// Reads an array of integers.
    mutating func integers() -> [Int] { filled() }

    /// Reads an array of strings.
    mutating func strings() -> [String] { filled() }

    /// Reads an array of any type.
    ///
    /// Elements are created in the workspace, after those of the enclosing arrays, and continue in memory of their own
    /// if the workspace is full. They then move to an array of exactly their number, so that no array has spare
    /// capacity.
    private mutating func filled<Element: APIValue>() -> [Element] {
        guard openArray(limit: Self.typedDepthLimit) else { return [] }
        let level = depth
        let stride = MemoryLayout<Element>.stride
        let mask = MemoryLayout<Element>.alignment &- 1
        let bottom = occupied
        occupied = (occupied &+ mask) & ~mask
        let slots = (workspace ?? makeWorkspace()).advanced(by: occupied).assumingMemoryBound(to: Element.self)
        var count = 0
        while mask < 16, occupied &+ stride <= Self.workspaceSize {
            occupied &+= stride
            if fill(slots + count, level: level) {
                count &+= 1
            } else {
                occupied &-= stride
            }
            if !nextElement() {
                occupied = bottom
                return Self.array(from: slots, count: count)
            }
        }
        occupied = bottom
        return many(first: slots, filled: count, level: level)
    }

    /// Reads the rest of an array whose first elements have filled the workspace.
    private mutating func many<Element: APIValue>(
        first: UnsafeMutablePointer<Element>,
        filled: Int,
        level: Int
    ) -> [Element] {
        var capacity = max(filled &* 2, Self.leastCapacity)
        var count = filled
        var slots = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        slots.moveInitialize(from: first, count: count)
        repeat {
            if count == capacity {
                capacity &*= 2
                let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
                larger.moveInitialize(from: slots, count: count)
                slots.deallocate()
                slots = larger
            }
            if fill(slots + count, level: level) {
                count &+= 1
            }
        } while nextElement()
        defer { slots.deallocate() }
        return Self.array(from: slots, count: count)
    }

    /// Reads one element into its slot. Returns `false` if the element is left out.
    @inline(__always)
    private mutating func fill<Element: APIValue>(_ slot: UnsafeMutablePointer<Element>, level: Int) -> Bool {
        let start = position
        slot.initialize(to: Element(Blank()))
        slot.pointee._read(&self)
        // A failure moves the reader to the end of the text. After a success the reader is before it, because the
        // array's closing bracket follows.
        guard position == end, policy == .salvage else { return true }
        return salvage(slot, from: start, level: level)
    }

    /// Leaves out an object that cannot be read, and makes any other value `nil` that may be null. Returns `false` if
    /// the element is left out.
    @inline(never)
    private mutating func salvage<Element: APIValue>(
        _ slot: UnsafeMutablePointer<Element>,
        from start: Int,
        level: Int
    ) -> Bool {
        let isObject = Self.isObject(Element.self)
        let loss: Mismatch.Loss = isObject ? .element : .value
        guard isObject || Element.self is any OptionalValue.Type,
            loses(loss, from: start, level: level)
        else {
            return true
        }
        slot.deinitialize(count: 1)
        if isObject {
            return false
        }
        slot.initialize(to: Element(Blank()))
        return true
    }

    /// Indicates whether values of this type are objects. A list can lack an object. If it lacked a scalar, the indices
    /// of the others would change their meaning.
    private static func isObject(_ type: Any.Type) -> Bool {
        if let optional = type as? any OptionalValue.Type {
            return isObject(optional.wrapped)
        }
        return type is any APIEngine.Model.Type
            || type is any APIEngine.Union.Type
            || type is any KeyedValue.Type
    }

    /// Moves the elements from their slots to an array.
    @inline(__always)
    private static func array<Element>(from slots: UnsafeMutablePointer<Element>, count: Int) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { memory, filled in
            memory.baseAddress?.moveInitialize(from: slots, count: count)
            filled = count
        }
    }

    /// The size of the workspace, 16 KiB.
    private static var workspaceSize: Int { 16 &<< 10 }

    /// The least number of elements to allocate memory for, if the workspace has no room for more than one.
    private static var leastCapacity: Int { 4 }

    @inline(never)
    private mutating func makeWorkspace() -> UnsafeMutableRawPointer {
        let made = UnsafeMutableRawPointer.allocate(byteCount: Self.workspaceSize, alignment: 16)
        workspace = made
        return made
    }
}

/// An optional, as seen by `JSONReader.isObject(_:)`.
private protocol OptionalValue { static var wrapped: Any.Type { get } }
extension Optional: OptionalValue { static var wrapped: Any.Type { Wrapped.self } }
/// A dictionary, as seen by `JSONReader.isObject(_:)`.
private protocol KeyedValue {}
extension Dictionary: KeyedValue where Key == String, Value: APIValue {}
