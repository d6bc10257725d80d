/// Decides which records keep their properties in shared storage, and which properties live in a box: those that would contain their own type,
/// and large ones that are often absent.
///
/// Sizes follow Swift's layout closely enough to tell large from small, and are the same on every machine.
struct Layout {
    /// For each type of the model, for each property of the record: whether it is boxed.
    private(set) var isBoxed: [[Bool]]
    /// Whether a property that the schema requires would contain its own type.
    private(set) var isEndless: [[Bool]]
    /// For each type of the model: whether it is a record that is one reference to its properties.
    private(set) var isShared: [Bool]

    private struct Size {
        var bytes = 0
        var alignment = 1
        /// Whether an optional of it needs no further byte.
        var hasSpare = false
    }
    /// The largest record that an optional property holds inline.
    private static let largest = 128
    /// The largest record that keeps its properties inline. Measured on arrays of 1,000, inline against shared, release: at 264 bytes an
    /// element is copied in 75 or 17 ns and a sort by name takes 3.3 or 1.0 ms, at 2,000 bytes (VK's user) 370 or 17 ns and 13 or 1.1 ms;
    /// reading costs 1 to 5 % more from 264 bytes on, within noise, but 8 % at 136 and 32 % at 72.
    private static let largestInline = 256
    private let resolver: Resolver
    private var sizes: [Size]

    init(_ resolver: Resolver, isOptional: (Int, Property) -> Bool) {
        self.resolver = resolver
        isBoxed = resolver.types.map { _ in [] }
        isEndless = isBoxed
        isShared = resolver.types.map { _ in false }
        sizes = resolver.types.map { _ in Size() }
        let edges = resolver.types.map { type -> [Int] in
            guard case .record(let record) = type.shape else { return [] }
            return record.properties.compactMap { resolver.record($0.type) }
        }
        var cycle = edges.map { _ in 0 }
        var required = cycle
        for (number, component) in components(edges).enumerated() {
            for i in component { cycle[i] = number }
            // Within a cycle what is optional goes into a box; only those that are still left then make their required properties optional.
            for part in Self.parts(of: component, resolver, isOptional) {
                for i in part { required[i] = part[0] }
                for i in part { measure(i, cycle, required, isOptional) }
            }
            for i in component { unbox(i) }
        }
    }

    /// The cycles of required properties among records that reach each other, each after all that it leads to.
    private static func parts(of component: [Int], _ resolver: Resolver, _ isOptional: (Int, Property) -> Bool)
        -> [[Int]]
    {
        if component.count == 1 { return [component] }
        var places: [Int: Int] = [:]
        for (place, i) in component.enumerated() { places[i] = place }
        let edges = component.map { i -> [Int] in
            guard case .record(let record) = resolver.types[i].shape else { return [] }
            return record.properties.compactMap {
                isOptional(i, $0) ? nil : resolver.record($0.type).flatMap { places[$0] }
            }
        }
        return components(edges).map { $0.map { component[$0] } }
    }

    /// - Parameters:
    ///   - cycle: For each type the cycle of properties that it is in.
    ///   - required: The same where only required properties count.
    private mutating func measure(_ i: Int, _ cycle: [Int], _ required: [Int], _ isOptional: (Int, Property) -> Bool) {
        guard case .record(let record) = resolver.types[i].shape else { return }
        var total = Size(bytes: 0, alignment: 1, hasSpare: false)
        var boxes: [Bool] = []
        var endless: [Bool] = []
        boxes.reserveCapacity(record.properties.count)
        endless.reserveCapacity(record.properties.count)
        for property in record.properties {
            var size = Size(bytes: 8, alignment: 8, hasSpare: true)
            let target = resolver.record(property.type)
            let isOptional = isOptional(i, property)
            var boxed = false
            if let target {
                boxed =
                    isOptional
                    ? cycle[target] == cycle[i] || sizes[target].bytes > Self.largest : required[target] == required[i]
            }
            boxes.append(boxed)
            endless.append(boxed && !isOptional)
            if !boxed {
                size = self.size(property.type)
                if isOptional, !size.hasSpare { size.bytes += 1 }
            }
            total.bytes = (total.bytes + size.alignment - 1) / size.alignment * size.alignment + size.bytes
            total.alignment = max(total.alignment, size.alignment)
            total.hasSpare = total.hasSpare || size.hasSpare
        }
        isBoxed[i] = boxes
        isEndless[i] = endless
        if record.additional != nil { total.bytes = (total.bytes + 7) / 8 * 8 + 8 }
        isShared[i] = total.bytes > Self.largestInline
        sizes[i] = isShared[i] ? Size(bytes: 8, alignment: 8, hasSpare: true) : total
    }

    /// What is a reference already needs no box.
    private mutating func unbox(_ i: Int) {
        guard case .record(let record) = resolver.types[i].shape else { return }
        for (place, property) in record.properties.enumerated() where isBoxed[i][place] {
            if let target = resolver.record(property.type), isShared[target] { isBoxed[i][place] = false }
        }
    }

