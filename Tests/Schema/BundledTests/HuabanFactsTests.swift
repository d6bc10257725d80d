import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

/// Tests that compare Huaban's schema with facts about its servers, which others gathered.
@Suite(.enabled(if: HuabanFacts.isAvailable, "needs the facts about Huaban beside the checkout"))
struct HuabanFactsTests {
    private let facts = Result { try HuabanFacts() }

    @Test("Every endpoint has a method, and every method but one has an endpoint")
    func endpoints() throws {
        let facts = try facts.get()
        var covered: Set<String> = []
        for endpoint in facts.endpoints where endpoint.verb != "GET" || !endpoint.path.hasPrefix("http://img.") {
            let methods = facts.methods(for: endpoint)
            #expect(!methods.isEmpty, "\(endpoint.verb) \(endpoint.path)")
            covered.formUnion(methods.map(\.name))
        }
        // The facts have only the writing of comments. Their reading is at the same path.
        #expect(facts.api.methods.map(\.name).filter { !covered.contains($0) } == ["pins.comments.list"])
    }

    /// A method has every parameter of its endpoint, in its place and with its type, or the value as a constant.
    @Test("A method has every parameter of its endpoint, in its place and with its type")
    func parameters() throws {
        let facts = try facts.get()
        var compared = 0
        for endpoint in facts.endpoints {
            let methods = facts.methods(for: endpoint)
            for parameter in endpoint.parameters where parameter.in != "path" && parameter.in != "header" {
                compared += 1
                #expect(
                    methods.isEmpty || methods.contains { facts.has($0, parameter) },
                    "\(parameter.name) of \(endpoint.verb) \(endpoint.path)")
            }
        }
        #expect(compared > 40)
    }

    /// A method has a parameter for each part of the path that can vary, or one of several words.
    @Test("A method has a parameter for each part of the path that can vary")
    func paths() throws {
        let facts = try facts.get()
        for endpoint in facts.endpoints where !endpoint.path.hasPrefix("http://img.") {
            let methods = facts.methods(for: endpoint)
            #expect(methods.contains { facts.hasPath($0, endpoint) }, "\(endpoint.verb) \(endpoint.path)")
        }
    }

    @Test("Every field that was seen is read, and can have each type that was seen")
    func bodies() throws {
        let facts = try facts.get()
        var missing: Set<String> = []
        for (name, body) in facts.bodies {
            let roots = try #require(HuabanFacts.roots[name], "no type for \(name)")
            facts.compare(body, roots.map(facts.place), at: name, &missing)
        }
        // Only `null` was seen there, so its type is not known.
        #expect(missing.sorted() == ["PinsDetailBean.breadcrumb: null"])
        #expect(facts.compared > 1000)
    }
}

/// The facts, and the API that the schema describes.
private final class HuabanFacts {
    static let file = Checkout.root.deletingLastPathComponent()
        .appending(path: "shared/facts/huaban.json")
    static var isAvailable: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// The types that the fields of a body's top level belong to. The facts merge all objects of one source.
    static let roots = [
        "BoardDetailBean": ["Board", "User", "File", "Pin", "Profile", "AccountStatus"],
        "BoardInfoBean": ["Board", "User", "File", "Pin", "Profile", "AccountStatus"],
        "BoardItemInfoBean": ["Board"], "BoardPinsBean": ["Board", "Pin", "User", "File"],
        "FacetsEntity": ["Counts"], "FollowBoardListBean": ["FollowedBoardPage"], "FollowBoardOperateBean": ["Follow"],
        "GatherInfoBean": ["RepinCheck", "Pin", "Board", "User", "File"],
        "GatherResultBean": ["Pin", "Board", "User", "File"], "LikePinsOperateBean": ["Like"],
        "ListPinsBean": ["Pin", "Board", "User", "File"],
        "PinsDetailBean": ["Pin", "Board", "User", "File", "TextMeta", "TextRange"],
        "PinsMainEntity": ["Pin", "Board", "User", "File", "Comment"], "PinsSimpleBean": ["Pin", "File"],
        "SearchBoardBean": ["BoardSearch", "Board", "User", "File", "Pin", "Facets", "Counts"],
        "SearchBoardListBean": ["BoardSearch", "Board", "User", "File", "Pin", "Facets", "Counts"],
        "SearchHintBean": ["Hints"], "SearchImageBean": ["PinSearch", "Pin", "Board", "User", "File", "Facets", "Ad"],
        "SearchPeopleBean": ["PeopleSearch", "User", "Pin", "Board", "File"],
        "SearchPeopleListBean": ["PeopleSearch", "User", "File"], "TokenBean": ["Tokens"],
        "UserBoardItemBean": ["Board"], "UserFollowBean": ["User", "Board", "Pin", "File", "Profile", "AccountStatus"],
        "UserMeAndOtherBean": ["User", "Profile", "AccountStatus", "File"],
    ]

