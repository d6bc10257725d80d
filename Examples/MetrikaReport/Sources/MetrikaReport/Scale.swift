import Foundation

/// A vertical axis from zero to a round number. Its marks are whole numbers with a distance of 1, 2 or 5 times a
/// power of ten.
struct Scale: Equatable {
    let top: Double
    let step: Double

    /// - Parameter marks: The maximum number of marks above zero.
    init(upTo greatest: Double, marks: Int) {
        let greatest = greatest.isFinite ? min(max(greatest, 0), 1e15) : 0
        let least = max(greatest / Double(marks), 1)
        let power = pow(10, floor(log10(least)))
        step = [1, 2, 5].map { $0 * power }.first { $0 >= least } ?? 10 * power
        top = max((greatest / step).rounded(.up), 1) * step
    }

    var marks: [Double] { Array(stride(from: 0, through: top + step / 2, by: step)) }

    /// Returns the height of a value, from 0 at the bottom to 1 at the top.
    func height(_ value: Double) -> Double { value.isFinite ? min(max(value / top, 0), 1) : 0 }
}
