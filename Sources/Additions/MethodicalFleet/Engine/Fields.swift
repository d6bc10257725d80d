import Foundation

/// A list of byte strings as one value, each after its length.
///
/// Values come from outside, so reading checks each length.
struct Fields {
    var fields: [Data]

    init(_ fields: [Data]) { self.fields = fields }

    /// Reads a value. Returns `nil` if it is not a list of byte strings.
    init?(reading value: Data) {
        fields = []
        var rest = value[...]
        while !rest.isEmpty {
            guard let length = rest.prefix(8).number, length <= UInt64(rest.count - 8) else {
                return nil
            }
            fields.append(Data(rest.dropFirst(8).prefix(Int(length))))
            rest = rest.dropFirst(8 + Int(length))
        }
    }

    var bytes: Data {
        var bytes = Data(capacity: fields.reduce(0) { $0 + $1.count + 8 })
        for field in fields {
            bytes.append(Data(UInt64(field.count)))
            bytes.append(field)
        }
        return bytes
    }
}

extension Data {
    /// The eight bytes of a number, from the lowest.
    init(_ number: UInt64) {
        self = Swift.withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    /// The number in eight bytes, or `nil` if there are more or fewer.
    var number: UInt64? {
        guard count == 8 else { return nil }
        return reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