    struct Endpoint: Decodable {
        struct Parameter: Decodable {
            var `in`: String
            var name: String
            var type: String
        }
        var verb: String
        var path: String
        var parameters: [Parameter]

        /// The parts of the path. A name in braces can be any part.
        var parts: [Substring] {
            let host = path.range(of: "://[^/]*/", options: .regularExpression)
            return path[(host?.upperBound ?? path.startIndex)...].split(separator: "/")
        }
    }

    struct Body: Decodable {
        var types: [String: Int]
        var fields: [String: Body]?
        /// The items of a list, in a list of their own because a structure cannot contain itself.
        var items: Items?
        final class Items: Decodable {
            let body: Body
            init(from decoder: any Decoder) throws { body = try Body(from: decoder) }
        }
    }

    private struct Document: Decodable {
        var endpoints: [Endpoint]
        var also: [Endpoint]
        var bodies: [String: Body]
    }

    let endpoints: [Endpoint]
    let bodies: [String: Body]
    let api: API
    private(set) var compared = 0

    init() throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(contentsOf: Self.file))
        endpoints = document.endpoints + document.also
        bodies = document.bodies
        api = try #require(compile(try BundledSchemaTests.files(of: "Huaban")).api)
    }

    func methods(for endpoint: Endpoint) -> [MethodicalGenerator.Method] {
        let parts = endpoint.parts
        return api.methods.filter { method in
            let own = method.style.path.prefix { $0 != "?" }.split(separator: "/")
            return method.style.verb.rawValue == endpoint.verb && own.count == parts.count
                && zip(own, parts).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
                && own.map { $0.hasPrefix("{") }.count(where: \.self) <= parts.count { $0.hasPrefix("{") }
        }
    }

    /// Returns whether a method has the parameter in its place, with its type.
    func has(_ method: MethodicalGenerator.Method, _ parameter: Endpoint.Parameter) -> Bool {
        let place: CallStyle.Place = parameter.in == "query" ? .query : .form
        if let own = method.parameters.first(where: { $0.name == parameter.name && $0.place == place }) {
            // The clients keep numbers of objects as texts.
            let isNumber = parameter.type == "int" || ["board_id", "via"].contains(parameter.name)
            return isNumber ? own.type == .integer : accepts(.type(own.type), "string")
        }
        let constants = method.variants.flatMap(\.constants)
        if let constant = constants.first(where: { $0.name == parameter.name && $0.place == place }) {
            if case .text = constant.value { return parameter.type == "String" }
            return false
        }
        // A flag that the path contains: `?check=true`.
        return parameter.type == "boolean" && method.style.path.hasSuffix("?\(parameter.name)=true")
    }

    /// Returns whether a method has a parameter for each part of the path that can vary, except for one of several words.
    func hasPath(_ method: MethodicalGenerator.Method, _ endpoint: Endpoint) -> Bool {
        zip(method.style.path.prefix { $0 != "?" }.split(separator: "/"), endpoint.parts).allSatisfy { own, part in
            guard part.hasPrefix("{"), part != "{operate}" else { return true }
            let parameter = method.parameters.first { "{\($0.name)}" == own && $0.place == .path }
            // An ID is a number.
            return parameter.map { $0.type == .integer || accepts(.type($0.type), "string") } ?? false
        }
    }

    /// A place in a response: a type, or an object that only leads to values of a type's properties.
    enum Place {
        case type(TypeUse)
        case inside([Property])
    }

    /// Returns the place of a declared type, or of a part of a response that has no type of its own.
    func place(_ name: String) -> Place {
        switch name {
        case "Counts": .type(.dictionary(.integer))
        // The method takes the list out of its response. The total is the length of the list.
        case "Hints":
            .inside([
                Property(path: ["result"], type: .array(.string)), Property(path: ["total"], type: .integer),
            ])
        default: .type(.named(api.types.first { $0.wire == name }?.id ?? TypeID(name)))
        }
    }

    /// Compares the fields of a body with the places that it can belong to.
    func compare(_ body: Body, _ places: [Place], at path: String, _ missing: inout Set<String>) {
        for (key, field) in body.fields ?? [:] {
            compared += 1
            let found = places.flatMap { children(of: $0, under: key) }
            let here = path + "." + key
            for type in field.types.keys where !found.contains(where: { accepts($0, type) }) {
                missing.insert("\(here): \(type)")
            }
            compare(field, found, at: here, &missing)
            guard let items = field.items?.body else { continue }
            let elements = found.flatMap(elements)
            for type in items.types.keys where !elements.contains(where: { accepts($0, type) }) {
                missing.insert("\(here)[]: \(type)")
            }
            compare(items, elements, at: here + "[]", &missing)
        }
    }

    /// Returns the types that a use can stand for.
    private func alternatives(_ use: TypeUse) -> [TypeUse] {
        switch use {
        case .optional(let inner): return alternatives(inner)
        case .scalars(let uses): return uses
        case .named(let id):
            switch api.types.first(where: { $0.id == id })?.shape {
            case .alias(let use): return alternatives(use)
            case .union(let union): return union.cases.flatMap { alternatives($0.type) }
            default: return [use]
            }
        default: return [use]
        }
    }

    private func children(of place: Place, under key: String) -> [Place] {
        let properties: [Property]
        switch place {
        case .inside(let inner): properties = inner
        case .type(let use):
            return alternatives(use).flatMap { use -> [Place] in
                switch use {
                case .dictionary(let value): return [.type(value)]
                case .named(let id):
                    guard case .record(let record)? = api.types.first(where: { $0.id == id })?.shape else { return [] }
                    return children(of: .inside(record.properties), under: key)
                default: return []
                }
            }
        }
        let (last, inner) = properties.filter { $0.path[0] == key }.reduce(into: ([Place](), [Property]())) {
            var property = $1
            property.path.removeFirst()
            if property.path.isEmpty {
                $0.0.append(.type($1.isNullable || !$1.isRequired ? .optional($1.type) : $1.type))
            } else {
                $0.1.append(property)
            }
        }
        return last + (inner.isEmpty ? [] : [.inside(inner)])
    }

    private func elements(of place: Place) -> [Place] {
        guard case .type(let use) = place else { return [] }
        return alternatives(use).compactMap { if case .array(let element) = $0 { .type(element) } else { nil } }
    }

    /// Returns whether a value of the JSON type can be at the place.
    private func accepts(_ place: Place, _ type: String) -> Bool {
        guard case .type(let use) = place else { return type == "object" || type == "null" }
        if type == "null", case .optional = use { return true }
        return alternatives(use).contains { use in
            switch (use, type) {
            case (.integer, "integer"), (.number, "integer"), (.number, "number"), (.boolean, "boolean"): true
            case (.string, "string"), (.array, "array"), (.dictionary, "object"), (.any, _): true
            case (.formatted(_, as: .integer), "integer"), (.formatted(_, as: .string), "string"): true
            case (.named(let id), _): accepts(id, type)
            default: false
            }
        }
    }

    private func accepts(_ id: TypeID, _ type: String) -> Bool {
        switch api.types.first(where: { $0.id == id })?.shape {
        case .record: type == "object"
        case .enumeration(let enumeration): (enumeration.raw == .integer ? "integer" : "string") == type
        default: false
        }
    }
}
