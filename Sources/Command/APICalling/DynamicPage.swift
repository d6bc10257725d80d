import Methodical
import MethodicalGenerator

/// The keys of the facts of a page, as generated records have them.
struct PageKeys: Sendable {
    typealias Path = [String]

    var items: Path?
    var total: Path?
    var more: Path?
    var next: [Path]?
    var identity: [Path] = []
    /// The keys of the cursor in an item, for pages that are plain lists.
    var cursor: [Path]?

    /// The keys of the pages that this task reads. The runtime creates pages without arguments.
    @TaskLocal static var current = PageKeys()
}

extension MethodCall {
    /// The keys of the method's pages, or `nil` if the schema describes none.
    var pageKeys: PageKeys? {
        guard emission.isPaged(method) else { return nil }
        var keys = PageKeys()
        let resolved = emission.resolver.resolved(emission.peeled(variant.result))
        if case .array(let element) = resolved {
            let facts = emission.pageFacts(of: element)
            keys.identity = facts?.identity.map(path) ?? []
            keys.cursor = facts?.cursor?.map(path)
            return keys
        }
        guard let facts = emission.pageFacts(of: resolved), let items = facts.items else { return nil }
        keys.items = path(items)
        keys.total = facts.total.map(path)
        keys.more = facts.more.map(path)
        keys.next = facts.next?.map(path)
        keys.identity = identity(of: items, in: resolved)
        return keys
    }

    private func path(_ dotted: String) -> PageKeys.Path {
        dotted.split(separator: ".").map(String.init)
    }

    /// Returns the keys that identify an item of a page.
    private func identity(of items: String, in page: TypeUse) -> [PageKeys.Path] {
        guard case .named(let id) = page,
            let field = emission.type(named: id)?.fields.first(where: {
                $0.property.path.joined(separator: ".") == items
            }),
            case .array(let element) = emission.resolver.resolved(emission.peeled(field.property.type))
        else { return [] }
        return emission.pageFacts(of: element)?.identity.map(path) ?? []
    }
}

extension Emission {
    fileprivate func pageFacts(of use: TypeUse) -> PageFacts? {
        guard case .named(let id) = resolver.resolved(peeled(use)) else { return nil }
        return type(named: id)?.pageFacts
    }
}

/// A page of any API, with its facts under the keys of its schema.
struct DynamicPage: DynamicValue, APIEngine.Page {
    var json: JSON

    var _items: [DynamicItem] {
        let items = PageKeys.current.items.map { json.value(at: $0) } ?? json
        return items?.arrayValue?.map { DynamicItem(json: $0) } ?? []
    }

    var _total: ArgumentValue? { argument(at: PageKeys.current.total) }
    var _more: ArgumentValue? { argument(at: PageKeys.current.more) }

    var _next: ArgumentValue? {
        if PageKeys.current.items == nil {
            return _items.last?._cursor
        }
        return PageKeys.current.next.flatMap { json.cursor(at: $0) }
    }

    /// The total, if the page has a number for it.
    var statedTotal: Int? {
        PageKeys.current.total.flatMap { json.value(at: $0) }?.intValue
    }

    /// The flag that says whether more pages follow, which some servers send as a number.
    var statedMore: Bool? {
        let value = PageKeys.current.more.flatMap { json.value(at: $0) }
        return value?.boolValue ?? value?.intValue.map { $0 != 0 }
    }

    private func argument(at path: PageKeys.Path?) -> ArgumentValue? {
        path.flatMap { json.argument(at: $0) }
    }
}

/// An item of a page of any API.
struct DynamicItem: DynamicValue, APIEngine.PageItem {
    var json: JSON

    var _identity: [ArgumentValue?] {
        PageKeys.current.identity.map { json.argument(at: $0) }
    }

    var _cursor: ArgumentValue? {
        PageKeys.current.cursor.flatMap { json.cursor(at: $0) }
    }
}

extension JSON {
    /// Returns the value under a path of keys, which continues in the last element of a list.
    fileprivate func value(at path: PageKeys.Path) -> JSON? {
        var value: JSON? = self
        for key in path {
            while case .array(let elements)? = value {
                value = elements.last
            }
            value = value?[key]
        }
        return value
    }

    fileprivate func argument(at path: PageKeys.Path) -> ArgumentValue? {
        guard let value = value(at: path), !value.isNull else { return nil }
        return value._argument
    }

    /// Returns a cursor, which may consist of the values under several paths.
    fileprivate func cursor(at paths: [PageKeys.Path]) -> ArgumentValue? {
        let values = paths.map { argument(at: $0) }
        return values.count == 1 ? values[0] : .cursors(values)
    }
}

/// A value of a response that is nothing but its JSON.
///
/// The JSON is the only stored property, so that a pointer to the value is also one to the JSON.
protocol DynamicValue: APIValue {
    var json: JSON { get set }
    init(json: JSON)
}

extension DynamicValue {
    init(_ blank: APIEngine.Blank) {
        self.init(json: JSON(blank))
    }

    mutating func _read(_ reader: inout APIEngine.JSONReader) {
        json._read(&reader)
    }

    static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        withUnsafePointer(to: value.pointee.json) { JSON._perform(task, $0) }
    }

    init(from decoder: any Decoder) throws {
        self.init(json: try JSON(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
