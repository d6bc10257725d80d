extension Reference {
    /// The indirection of a type that contains itself.
    final class Box<Value: Codable & Hashable>: Codable, Hashable {
        let value: Value

        init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

        static func == (left: Box, right: Box) -> Bool { left.value == right.value }

        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
}
