/// The numbers of a list's elements, by which they are identified. A cursor that is part of an element is its number.
struct ElementNumbers {
    enum Order { case oldestFirst, newestFirst }

    /// The number from which those of the elements are counted. It differs from list to list.
    private let base: Int
    private let count: Int
    private let order: Order

    init(
        seed: UInt64,
        count: Int,
        order: Order
    ) {
        base = Int(seed % 1000) * 1000 + 1
        self.count = count
        self.order = order
    }

    /// Returns the number of the element at an index. Older elements have lower numbers.
    func number(at index: Int) -> Int {
        switch order {
        case .oldestFirst: base + index
        case .newestFirst: base + count - index
        }
    }

    /// Returns the index after that of the element with a number in a list whose newest elements come first.
    func index(after number: Int) -> Int {
        base + count - number + 1
    }
}
