import Foundation
import MethodicalGenerator
import Testing

/// Tests of the schema's methods and types against the documented endpoints, property by property.
@Suite(.enabled(if: Facts.isThere, "needs ../shared/facts beside the checkout")) struct EndpointFactsTests {
    /// The documented parameters that the schema leaves out: JavaScript in place of JSON, and white space in it.
    private static let omitted: Set = ["callback", "pretty"]
    /// The parameters with a more exact type than the documented text.
    private static let refined = [
        "limit": "integer", "offset": "integer", "top_keys": "integer", "include_annotations": "boolean",
    ]
    /// The lists of texts that are sent as JSON.
    private static let json: Set = ["parent_id", "row_ids"]
    /// The required parameters outside of the path. The documentation of reports also requires metrics, which a preset
    /// may contain.
    private static let required: [String: Set<String>] = [
        "expenses.removeOne": ["date"], "grants.get": ["user_login"],
        "logRequests.create": ["date1", "date2", "fields", "source"],
        "logRequests.evaluate": ["date1", "date2", "fields", "source"], "measurement.deleteToken": ["token"],
        "reports.table": ["ids"], "reports.drillDown": ["ids"], "reports.byTime": ["ids"], "reports.compare": ["ids"],
        "reports.compareDrillDown": ["ids"],
    ]
    /// The documented properties that only the server sets, which the types of new values leave out.
    private static let readOnly: [String: Set<String>] = [
        "AccessFilterDraft": ["counter_id", "create_time", "id"],
        "CounterDraft": [
            "activity_status", "code", "create_time", "delete_time", "id", "owner_login", "permission", "status",
            "time_zone_offset", "type", "update_time",
        ],
        "LabelDraft": ["id"],
    ]

    private let endpoints: [Facts.Endpoint]
    private let api: API
    private let types: SchemaTypes

    init() throws {
        endpoints = try Facts.endpoints()
        api = try #require(try Facts.api())
        types = SchemaTypes(api)
    }

    private func method(_ endpoint: Facts.Endpoint) throws -> MethodicalGenerator.Method {
        let found = api.methods.filter {
            $0.path == endpoint.route && $0.style.verb.rawValue.uppercased() == endpoint.verb
        }
        #expect(found.count == 1)
        return try #require(found.first, "\(endpoint.verb) \(endpoint.route)")
    }

    @Test("All endpoints are there, and no others") func methods() throws {
        // The signed-in user comes from Yandex ID, which is not a part of Metrica.
        let names = try endpoints.map { try method($0).name } + ["users.getMe"]
        #expect(names.count == 53 && Set(names) == Set(api.methods.map(\.name)))
    }

    @Test("All parameters are there, and no others, with their types and defaults") func parameters() throws {
        for endpoint in endpoints {
            let method = try method(endpoint)
            let path = endpoint.path ?? []
            let query = (endpoint.query ?? []).filter { !Self.omitted.contains($0.name) }
            for (fields, place) in [(path, CallStyle.Place.path), (query, .query)] {
                let parameters = method.parameters.filter { $0.place == place }
                #expect(Set(parameters.map(\.name)) == Set(fields.map(\.name)), "\(method.name)")
                for field in fields {
                    guard let parameter = parameters.first(where: { $0.name == field.name }) else { continue }
                    let type = Self.refined[field.name] ?? field.type
                    #expect(
                        types.fits(parameter.type, type, isParameter: true),
                        "\(method.name): \(field.name) as \(field.type) is \(parameter.type)")
                    #expect(parameter.isJSON == Self.json.contains(field.name), "\(method.name): \(field.name)")
                    #expect(parameter.defaultText == field.defaultValue, "\(method.name): \(field.name)")
                }
            }
        }
    }

    @Test("Exactly the documented parameters are required") func requiredParameters() throws {
        for endpoint in endpoints {
            let method = try method(endpoint)
            for parameter in method.parameters where parameter.place == .path { #expect(parameter.isRequired) }
            let required = method.parameters.filter { $0.place == .query && $0.isRequired }.map(\.name)
            #expect(Set(required) == Self.required[method.name] ?? [], "\(method.name)")
            // The documentation lists required parameters first, and each of both groups by name.
            let names = (endpoint.query ?? []).map(\.name)
            let leading = names.indices.dropFirst().last { names[$0 - 1] > names[$0] } ?? 0
            let listed = Set(names[..<leading]).subtracting(["metrics"])
            #expect(listed.isSubset(of: required), "\(method.name)")
        }
    }

    @Test("Arguments and results have the documented types") func bodies() throws {
        for endpoint in endpoints {
            let method = try method(endpoint)
            var fields = endpoint.types?["Body"] ?? []
            for field in fields where field.type.contains("binary") {
                #expect(method.upload?.field == field.name, "\(method.name): a file")
            }
            fields.removeAll { $0.type.contains("binary") }
            for (name, group) in Dictionary(grouping: fields, by: \.name) {
                // Of two properties with the same name, the first belongs to the request.
                if group.count > 1 {
                    let parameter = method.parameters.first { $0.name == name && $0.place == .body }
                    let fits = parameter.map { types.fits($0.type, group[0].type) && $0.isRequired } ?? false
                    #expect(fits, "\(method.name): \(name) as \(group[0].type)")
                }
                let result = try #require(method.variants.first).result
                let property = method.resultKey == name ? nil : types.name(result).flatMap(types.properties)?[name]
                let use = method.resultKey == name ? result : property?.type
                let fits = use.map { types.fits($0, group[group.count - 1].type) } ?? false
                #expect(fits, "\(method.name): \(name) as \(group[group.count - 1].type) is \(String(describing: use))")
            }
        }
    }

    @Test("All documented types have their properties") func properties() throws {
        for endpoint in endpoints {
            let method = try method(endpoint)
            let reached = types.reached(by: method)
            for (documented, fields) in endpoint.types ?? [:] where documented != "Body" {
                let names = try #require(DocumentedType.names[documented], "\(documented)")
                #expect(!reached.isDisjoint(with: names), "\(method.name) has no \(documented)")
                for name in names {
                    let properties = try #require(types.properties(of: name), "\(name)")
                    for field in fields {
                        let use = properties[field.name]?.type
                        let isReadOnly = Self.readOnly[name]?.contains(field.name) == true
                        let fits = use.map { types.fits($0, field.type) && !isReadOnly } ?? isReadOnly
                        #expect(
                            fits, "\(name).\(field.name) as \(documented)'s \(field.type) is \(String(describing: use))"
                        )
                    }
                }
            }
        }
    }

    @Test("No type has other properties") func otherProperties() throws {
        var documented: [String: Set<String>] = [:]
        for endpoint in endpoints {
            for (type, fields) in endpoint.types ?? [:] {
                for name in DocumentedType.names[type] ?? [] {
                    documented[name, default: []].formUnion(fields.map(\.name))
                }
            }
        }
        for (name, fields) in documented {
            let keys = try #require(types.properties(of: name), "\(name)").keys
            #expect(fields.isSuperset(of: keys), "\(name)")
        }
    }
}
