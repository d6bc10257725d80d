import Methodical
import MethodicalGenerator

/// The JSON texts of arguments, as the runtime writes them.
enum ArgumentJSON {
    /// Returns the JSON text of a value.
    static func text(of value: ArgumentValue) -> [UInt8] {
        switch value {
        case .string(let text): bytes(of: text)
        case .integer(let number): bytes(of: number)
        case .number(let number): bytes(of: number)
        case .flag(let isOn): bytes(of: isOn)
        case .json(let text): text
        case .list(let elements):
            Array("[".utf8) + Array(elements.map { text(of: $0) }.joined(separator: Array(",".utf8))) + Array("]".utf8)
        }
    }

    /// Returns the JSON text of an object with its members in this order.
    static func object(_ members: [(key: String, value: ArgumentValue)]) -> [UInt8] {
        let texts = members.map { bytes(of: $0.key) + Array(":".utf8) + text(of: $0.value) }
        return Array("{".utf8) + Array(texts.joined(separator: Array(",".utf8))) + Array("}".utf8)
    }

    private static func bytes(of value: some APIValue) -> [UInt8] {
        // Only numbers that are not finite have no text, and no reader of arguments returns one.
        (try? value.json()) ?? Array("null".utf8)
    }
}

/// A writer of an object as the generated model of its record writes it: the members in the order of the record,
/// constants without being asked for, and none that only the server sets.
struct RecordWriter {
    let reader: ArgumentReader
    let type: EmittedType

    /// The members of an object, of which some lead to the properties inside other objects.
    private struct Level {
        var entries: [Entry] = []

        enum Content {
            case field(RecordField)
            case level(Level)
        }

        struct Entry {
            let key: String
            var content: Content
        }

        /// Adds a property under the rest of its path.
        mutating func add(_ field: RecordField, under path: ArraySlice<String>) {
            guard let key = path.first else { return }
            if path.count == 1 {
                entries.append(Entry(key: key, content: .field(field)))
                return
            }
            for index in entries.indices where entries[index].key == key {
                guard case .level(var inner) = entries[index].content else { continue }
                inner.add(field, under: path.dropFirst())
                entries[index].content = .level(inner)
                return
            }
            var inner = Level()
            inner.add(field, under: path.dropFirst())
            entries.append(Entry(key: key, content: .level(inner)))
        }
    }

    /// Returns the object of a node.
    func value(of node: JSONNode, at path: String, depth: Int) throws(CallProblem) -> ArgumentValue {
        var top = Level()
        for field in type.fields {
            top.add(field, under: field.property.path[...])
        }
        let known = Set(top.entries.map(\.key))
        let others = node.children.filter { !known.contains($0.key) }
        let additional = type.declaration.shape.record?.additional
        if additional == nil, let other = others.first {
            throw unknown(other, among: known, at: path)
        }
        var members = try self.members(of: node, in: top, at: path, depth: depth)
        if let additional {
            var further: [String: ArgumentValue] = [:]
            for child in others {
                further[child.key] = try reader.value(
                    of: child, as: additional, at: "\(path).\(child.key)", depth: depth + 1)
            }
            members += further.keys.sorted().map { ($0, further[$0] ?? .null) }
        }
        return .json(ArgumentJSON.object(members))
    }

    private func members(
        of node: JSONNode?,
        in level: Level,
        at path: String,
        depth: Int
    ) throws(CallProblem) -> [(key: String, value: ArgumentValue)] {
        var members: [(key: String, value: ArgumentValue)] = []
        for entry in level.entries {
            let child = node?.children.last { $0.key == entry.key }
            let place = "\(path).\(entry.key)"
            switch entry.content {
            case .level(let inner):
                let inside = try self.members(of: child, in: inner, at: place, depth: depth + 1)
                if !inside.isEmpty {
                    members.append((entry.key, .json(ArgumentJSON.object(inside))))
                }
            case .field(let field):
                if let value = try value(of: child, in: field, of: node, at: place, depth: depth) {
                    members.append((entry.key, value))
                }
            }
        }
        return members
    }

    /// Returns the value of a property, or `nil` if it is not sent.
    private func value(
        of child: JSONNode?,
        in field: RecordField,
        of node: JSONNode?,
        at path: String,
        depth: Int
    ) throws(CallProblem) -> ArgumentValue? {
        let property = field.property
        let isInput = type.declaration.shape.record?.isInput ?? false
        if property.isReadOnly, isInput {
            return nil
        }
        guard let child else {
            if let constant = property.constant, property.isRequired {
                return constant.argument
            }
            guard !field.isOptional else { return nil }
            let place = node.flatMap { reader.place(of: $0, at: path) }
            throw CallProblem("\(path) is missing; expected \(reader.emission.words(for: property.type))", at: place)
        }
        if child.kind == .null, property.isNullable {
            return .null
        }
        if let constant = property.constant?.argument, JSON(child)._argument != constant {
            let expected = String(decoding: ArgumentJSON.text(of: constant), as: UTF8.self)
            throw CallProblem(
                "\(path): expected \(expected), found \(child.described)",
                at: reader.place(of: child, at: path))
        }
        return try reader.value(of: child, as: property.type, at: path, depth: depth + 1)
    }

    private func unknown(_ child: JSONNode, among known: Set<String>, at path: String) -> CallProblem {
        var message = "\(path) has no member \"\(child.key)\""
        if let near = nearest(to: child.key, among: known.sorted()) {
            message += "; did you mean \"\(near)\"?"
        } else {
            message += "; there are \(known.sorted().joined(separator: ", "))"
        }
        let place = reader.place(of: child, at: path) == nil ? nil : child.keyPlace
        return CallProblem(message, at: place)
    }
}

extension Variant.Constant.Value {
    /// The value as generated code sends it, or `nil` if the client's initializer gives it.
    var argument: ArgumentValue? {
        switch self {
        case .flag(let isOn): .flag(isOn)
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .client: nil
        }
    }
}
