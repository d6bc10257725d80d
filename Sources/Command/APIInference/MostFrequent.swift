extension [String: Int] {
    /// The key with the greatest number, or `nil` if there is none. Of keys with equal numbers, the first in order
    /// counts, so that the same recordings become the same document.
    var keyOfMost: String? {
        let most = self.max { first, second in
            if first.value != second.value {
                return first.value < second.value
            }
            return first.key > second.key
        }
        return most?.key
    }
}
