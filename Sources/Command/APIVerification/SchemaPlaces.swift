import APILearning
import MethodicalGenerator

/// The places of methods and their keywords in the files of a schema.
struct SchemaPlaces {
    private let nodes: [String: JSONNode]

    init(_ schema: CompiledSchema) {
        let pairs = schema.lowered.catalogue.methods.map { ($0.name, $0.node) }
        nodes = Dictionary(pairs) { first, _ in first }
    }

    /// Returns the place of a method, or of a keyword in it. The keyword may be in a rule for several methods, and then
    /// the place is that of the method.
    ///
    /// - Parameter keys: The keys that lead from the method to the keyword. The first ones that exist count.
    func place(of method: String, at keys: [String] = []) -> Place? {
        guard var node = nodes[method] else { return nil }
        var isKeyword = false
        for key in keys {
            guard let next = node[key] else { break }
            node = next
            isKeyword = true
        }
        return isKeyword ? node.keyPlace : node.place
    }

    /// Returns the statuses that the schema lists for a method. The compiler forgets them if all have the same type.
    func statuses(of method: String) -> [String] {
        nodes[method]?["statuses"]?.children.map(\.key) ?? []
    }

    /// Returns the place of a header field of a response.
    func place(ofField name: String, of method: String) -> Place? {
        guard let node = nodes[method] else { return nil }
        let responses = [node["response"]] + (node["variants"]?.children.map { $0 } ?? [])
        let fields = responses.compactMap { $0?["headers"]?[name] } + [node["headers"]?[name]].compactMap(\.self)
        return fields.first?.keyPlace ?? node.place
    }
}
