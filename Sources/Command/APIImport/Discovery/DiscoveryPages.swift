import APISurface
import MethodicalGenerator

/// The paging of a method that takes a `pageToken` and returns a `nextPageToken` (AIP-158).
struct DiscoveryPages {
    /// The value of `pages`, or `nil` if the method has no such pages.
    let value: JSONValue?

    init(of method: DiscoveryMethod, document: DiscoveryDocument) {
        value = Self.value(for: method, document: document)
    }

    private static func value(for method: DiscoveryMethod, document: DiscoveryDocument) -> JSONValue? {
        let names = names(of: method)
        guard names.contains("pageToken"),
            let reference = method.entry.node["response"]?["$ref"]?.string,
            let properties = document.schemas[reference]?["properties"],
            properties.isObject,
            properties["nextPageToken"]?["type"]?.string == "string",
            let items = items(in: properties, names: method.entry.names)
        else { return nil }
        var members = [JSONValue.Member(key: "cursor", value: "pageToken")]
        if let size = ["pageSize", "maxResults"].first(where: names.contains) {
            members.append(.init(key: "size", value: .string(size)))
        }
        members.append(.init(key: "next", value: "nextPageToken"))
        members.append(.init(key: "items", value: .string(items)))
        return .object(members)
    }

    /// Returns the names of all arguments, in the query and in the body.
    private static func names(of method: DiscoveryMethod) -> [String] {
        guard case .record(_, let properties) = method.body else {
            return method.parameterNames
        }
        return method.parameterNames
            + properties.compactMap { $0.members["name"]?.text }
    }

    /// Returns the name of the list with the items: the only list, or the only list of objects, or the list that is
    /// named after the resource. Lists of texts beside it are the places that could not be reached, for instance.
    private static func items(in properties: JSONNode, names: [String]) -> String? {
        let lists = properties.children.filter {
            $0["type"]?.string == "array"
                && $0["items"]?.isObject == true
        }
        if lists.count == 1 {
            return lists[0].key
        }
        if lists.contains(where: { $0.key == "items" }) {
            return "items"
        }
        let objects = lists.filter {
            $0["items"]?["$ref"] != nil
        }
        if objects.count == 1 {
            return objects[0].key
        }
        let resource = names.dropLast().last
        return lists.first { $0.key == resource }?.key
    }
}
