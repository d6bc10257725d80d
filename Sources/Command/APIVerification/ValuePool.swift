import APISamples
import MethodicalGenerator

/// The objects that responses contained, whose ids and names are arguments for other methods.
struct ValuePool {
    /// An object of a response, with its scalar members.
    struct Element {
        let record: TypeID
        /// The name of the method that returned it.
        let method: String
        /// The pattern of the path of a list that contained it, or `nil` for an object elsewhere.
        let list: String?
        /// The values of the path's parameters in the call, by the indices of their segments.
        let segments: [Int: String]
        /// The name of the member that identifies the object, or `nil` if there is none.
        let identity: String?
        fileprivate(set) var members: [String: String] = [:]
    }

    /// The objects, by the patterns of the lists that contained them.
    private var byList: [String: [Element]] = [:]
    /// The objects, by their types, and the words of the types' names.
    private var byRecord: [TypeID: [Element]] = [:]
    private var words: [TypeID: Set<String>] = [:]
    /// The objects, by the names of their members.
    private var byMember: [String: [Element]] = [:]
    private var counts: [String: Int] = [:]
    /// The number of kinds of objects. With a new kind, further calls may be possible.
    private(set) var kindCount = 0

    /// The number of objects of one type that are kept from the responses of a method.
    private static let elementLimit = 3
    /// The greatest number of members of an object, and the greatest length of a text.
    private static let memberLimit = 64
    private static let textLimit = 200

    /// Adds an object, unless there are enough of its kind.
    mutating func add(_ element: Element) {
        let kind = "\(element.method) \(element.record.text) \(element.list ?? "")"
        guard counts[kind, default: 0] < Self.elementLimit, !element.members.isEmpty else { return }
        if counts[kind] == nil {
            kindCount += 1
        }
        counts[kind, default: 0] += 1
        if let list = element.list {
            byList[list, default: []].append(element)
        }
        byRecord[element.record, default: []].append(element)
        words[element.record] = words[element.record] ?? NameStem.typeWords(of: element.record)
        for name in element.members.keys where byMember[name, default: []].count < Self.elementLimit {
            byMember[name, default: []].append(element)
        }
    }

    /// Returns the objects of lists at a path.
    func elements(ofList pattern: String) -> [Element] { byList[pattern] ?? [] }

    /// Returns the objects of a type.
    func elements(of record: TypeID) -> [Element] { byRecord[record] ?? [] }

    /// Returns the objects that have a member.
    func elements(having member: String) -> [Element] { byMember[member] ?? [] }

    /// Returns the objects of the types whose names have these words.
    func elements(named stem: NameStem) -> [Element] {
        let records = words.filter { stem.isContained(in: $0.value) }.keys.sorted()
        return records.flatMap { elements(of: $0) }
    }
}

extension ValuePool.Element {
    /// Adds a member if it is a short scalar and no secret.
    mutating func add(_ value: JSONNode, of property: Property) {
        guard !property.isPassword,
            !ValuePool.isSecret(property.name),
            members.count < ValuePool.memberCountLimit,
            let text = value.string ?? value.numberText,
            !text.isEmpty,
            text.utf8.count <= ValuePool.textLengthLimit
        else { return }
        members[property.name] = text
    }

    /// The text of the member that identifies the object.
    var id: String? { identity.flatMap { members[$0] } }
}

extension ValuePool {
    fileprivate static var memberCountLimit: Int { memberLimit }
    fileprivate static var textLengthLimit: Int { textLimit }

    /// Indicates whether a member's name says that its value is a secret.
    fileprivate static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["token", "secret", "password", "credential"].contains(where: name.contains)
    }
}

/// A search for the objects of a response, by the types of the schema.
struct ElementSearch {
    let emission: Emission
    let method: Method
    /// The values of the path's parameters in the call, by the indices of their segments.
    let segments: [Int: String]
    private(set) var pool: ValuePool
    private let pattern: String
    private var nodesLeft = 20_000

    init(in method: Method, segments: [Int: String], emission: Emission, pool: ValuePool) {
        self.method = method
        self.segments = segments
        self.emission = emission
        self.pool = pool
        pattern = PathTemplate(method.path).pattern
    }

    /// Adds the objects in a value to the pool.
    ///
    /// - Parameter isListed: Indicates whether the value is an element of the result's list.
    mutating func search(_ value: JSONNode, as type: TypeUse, depth: Int = 0, isListed: Bool = false) {
        nodesLeft -= 1
        // The depth ends values that contain themselves.
        guard depth < 12, nodesLeft > 0 else { return }
        switch emission.resolver.wireType(of: emission.peeled(type)) {
        case .array(let element):
            for child in value.children where value.isArray {
                search(child, as: element, depth: depth + 1, isListed: depth <= 1)
            }
        case .dictionary(let member):
            for child in value.children where value.isObject {
                search(child, as: member, depth: depth + 1)
            }
        case .named(let id):
            search(value, named: id, depth: depth, isListed: isListed)
        default: return
        }
    }

    private mutating func search(_ value: JSONNode, named id: TypeID, depth: Int, isListed: Bool) {
        switch emission.resolver.wireShape(of: id) {
        case .record(let record) where value.isObject:
            search(value, as: record, named: id, depth: depth, isListed: isListed)
        case .union(let union):
            let fitting = union.cases.first { fits(value, as: $0, of: union) }
            if let fitting {
                search(value, as: fitting.type, depth: depth + 1, isListed: isListed)
            }
        default: return
        }
    }

    private mutating func search(
        _ value: JSONNode,
        as record: Record,
        named id: TypeID,
        depth: Int,
        isListed: Bool
    ) {
        let identity = record.properties.first { property in
            property.path.count == 1 && method.pages?.identity.last == property.name
        }
        let named = identity ?? record.properties.first(where: \.isIdentity)
        var element = ValuePool.Element(
            record: id,
            method: method.name,
            list: isListed ? pattern : nil,
            segments: segments,
            identity: named?.name)
        for property in record.properties {
            var member: JSONNode? = value
            for key in property.path {
                member = member?[key]
            }
            guard let member else { continue }
            element.add(member, of: property)
            search(member, as: property.type, depth: depth + 1)
        }
        pool.add(element)
    }

    /// Indicates whether an object has the discriminator of a union's case, or the members that the case requires.
    private func fits(_ value: JSONNode, as item: Union.Case, of union: Union) -> Bool {
        guard value.isObject else { return false }
        if let discriminator = union.discriminator {
            let text = value[discriminator]?.string ?? value[discriminator]?.numberText
            return text.map(item.discriminatorValues.contains) ?? false
        }
        guard case .named(let id) = emission.resolver.wireType(of: emission.peeled(item.type)),
            let record = emission.resolver.wireShape(of: id)?.record
        else { return false }
        let required = record.properties.filter(\.isRequired)
        return required.allSatisfy { value[$0.path[0]] != nil }
    }
}
