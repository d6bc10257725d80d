/// Numbers with an order, of which the first one is at hand.
///
/// It is a binary heap that knows the position of each number. The time to add, move or remove a number grows with the
/// logarithm of their count, so that ten thousand waiting calls cost hardly more each than ten.
struct IndexedHeap<Order: Comparable & Sendable>: Sendable {
    typealias Element = (number: Int, order: Order)

    /// The elements. Each one is before the two elements at twice its position plus one and plus two.
    private var elements: [Element] = []
    private var positions: [Int: Int] = [:]

    var isEmpty: Bool { elements.isEmpty }

    /// The element with the smallest order, or `nil` if there is none. Of equal ones, it has the smallest number.
    var first: Element? { elements.first }

    /// All elements, the smallest order first.
    var inOrder: [Element] { elements.sorted(by: isBefore) }

    /// Returns the order of a number, or `nil` if the heap does not contain it.
    func order(of number: Int) -> Order? {
        positions[number].map { elements[$0].order }
    }

    /// Adds a number, or changes its order.
    mutating func set(_ number: Int, to order: Order) {
        if let position = positions[number] {
            elements[position].order = order
            restoreOrder(at: position)
        } else {
            elements.append((number, order))
            positions[number] = elements.count - 1
            restoreOrder(at: elements.count - 1)
        }
    }

    /// Removes a number. Has no effect if the heap does not contain it.
    mutating func remove(_ number: Int) {
        guard let position = positions.removeValue(forKey: number) else { return }
        let moved = elements.removeLast()
        guard position < elements.count else { return }
        elements[position] = moved
        positions[moved.number] = position
        restoreOrder(at: position)
    }

    /// Moves the element at a position to where it belongs, if all others are in order.
    private mutating func restoreOrder(at position: Int) {
        let element = elements[position]
        var gap = position
        while gap > 0 {
            let parent = (gap - 1) / 2
            guard isBefore(element, elements[parent]) else { break }
            place(elements[parent], at: gap)
            gap = parent
        }
        if gap == position {
            while let child = firstChild(of: gap), isBefore(elements[child], element) {
                place(elements[child], at: gap)
                gap = child
            }
        }
        if gap != position {
            place(element, at: gap)
        }
    }

    private mutating func place(_ element: Element, at position: Int) {
        elements[position] = element
        positions[element.number] = position
    }

    /// Returns the position of the child that is before the other one, or `nil` if there is no child.
    private func firstChild(of position: Int) -> Int? {
        let left = 2 * position + 1
        guard left < elements.count else { return nil }
        let right = left + 1
        guard right < elements.count, isBefore(elements[right], elements[left]) else { return left }
        return right
    }

    private func isBefore(_ left: Element, _ right: Element) -> Bool {
        if left.order == right.order {
            return left.number < right.number
        }
        return left.order < right.order
    }
}
