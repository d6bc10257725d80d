/// Puts the members of every object of a JSON text into another order.
struct Shuffling {
    private let bytes: [UInt8]
    private var at = 0
    private var chance = Chance(state: 3)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func text() -> [UInt8] {
        at = 0
        return value()
    }

    private mutating func value() -> [UInt8] {
        switch bytes[at] {
        case UInt8(ascii: "{"):
            var members = parts(until: UInt8(ascii: "}")) { shuffling in
                let key = shuffling.scalar()
                shuffling.at += 1
                return key + [UInt8(ascii: ":")] + shuffling.value()
            }
            for index in members.indices.dropLast() { members.swapAt(index, chance.number(index...members.count - 1)) }
            return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
        case UInt8(ascii: "["):
            let elements = parts(until: UInt8(ascii: "]")) { $0.value() }
            return [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
        default: return scalar()
        }
    }

    /// Reads the text between two brackets, without the commas.
    private mutating func parts(until end: UInt8, _ part: (inout Shuffling) -> [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        at += 1
        while bytes[at] != end {
            if bytes[at] == UInt8(ascii: ",") { at += 1 }
            parts.append(part(&self))
        }
        at += 1
        return parts
    }

    /// Reads a string, number or literal.
    private mutating func scalar() -> [UInt8] {
        let start = at
        if bytes[at] == UInt8(ascii: "\"") {
            repeat { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 } while bytes[at] != UInt8(ascii: "\"")
            at += 1
        } else {
            while !",:]}".utf8.contains(bytes[at]) { at += 1 }
        }
        return Array(bytes[start..<at])
    }
}
