extension String {
    /// Compares two texts in a time that depends only on their lengths.
    func isEqual(inConstantTime other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var differences: UInt8 = 0
        for (left, right) in zip(utf8, other.utf8) {
            differences |= left ^ right
        }
        return differences == 0
    }
}
