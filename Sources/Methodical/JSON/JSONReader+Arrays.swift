extension JSONReader {
    /// The elements of the array that stands here, each filled in its slot.
    ///
    /// A function of the element, not a method of `Array`: those need the array's own metadata, which would be looked up for each array.
    mutating func elements<Element: APIValue>(_: Element.Type) -> [Element] {
        if Element.self == Int.self { return unsafeBitCast(integers(), to: [Element].self) }
        if Element.self == String.self { return unsafeBitCast(strings(), to: [Element].self) }
        return filled()
    }

    mutating func integers() -> [Int] { filled() }

    mutating func strings() -> [String] { filled() }

    /// Elements are made in the workspace, behind those of the arrays around theirs, and in memory of their own where there are many. Then they
    /// move to an array of just their number.
    private mutating func filled<Element: APIValue>() -> [Element] {
        let start = position
        guard openArray(Self.typedDepthLimit) else { return [] }
        let isOutermost = !isInArray
        isInArray = true
        defer { isInArray = !isOutermost }
        let level = depth
        let stride = MemoryLayout<Element>.stride
        let mask = MemoryLayout<Element>.alignment &- 1
        let bottom = occupied
        occupied = (occupied &+ mask) & ~mask
        let slots = (workspace ?? makeWorkspace()).advanced(by: occupied).assumingMemoryBound(to: Element.self)
        var count = 0
        while mask < 16, occupied &+ stride <= Self.workspaceSize {
            occupied &+= stride
            if fill(slots + count, level) { count &+= 1 } else { occupied &-= stride }
            if !nextElement() {
                occupied = bottom
                return Self.array(slots, count)
            }
        }
        occupied = bottom
        // The outermost array reaches nearly to the text's end: what has been read tells how many there will be. Memory that stays untouched
        // costs nothing, within reason.
        let expected = isOutermost ? count &+ (end &- position) / ((position &- start) / max(count, 1) &+ 1) : count
        return many(slots, count, max(min(expected, (16 &<< 20) / stride), count) &+ 4, level)
    }

    private mutating func many<Element: APIValue>(
        _ first: UnsafeMutablePointer<Element>, _ filled: Int, _ guess: Int, _ level: Int
    ) -> [Element] {
        var capacity = guess
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
            if fill(slots + count, level) { count &+= 1 }
        } while nextElement()
        defer { slots.deallocate() }
        return Self.array(slots, count)
    }

    /// Reads one element into its slot and answers whether it is there: false if it is left out.
    @inline(__always)
    private mutating func fill<Element: APIValue>(_ slot: UnsafeMutablePointer<Element>, _ level: Int) -> Bool {
        let start = position
        slot.initialize(to: Element(Blank()))
        slot.pointee._read(&self)
        // A failure moves to the end, and the end of an array comes before that.
        guard position == end, policy == .salvage, Self.isObject(Element.self), loses(.element, from: start, level)
        else { return true }
        slot.deinitialize(count: 1)
        return false
    }

    /// Returns whether values of this type are objects. A list can do without one of those; without a scalar the others would move.
    private static func isObject(_ type: Any.Type) -> Bool {
        if let optional = type as? any OptionalValue.Type { return isObject(optional.wrapped) }
        return type is any APIModel.Type || type is any APIUnion.Type || type is any KeyedValue.Type
    }

    @inline(__always)
    private static func array<Element>(_ slots: UnsafeMutablePointer<Element>, _ count: Int) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { memory, filled in
            memory.baseAddress?.moveInitialize(from: slots, count: count)
            filled = count
        }
    }

    private static var workspaceSize: Int { 16 &<< 10 }

    @inline(never)
    private mutating func makeWorkspace() -> UnsafeMutableRawPointer {
        let made = UnsafeMutableRawPointer.allocate(byteCount: Self.workspaceSize, alignment: 16)
        workspace = made
        return made
    }
}

/// Types that are generic themselves, as `JSONReader.isObject` tells them.
private protocol OptionalValue { static var wrapped: Any.Type { get } }
extension Optional: OptionalValue { static var wrapped: Any.Type { Wrapped.self } }
private protocol KeyedValue {}
extension Dictionary: KeyedValue where Key == String, Value: APIValue {}
