/// A message whose arguments are evaluated only if it is written, each with its privacy.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    let pieces: () -> [Log.Piece]

    public init(stringInterpolation: OSLogInterpolation) {
        pieces = { stringInterpolation.pieces.map { $0() } }
    }

    public init(stringLiteral value: String) { pieces = { [Log.Piece(text: value, privacy: .public)] } }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    var pieces: [() -> Log.Piece] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
        pieces.append { Log.Piece(text: literal, privacy: .public) }
    }

    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
    ) {
        // Texts are private unless they are marked, and numbers are public.
        pieces.append { Log.Piece(text: argumentString(), privacy: privacy == .auto ? .private : privacy) }
    }

    public mutating func appendInterpolation<Number: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> Number, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append { Log.Piece(text: String(number()), privacy: privacy == .auto ? .public : privacy) }
    }
}

public struct OSLogPrivacy: Equatable, Sendable {
    public enum Mask: Sendable { case hash, none }
    private enum Kind { case auto, `public`, `private` }
    private let kind: Kind
    private var mask = Mask.none

    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .auto) }
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .public) }
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .private) }
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
}
