extension JSONReader {
    /// The elements of the array that stands here, each filled in its slot.
    ///
    /// A function of the element, not a method of `Array`: those need the array's own metadata, which would be looked up for each array.
    mutating func elements<Element: APIValue>(_: Element.Type) -> [Element] {
        if Element.self == Int.self { return unsafeBitCast(integers(), to: [Element].self) }
        if Element.self == String.self { return unsafeBitCast(strings(), to: [Element].self) }
        let start = position
        guard openArray(Self.typedDepthLimit) else { return [] }
        let isOutermost = !isInArray
        isInArray = true
        defer { isInArray = !isOutermost }
        let level = depth
        let first = UnsafeMutablePointer<Element>.allocate(capacity: 1)
        let count = fill(first, level)
        guard nextElement() else { return Self.array(first, count, capacity: count) }
        guard isOutermost else { return array(first, count, level) }
        // The outermost array reaches nearly to the text's end: its first element tells how many there will be, and they need not move. Memory
        // that stays untouched costs nothing, within reason.
        let expected = (end &- position) / max(position &- start, 2) &+ 2
        let guess = min(expected, (16 << 20) / max(MemoryLayout<Element>.stride, 1))
        return guess > 8 ? largeArray(first, count, guess, level) : array(first, count, level)
    }

    /// Elements in memory that grows, then in an array of their number: of which there are few, mostly.
    private mutating func array<Element: APIValue>(_ first: UnsafeMutablePointer<Element>, _ filled: Int, _ level: Int) -> [Element] {
        var slots = first
        var capacity = 1
        var count = filled
        repeat {
            if count == capacity {
                capacity = max(capacity &* 4, 4)
                let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
                larger.moveInitialize(from: slots, count: count)
                slots.deallocate()
                slots = larger
            }
            count &+= fill(slots + count, level)
        } while nextElement()
        return Self.array(slots, count, capacity: count)
    }

    /// Elements in their places at once, as long as the guess holds.
    private mutating func largeArray<Element: APIValue>(
        _ first: UnsafeMutablePointer<Element>, _ filled: Int, _ guess: Int, _ level: Int
    ) -> [Element] {
        var isMore = true
        var elements = [Element](unsafeUninitializedCapacity: guess) { slots, count in
            guard let start = slots.baseAddress else { return }
            start.moveInitialize(from: first, count: filled)
            first.deallocate()
            count = filled
            while isMore, count < guess {
                count &+= fill(start + count, level)
                isMore = nextElement()
            }
        }
        if isMore {
            let next = UnsafeMutablePointer<Element>.allocate(capacity: 1)
            let count = fill(next, level)
            elements += nextElement() ? array(next, count, level) : Self.array(next, count, capacity: count)
        } else if elements.count < guess / 2 {
            elements = Array(elements[...])
        }
        return elements
    }

    /// Reads one element into its slot and answers how many there are now: none if it is left out.
    @inline(__always)
    private mutating func fill<Element: APIValue>(_ slot: UnsafeMutablePointer<Element>, _ level: Int) -> Int {
        let start = position
        slot.initialize(to: Element(Blank()))
        slot.pointee._read(&self)
        // A failure moves to the end, and the end of an array comes before that.
        guard position == end, leavesOut(from: start, level) else { return 1 }
        slot.deinitialize(count: 1)
        return 0
    }

    private static func array<Element>(_ slots: UnsafeMutablePointer<Element>, _ count: Int, capacity: Int) -> [Element] {
        let elements = [Element](unsafeUninitializedCapacity: capacity) { memory, filled in
            memory.baseAddress?.moveInitialize(from: slots, count: count)
            filled = count
        }
        slots.deallocate()
        return elements
    }

    mutating func integers() -> [Int] { scalars { $0.integer() } }

    mutating func strings() -> [String] { scalars { $0.string() } }

    @inline(__always)
    private mutating func scalars<Scalar>(_ read: (inout JSONReader) -> Scalar) -> [Scalar] {
        let start = position
        guard openArray() else { return [] }
        let level = depth
        var values: [Scalar] = []
        repeat {
            if values.count == values.capacity, !values.isEmpty { values.reserveCapacity(capacity(behind: values.count, since: start)) }
            let at = position
            values.append(read(&self))
            if position == end, leavesOut(from: at, level) { values.removeLast() }
        } while nextElement()
        return values
    }

    /// How large to make an array whose first `filled` elements took the bytes since `start`: what is left of the text bounds it, and small
    /// arrays inside a large text must not be given all of that.
    private func capacity(behind filled: Int, since start: Int) -> Int {
        let expected = (end &- position) / ((position &- start) / filled &+ 1) &+ 1
        return filled &+ min(expected, filled &* 6)
    }
}
