import APILearning
import Foundation
import Methodical
import MethodicalGenerator

typealias ArgumentValue = APIEngine.ArgumentValue

/// A reader of arguments that people write, by the types of their parameters.
///
/// The values are those that the same arguments of generated code have.
struct ArgumentReader {
    let emission: Emission

    /// Returns the value of an argument.
    func value(of argument: WrittenArgument, for parameter: Parameter) throws(CallProblem) -> ArgumentValue {
        switch argument.value {
        case .text(let text):
            if parameter.root != nil {
                return .string(text)
            }
            return try value(of: text, as: parameter.type, named: argument.name)
        case .json(let text):
            // A body in another format than JSON is sent as it is.
            if parameter.isWhole, parameter.root != nil || emission.isText(parameter) {
                return .string(String(decoding: text.bytes, as: UTF8.self))
            }
            let node = try Self.node(of: text)
            if node.kind == .null, parameter.isNullable {
                return .null
            }
            return try value(of: node, as: parameter.type, at: parameter.isWhole ? parameter.title : argument.name)
        case .file(let path):
            guard parameter.isWhole else {
                throw CallProblem("\(argument.name) is not a file; write \(argument.name)=VALUE")
            }
            guard let data = FileManager.default.contents(atPath: path) else {
                throw CallProblem("cannot read \(path)")
            }
            let text = WrittenArgument.SourceText(name: path, bytes: Array(data))
            return try value(of: WrittenArgument(name: argument.name, value: .json(text)), for: parameter)
        }
    }

    /// Parses a JSON text.
    private static func node(of text: WrittenArgument.SourceText) throws(CallProblem) -> JSONNode {
        var problems: [Diagnostic] = []
        let node = parse(SourceFile(path: text.name, bytes: text.bytes), problems: &problems)
        if let problem = problems.first(where: { $0.severity == .error }) {
            throw CallProblem("this is not JSON: " + problem.message, at: problem.place)
        }
        guard let node else {
            throw CallProblem("\(text.name) is not JSON")
        }
        return node
    }

    // MARK: Text

