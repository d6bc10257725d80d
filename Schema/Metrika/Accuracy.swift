import Foundation
import Methodical

extension Metrika.Accuracy {
    /// Returns the accuracy of a share of the data, above 0 and up to 1. The server rounds it to a power of ten.
    ///
    /// A report of a selection fails with `.invalidRequest` before anything is sent if the share is outside these
    /// limits.
    public static func share(_ share: Double) -> Self {
        // The server reads no exponents, as in `1e-05`.
        let text = share.isFinite ? Decimal(string: "\(share)").map { "\($0)" } : nil
        return Self(rawValue: text ?? "\(share)")
    }

    /// Indicates whether this is a word that the schema lists, or a share above 0 and up to 1.
    var isValid: Bool {
        if isKnown { return true }
        let isPlain = rawValue.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
        return isPlain && Double(rawValue).map { $0 > 0 && $0 <= 1 } ?? false
    }
}
