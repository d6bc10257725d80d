/// A decimal number in its only spelling, without zeros at either end of its digits.
struct ExactNumber: Hashable {
    private var isNegative = false
    private var digits: Substring
    /// The power of ten by which the digits are multiplied.
    private var exponent = 0

    /// Creates a number from its text as in JSON. Any other text equals only itself.
    init(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { "eE".contains($0) }
        digits = text[...]
        var written = 0
        if parts.count > 1 {
            guard let number = Int(parts[1]) else { return }
            written = number
        }
        // Half of the range of `Int`, so that the digits of the text cannot lead beyond the whole range.
        guard written.magnitude < Int.max.magnitude / 2, !text.contains("n") else { return }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1)
        digits = Substring(mantissa.joined())
        isNegative = digits.first == "-"
        exponent = written
        if mantissa.count == 2 {
            exponent -= mantissa[1].count
        }
        if isNegative {
            digits.removeFirst()
        }
        digits = digits.drop { $0 == "0" }
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            isNegative = false
            exponent = 0
        }
    }
}