    /// Returns the value of a text. Lists are separated by commas, and objects are JSON.
    private func value(of text: String, as type: TypeUse, named name: String) throws(CallProblem) -> ArgumentValue {
        let use = emission.resolver.wireType(of: emission.peeled(type))
        switch use {
        case .any:
            return JSON(text)?._argument ?? .string(text)
        case .array(let element):
            if text.hasPrefix("["), JSON(text) != nil {
                return try json(text, as: use, named: name)
            }
            var elements: [ArgumentValue] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: !text.contains(",")) {
                elements.append(try value(of: String(part), as: element, named: name))
            }
            return .list(elements)
        case .dictionary:
            return try json(text, as: use, named: name)
        case .named(let id):
            switch emission.resolver.wireShape(of: id) {
            case .enumeration(let enumeration):
                return try value(of: text, in: enumeration, named: name)
            case .union where JSON(text) == nil:
                let quoted = JSON.string(text).description
                return try json(quoted, as: use, named: name)
            default:
                return try json(text, as: use, named: name)
            }
        default:
            if let value = scalar(text, as: use) {
                return value
            }
            throw CallProblem("\(name): expected \(emission.words(for: type)), found \"\(text)\"")
        }
    }

    private func json(_ text: String, as type: TypeUse, named name: String) throws(CallProblem) -> ArgumentValue {
        let source = WrittenArgument.SourceText(name: name, bytes: Array(text.utf8))
        guard JSON(text) != nil else {
            throw CallProblem("\(name): expected \(emission.words(for: type)) in JSON, found \"\(text)\"")
        }
        return try value(of: Self.node(of: source), as: type, at: name)
    }

    /// Returns the value of a scalar's text, or `nil` if the text is of another type.
    private func scalar(_ text: String, as use: TypeUse) -> ArgumentValue? {
        switch use {
        case .integer: return Int(text).map { .integer($0) }
        case .number: return Self.number(text)
        case .boolean: return Self.flag(text)
        case .string: return .string(text)
        case .null: return text == "null" ? .null : nil
        case .formatted(let format, let wire): return formatted(text, as: format, wire: wire)
        case .scalars(let kinds):
            let values = kinds.lazy.compactMap { scalar(text, as: $0) }
            return values.first
        default: return nil
        }
    }

    private static func number(_ text: String) -> ArgumentValue? {
        guard let number = Double(text), number.isFinite else { return nil }
        return .number(number)
    }

    private static func flag(_ text: String) -> ArgumentValue? {
        switch text {
        case "true", "1": .flag(true)
        case "false", "0": .flag(false)
        default: nil
        }
    }

    /// Returns the value of a scalar with a meaning. A moment that is sent as a number can be written as a date.
    private func formatted(_ text: String, as format: Format, wire: Wire) -> ArgumentValue? {
        let moment = format.isMoment ? DateTime(rawValue: text).date : nil
        switch (wire, format, moment) {
        case (.string, .unixSeconds, let date?): return .string(UnixSeconds(date).rawValue.description)
        case (.string, .unixMilliseconds, let date?): return .string(UnixMilliseconds(date).rawValue.description)
        case (.string, _, _): return format.conforms(text) ? .string(text) : nil
        case (.integer, .uint64, _): return UInt64(text).map(\._argument)
        case (.integer, .unixSeconds, let date?): return UnixSeconds(date)._argument
        case (.integer, .unixMilliseconds, let date?): return UnixMilliseconds(date)._argument
        case (.number, .unixSeconds, let date?): return UnixSeconds.Fractional(date)._argument
        case (.number, .unixMilliseconds, let date?): return UnixMilliseconds.Fractional(date)._argument
        case (.integer, _, _): return Int(text).map { .integer($0) }
        case (.number, _, _): return Self.number(text)
        }
    }

    /// Returns the value of an enumeration's text. Other values are only sent if the schema allows them.
    private func value(
        of text: String,
        in enumeration: Enumeration,
        named name: String
    ) throws(CallProblem) -> ArgumentValue {
        let member = enumeration.members.first { $0.value == text }
        let value: ArgumentValue? =
            switch enumeration.raw {
            case .string: .string(text)
            case .integer: Int(text).map { .integer($0) }
            case .mixed: member.map { $0.isText ? .string(text) : JSON(text)?._argument ?? .string(text) }
            }
        let isAllowed = member != nil || enumeration.isOpen
        guard let value, isAllowed else {
            throw CallProblem("\(name): \(enumeration.refusal(of: text))")
        }
        return value
    }

    // MARK: JSON

    /// Returns the value of a node. Objects are written as generated models write them.
    ///
    /// - Parameter path: The place in the argument, for messages.
    func value(
        of node: JSONNode,
        as type: TypeUse,
        at path: String,
        depth: Int = 0
    ) throws(CallProblem) -> ArgumentValue {
        // Unions can contain themselves.
        guard depth < 200 else {
            throw CallProblem("\(path) is nested too deeply", at: place(of: node, at: path))
        }
        if node.kind == .null {
            if case .optional = emission.resolver.wireType(of: type) {
                return .null
            }
        }
        let use = emission.resolver.wireType(of: emission.peeled(type))
        switch (use, node.kind) {
        case (.any, _):
            return JSON(node)._argument
        case (.array(let element), .array):
            var elements: [ArgumentValue] = []
            for (index, child) in node.children.enumerated() {
                elements.append(try value(of: child, as: element, at: "\(path)[\(index)]", depth: depth + 1))
            }
            return .list(elements)
        case (.dictionary(let member), .object):
            var members: [String: ArgumentValue] = [:]
            for child in node.children {
                members[child.key] = try value(of: child, as: member, at: "\(path).\(child.key)", depth: depth + 1)
            }
            return .json(ArgumentJSON.object(members.keys.sorted().map { ($0, members[$0] ?? .null) }))
        case (.named(let id), _):
            return try value(of: node, named: id, at: path, depth: depth)
        default:
            if let value = scalar(node, as: use) {
                return value
            }
            throw mismatch(of: node, with: type, at: path)
        }
    }

    private func value(
        of node: JSONNode,
        named id: TypeID,
        at path: String,
        depth: Int
    ) throws(CallProblem) -> ArgumentValue {
        switch emission.resolver.wireShape(of: id) {
        case .record where node.isObject:
            guard let type = emission.type(named: id) else {
                return JSON(node)._argument
            }
            return try RecordWriter(reader: self, type: type).value(of: node, at: path, depth: depth)
        case .enumeration(let enumeration):
            guard let text = node.string ?? node.numberText ?? node.bool.map({ String($0) }),
                enumeration.takes(node)
            else {
                throw mismatch(of: node, with: .named(id), at: path)
            }
            if !enumeration.isOpen, !enumeration.has(text, isText: node.kind == .string) {
                throw CallProblem("\(path): \(enumeration.refusal(of: text))", at: place(of: node, at: path))
            }
            return JSON(node)._argument
        case .union(let union):
            return try value(of: node, in: union, named: id, at: path, depth: depth)
        case .record, .alias:
            throw mismatch(of: node, with: .named(id), at: path)
        case nil:
            return JSON(node)._argument
        }
    }

    /// Returns the value as the first case of a union that it fits.
    private func value(
        of node: JSONNode,
        in union: Union,
        named id: TypeID,
        at path: String,
        depth: Int
    ) throws(CallProblem) -> ArgumentValue {
        var cases = union.cases
        if let discriminator = union.discriminator, node.isObject {
            let text = node[discriminator].flatMap { $0.string ?? $0.numberText }
            let selected = cases.filter { text.map($0.discriminatorValues.contains) ?? false }
            if let text, selected.isEmpty {
                let known = union.cases.flatMap(\.discriminatorValues)
                let expected = known.map { "\"\($0)\"" }.joined(separator: ", ")
                throw CallProblem(
                    "\(path).\(discriminator): expected one of \(expected), found \"\(text)\"",
                    at: place(of: node, at: path))
            }
            if !selected.isEmpty {
                cases = selected
            }
        }
        var problem: CallProblem?
        for item in cases {
            do throws(CallProblem) {
                return try value(of: node, as: item.type, at: path, depth: depth + 1)
            } catch {
                problem = problem ?? error
            }
        }
        if cases.count == 1, let problem {
            throw problem
        }
        throw mismatch(of: node, with: .named(id), at: path)
    }

    private func scalar(_ node: JSONNode, as use: TypeUse) -> ArgumentValue? {
        switch (use, node.kind) {
        case (.integer, .number): return node.integer.map { .integer($0) }
        case (.number, .number): return node.numberText.flatMap(Self.number)
        case (.boolean, .bool): return node.bool.map { .flag($0) }
        case (.string, .string): return node.string.map { .string($0) }
        case (.null, .null): return .null
        case (.formatted(let format, as: .string), .string):
            return node.string.flatMap { format.conforms($0) ? .string($0) : nil }
        case (.formatted(let format, as: .integer), .number), (.formatted(let format, as: .number), .number):
            guard case .formatted(_, let wire) = use else { return nil }
            return node.numberText.flatMap { formatted($0, as: format, wire: wire) }
        case (.scalars(let kinds), _):
            let values = kinds.lazy.compactMap { scalar(node, as: $0) }
            return values.first
        default: return nil
        }
    }

    // MARK: Problems

    private func mismatch(of node: JSONNode, with type: TypeUse, at path: String) -> CallProblem {
        CallProblem(
            "\(path): expected \(emission.words(for: type)), found \(node.described)",
            at: place(of: node, at: path))
    }

    /// Returns the place of a node in a file, or `nil` if it is in an argument of the command line.
    func place(of node: JSONNode, at path: String) -> Place? {
        let place = node.place
        let argument = path.prefix { $0 != "." && $0 != "[" }
        return place.file == argument ? nil : place
    }
}

extension APIEngine.ArgumentValue {
    /// The value null, which generated code sends for `Nullable.null`.
    static var null: APIEngine.ArgumentValue { .json(Array("null".utf8)) }
}

extension JSON {
    /// Copies a value of a parsed text.
    init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .bool: self = .bool(node.bool ?? false)
        case .string: self = .string(node.string ?? "")
        case .number: self = JSON(node.numberText ?? "0") ?? .null
        case .array: self = .array(node.children.map { JSON($0) })
        case .object:
            self = .object(Dictionary(node.children.map { ($0.key, JSON($0)) }) { _, last in last })
        }
    }
}