    private func size(_ use: TypeUse) -> Size {
        switch resolver.resolved(use) {
        case .integer, .number, .formatted(_, as: .integer), .formatted(_, as: .number):
            return Size(bytes: 8, alignment: 8)
        case .boolean: return Size(bytes: 1, alignment: 1, hasSpare: true)
        case .string, .formatted: return Size(bytes: 16, alignment: 8, hasSpare: true)
        case .any, .scalars: return Size(bytes: 17, alignment: 8, hasSpare: true)
        case .array, .dictionary: return Size(bytes: 8, alignment: 8, hasSpare: true)
        case .optional(let inner):
            var inner = size(inner)
            if !inner.hasSpare { inner.bytes += 1 }
            return inner
        case .named(let id):
            guard let i = resolver.index[id] else { return Size() }
            switch resolver.types[i].shape {
            case .record: return sizes[i]
            case .enumeration(let enumeration):
                switch enumeration.raw {
                case .integer: return Size(bytes: 8, alignment: 8)
                case .string: return Size(bytes: 16, alignment: 8, hasSpare: true)
                case .mixed: return self.size(.any)
                }
            case .union: return Size(bytes: 17, alignment: 8, hasSpare: true)
            case .alias: return Size()
            }
        }
    }
}

/// The groups of nodes that reach each other, each after all that it leads to (Tarjan's algorithm, without recursion: a schema may nest deeply).
func components(_ edges: [[Int]]) -> [[Int]] {
    var result: [[Int]] = []
    var order = edges.map { _ in -1 }
    var lowest = order
    var isOpen = edges.map { _ in false }
    var open: [Int] = []
    var path: [(node: Int, next: Int)] = []
    var count = 0
    for root in edges.indices where order[root] < 0 {
        path.append((root, 0))
        while let (node, next) = path.last {
            if next == 0 {
                order[node] = count
                lowest[node] = count
                count += 1
                open.append(node)
                isOpen[node] = true
            }
            if next < edges[node].count {
                path[path.count - 1].next += 1
                let target = edges[node][next]
                if order[target] < 0 {
                    path.append((target, 0))
                } else if isOpen[target] {
                    lowest[node] = min(lowest[node], order[target])
                }
                continue
            }
            path.removeLast()
            if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
            if lowest[node] == order[node] {
                var component: [Int] = []
                while let last = open.popLast() {
                    isOpen[last] = false
                    component.append(last)
                    if last == node { break }
                }
                result.append(component)
            }
        }
    }
    return result
}

/// Finds types by their ids and looks through aliases.
package final class Resolver {
    let types: [TypeDeclaration]
    package let index: [TypeID: Int]
    /// Aliases that only lead back to themselves, through arrays perhaps: Swift has no such type, so they are any JSON.
    private var endless: Set<Int> = []

    init(_ types: [TypeDeclaration]) {
        self.types = types
        var index: [TypeID: Int] = [:]
        index.reserveCapacity(types.count)
        for (i, type) in types.enumerated() { index[type.id] = i }
        self.index = index
        let edges = types.map { type -> [Int] in
            guard case .alias(let target) = type.shape else { return [] }
            return Self.ids(target).compactMap { index[$0] }
        }
        for component in components(edges) {
            if component.count > 1 || edges[component[0]].contains(component[0]) { endless.formUnion(component) }
        }
    }

    private static func ids(_ use: TypeUse) -> [TypeID] {
        switch use {
        case .named(let id): [id]
        case .array(let inner), .dictionary(let inner), .optional(let inner): ids(inner)
        default: []
        }
    }

    /// The type behind all aliases.
    package func resolved(_ use: TypeUse) -> TypeUse {
        var use = use
        while true {
            switch use {
            case .named(let id):
                guard let i = index[id], !isEndless(i) else { return .any }
                guard case .alias(let target) = types[i].shape else { return use }
                use = target
            case .scalars(let kinds): return scalars(kinds)
            default: return use
            }
        }
    }

    func isEndless(_ i: Int) -> Bool { !endless.isEmpty && endless.contains(i) }

    /// Only some unions of scalars have a type of their own.
    private func scalars(_ kinds: [TypeUse]) -> TypeUse {
        if kinds == [.integer, .number] { return .number }
        return Self.scalarName(kinds) == nil ? .any : .scalars(kinds)
    }

    static func scalarName(_ kinds: [TypeUse]) -> String? {
        switch kinds {
        case [.integer, .string]: "IntegerOrString"
        case [.integer, .boolean]: "IntegerOrBoolean"
        case [.boolean, .string]: "StringOrBoolean"
        case [.number, .string]: "NumberOrString"
        default: nil
        }
    }

    /// The place of the record that a value of this type is, directly or as an optional.
    func record(_ use: TypeUse) -> Int? {
        switch resolved(use) {
        case .named(let id):
            guard let i = index[id], case .record = types[i].shape else { return nil }
            return i
        case .optional(let inner): return record(inner)
        default: return nil
        }
    }

    func shape(_ id: TypeID) -> TypeDeclaration.Shape? { index[id].map { types[$0].shape } }
}
