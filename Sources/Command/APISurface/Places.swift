import MethodicalGenerator

/// The places in the schema that changes refer to, for reports that are shown next to the lines of a file.
package struct Places: Sendable {
    private var methods: [String: Place] = [:]
    private var types: [String: Place] = [:]
    private var errors: [String: Place] = [:]
    private var settings: Place?

    /// Collects the places of methods, parameters, types, properties and errors.
    package init(_ files: [SourceFile]) {
        var ignored: [Diagnostic] = []
        for file in files where !file.path.hasSuffix(".overlay.json") {
            guard let root = parse(file, problems: &ignored),
                root.isObject
            else { continue }
            if file.path == "api.json" {
                settings = root.place
            }
            for method in root["methods"]?.children ?? [] {
                guard let name = method["name"]?.string else { continue }
                methods[name] = method.place
                methods["\(name).(body)"] = method["body"]?.place
                for parameter in method["parameters"]?.children ?? [] {
                    if let id = parameter["name"]?.string {
                        methods["\(name).\(id)"] = parameter.place
                    }
                }
            }
            for group in ["definitions", "$defs"] {
                for type in root[group]?.children ?? [] {
                    types[type.key] = type.keyPlace
                    for property in type["properties"]?.children ?? [] {
                        types["\(type.key).\(property.key)"] = property.keyPlace
                    }
                }
            }
            for error in root["errors"]?.children ?? [] {
                errors[error.key] = error.keyPlace
            }
        }
    }

    /// Returns the place of a change. If the changed thing no longer exists, this is the place of the thing
    /// that it belonged to.
    func place(of change: Change) -> Place? {
        let named: [String: Place]
        switch change.kind {
        case .api, .setting: return settings
        case .error: return errors[change.id]
        case .method, .parameter: named = methods
        case .type, .property, .value, .case: named = types
        }
        // Shorten `users.get:extended.fields` or `user/contacts.email` by one word until it names something.
        var id = change.id[...]
        while true {
            if let place = named[String(id)] {
                return place
            }
            guard let end = id.lastIndex(where: { ".:/#".contains($0) }) else {
                return nil
            }
            id = id[..<end]
        }
    }
}
