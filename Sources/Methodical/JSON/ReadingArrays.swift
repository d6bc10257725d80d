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
        let first = UnsafeMutablePointer<Element>.allocate(capacity: 1)
        fill(first)
        guard nextElement() else { return Self.array(first, 1, capacity: 1) }
        guard isOutermost else { return array(first) }
        // The outermost array reaches nearly to the text's end: its first element tells how many there will be, and they need not move. Memory
        // that stays untouched costs nothing, within reason.
        let expected = (end &- position) / max(position &- start, 2) &+ 2
        let guess = min(expected, (16 << 20) / max(MemoryLayout<Element>.stride, 1))
        return guess > 8 ? largeArray(first, guess) : array(first)
    }

    /// Elements in memory that grows, then in an array of their number: of which there are few, mostly.
    private mutating func array<Element: APIValue>(_ first: UnsafeMutablePointer<Element>) -> [Element] {
        var slots = first
        var capacity = 1
        var count = 1
        repeat {
            if count == capacity {
                capacity = max(capacity &* 4, 4)
                let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
                larger.moveInitialize(from: slots, count: count)
                slots.deallocate()
                slots = larger
            }
            fill(slots + count)
            count &+= 1
        } while nextElement()
        return Self.array(slots, count, capacity: count)
    }

    /// Elements in their places at once, as long as the guess holds.
    private mutating func largeArray<Element: APIValue>(_ first: UnsafeMutablePointer<Element>, _ guess: Int) -> [Element] {
        var isMore = true
        var elements = [Element](unsafeUninitializedCapacity: guess) { slots, count in
            guard let start = slots.baseAddress else { return }
            start.moveInitialize(from: first, count: 1)
            first.deallocate()
            count = 1
            while isMore, count < guess {
                fill(start + count)
                count &+= 1
                isMore = nextElement()
            }
        }
        if isMore {
            let next = UnsafeMutablePointer<Element>.allocate(capacity: 1)
            fill(next)
            elements += nextElement() ? array(next) : Self.array(next, 1, capacity: 1)
        } else if elements.count < guess / 2 {
            elements = Array(elements[...])
        }
        return elements
    }

    @inline(__always)
    private mutating func fill<Element: APIValue>(_ slot: UnsafeMutablePointer<Element>) {
        slot.initialize(to: Element(Blank()))
        slot.pointee._read(&self)
    }

    private static func array<Element>(_ slots: UnsafeMutablePointer<Element>, _ count: Int, capacity: Int) -> [Element] {
        let elements = [Element](unsafeUninitializedCapacity: capacity) { memory, filled in
            memory.baseAddress?.moveInitialize(from: slots, count: count)
            filled = count
        }
        slots.deallocate()
        return elements
    }

    mutating func integers() -> [Int] {
        let start = position
        guard openArray() else { return [] }
        var values = [integer()]
        while nextElement() {
            if values.count == values.capacity { values.reserveCapacity(capacity(behind: values.count, since: start)) }
            values.append(integer())
        }
        return values
    }

    mutating func strings() -> [String] {
        let start = position
        guard openArray() else { return [] }
        var values = [string()]
        while nextElement() {
            if values.count == values.capacity { values.reserveCapacity(capacity(behind: values.count, since: start)) }
            values.append(string())
        }
        return values
    }

    /// How large to make an array whose first `filled` elements took the bytes since `start`: what is left of the text bounds it, and small
    /// arrays inside a large text must not be given all of that.
    private func capacity(behind filled: Int, since start: Int) -> Int {
        let expected = (end &- position) / ((position &- start) / filled &+ 1) &+ 1
        return filled &+ min(expected, filled &* 6)
    }
}
