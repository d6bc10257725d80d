/// The header fields that the responses of many methods have in common. Their properties stand once in the code of the
/// API, for all responses whose values conform to a protocol.
///
/// Only types of the API conform, and lists and dictionaries of them. Another API of the module may return
/// `Swift.String`, too, so such responses have properties of their own.
struct SharedHeaders {
    /// The properties for the header fields of a response's value.
    struct Value {
        var properties: [HeaderProperty] = []
        /// The type of the schema in the value, such as `Pin` for `[Pin]`, or `nil` if there is none.
        var type: String?
        /// The types around it.
        var containers: Set<Container> = []
    }

    /// A type of the standard library that contains a value.
    enum Container: String, CaseIterable {
        case array = "Swift.Array"
        case dictionary = "Swift.Dictionary"
        case optional = "Swift.Optional"

        /// The parameter for the contained value.
        var parameter: String {
            switch self {
            case .array: "Element"
            case .dictionary: "Value"
            case .optional: "Wrapped"
            }
        }
    }

    private(set) var properties: [HeaderProperty] = []
    /// The types of the schema that conform to the protocol, in alphabetical order.
    private(set) var types: [String] = []
    /// The containers of these types that conform to it.
    private(set) var containers: [Container] = []

    /// The number of values from which an extension of their own for each of them would be longer.
    private static let fewest = 3

    /// Finds the properties that most values share, by the values of responses as generated code spells their types.
    init(_ values: [String: Value]) {
        let shared = Self.mostFrequent(in: values)
        guard !shared.isEmpty else { return }
        let conforming = Self.valuesByType(values).filter { _, values in
            Self.canShare(shared, values)
        }
        let sharing = conforming.values.joined().filter { value in
            !shared.isDisjoint(with: value.properties)
        }
        guard sharing.count >= Self.fewest else { return }
        properties = shared.sorted { $0.name < $1.name }
        types = conforming.keys.sorted()
        containers = Container.allCases.filter { container in
            sharing.contains { $0.containers.contains(container) }
        }
    }

    private static func valuesByType(_ values: [String: Value]) -> [String: [Value]] {
        var valuesByType: [String: [Value]] = [:]
        for value in values.values {
            guard let type = value.type else { continue }
            valuesByType[type, default: []].append(value)
        }
        return valuesByType
    }

    /// Indicates whether a type can conform to the protocol.
    ///
    /// - Parameters:
    ///   - shared: The properties of the protocol.
    ///   - values: All values of the type. All of them get the properties, so none of them may have another property of
    ///     the same name, and one of them must have them all.
    private static func canShare(_ shared: Set<HeaderProperty>, _ values: [Value]) -> Bool {
        let names = Set(shared.map(\.name))
        let own = values.flatMap(\.properties).filter { !shared.contains($0) }
        if own.contains(where: { names.contains($0.name) }) {
            return false
        }
        return values.contains { shared.isSubset(of: $0.properties) }
    }

    /// Returns the properties that most values of types of the schema have, or none if the values are few.
    private static func mostFrequent(in values: [String: Value]) -> Set<HeaderProperty> {
        var groups: [Set<HeaderProperty>: [String]] = [:]
        for (name, value) in values where value.type != nil && !value.properties.isEmpty {
            groups[Set(value.properties), default: []].append(name)
        }
        let largest = groups.values.map(\.count).max() ?? 0
        guard largest >= fewest else { return [] }
        let candidates = groups.filter { $0.value.count == largest }
        // Of equally large groups, the one with the first value in alphabetical order.
        let chosen = candidates.min { left, right in
            let first = left.value.min() ?? ""
            let second = right.value.min() ?? ""
            return first < second
        }
        return chosen?.key ?? []
    }

    /// Returns the properties of a value that the protocol does not give it.
    func own(_ properties: [HeaderProperty], of value: Value?) -> [HeaderProperty] {
        guard let type = value?.type, types.contains(type) else {
            return properties
        }
        return properties.filter { !self.properties.contains($0) }
    }
}

extension Emission {
    /// Returns the value of a variant's response without its properties.
    func headerValue(of variant: Variant) -> SharedHeaders.Value {
        var value = SharedHeaders.Value()
        guard variant.content == .json else {
            return value
        }
        var use = resolver.resolved(variant.result)
        while value.type == nil {
            switch use {
            case .array(let element):
                value.containers.insert(.array)
                use = element
            case .dictionary(let inner):
                value.containers.insert(.dictionary)
                use = inner
            case .optional(let inner):
                value.containers.insert(.optional)
                use = peeled(inner)
            // An alias stands for a type that may be of the runtime.
            case .named where resolver.resolved(use) == use: value.type = text(of: use)
            default: return value
            }
        }
        return value
    }

    /// Prints the protocol with its properties and the types that conform to it.
    func render(_ headers: SharedHeaders, to out: inout Printer) {
        guard !headers.properties.isEmpty else { return }
        let name = "_HeaderFields"
        let path = "\(namespaces.all[0].path).\(name)"
        out.blank()
        out.block("extension " + namespaces.all[0].typesPath) { out in
            out.line("/// The values of responses with the header fields that most responses have.")
            out.line("nonisolated ", access, "protocol ", name, " {}")
        }
        out.blank()
        out.block("nonisolated extension Methodical.Response where Value: " + path) { out in
            out.separated(headers.properties) { render($0, to: &$1) }
        }
        out.blank()
        for container in headers.containers {
            out.line("nonisolated extension ", container.rawValue, ": ", path)
            out.line("where ", container.parameter, ": ", path, " {}")
        }
        for type in headers.types {
            out.line("nonisolated extension ", type, ": ", path, " {}")
        }
    }
}

/// A property of a response that reads a header field.
struct HeaderProperty: Hashable {
    var name: String
    var type: String
    /// The name of the header field.
    var field: String
    var documentation: String?

    /// Returns the property with a name that none of the others has, or `nil` if one of them is the same property.
    func distinct(among others: [HeaderProperty]) -> HeaderProperty? {
        let isPresent = others.contains { other in
            other.field.lowercased() == field.lowercased() && other.type == type
        }
        if isPresent {
            return nil
        }
        var property = self
        var number = 2
        while others.contains(where: { $0.name == property.name }) {
            property.name = name + String(number)
            number += 1
        }
        return property
    }
}

extension Emission {
    /// Returns the properties for the header fields of a variant's response.
    func headerProperties(of variant: Variant) -> [HeaderProperty] {
        variant.headers.map { field in
            HeaderProperty(
                name: speller.header(field),
                type: text(of: field.type),
                field: field.name,
                documentation: field.documentation)
        }
    }

    /// Prints the property for a header field.
    func render(_ property: HeaderProperty, to out: inout Printer) {
        if let documentation = property.documentation {
            out.doc(documentation)
            out.line("///")
        }
        out.line("/// Header field: ", CommentText.code(CommentText.line(property.field)), ".")
        let declaration = "var \(Reserved.escaped(property.name)): \(property.type)?"
        out.line("\(access)\(declaration) { header(\(literal(property.field))) }")
    }
}
