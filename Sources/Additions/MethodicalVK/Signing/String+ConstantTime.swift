extension String {
    /// Compares two texts in a time that depends only on their lengths.
    func isEqual(inConstantTime other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
