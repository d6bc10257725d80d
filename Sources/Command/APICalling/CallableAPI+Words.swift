import MethodicalGenerator

extension CallableAPI {
    /// The names of all methods, for completion.
    package var methodNames: [String] { api.methods.map(\.name) }

    /// Returns the words that can be the next argument of a call: `fields=` for a parameter, and `fields=name` for a
    /// value of an enumeration after its name.
    package func argumentWords(of method: String, startingWith word: String) -> [String] {
        let functions = emission.functions.filter { $0.method.name == method && !$0.takesRecord }
        var names: [String] = []
        var parameters: [String: Parameter] = [:]
        for function in functions {
            let keys = ParameterKeys(function.method.parameters)
            for parameter in function.method.parameters where !parameter.isWhole {
                let name = keys.name(of: parameter)
                if parameters.updateValue(parameter, forKey: name) == nil {
                    names.append(name)
                }
            }
        }
        guard let sign = word.firstIndex(of: "="), let parameter = parameters[String(word[..<sign])] else {
            return names.map { $0 + "=" }
        }
        let written = word[...sign]
        // The values of a list have commas between them.
        let last = word.lastIndex(of: ",") ?? sign
        let start = last > sign ? word[...last] : written
        return values(of: parameter.type).map { start + $0 }
    }

    /// Returns the values of a parameter that has only some.
    private func values(of type: TypeUse) -> [String] {
        switch emission.resolver.wireType(of: emission.peeled(type)) {
        case .boolean: return ["true", "false"]
        case .array(let element): return values(of: element)
        case .named(let id):
            guard let enumeration = emission.resolver.wireShape(of: id)?.enumeration else { return [] }
            return enumeration.members.map(\.value)
        default: return []
        }
    }
}
