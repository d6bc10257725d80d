import APISurface

extension OperationTranslator {
    /// Returns the members `parameters` and `body`.
    ///
    /// - Parameter flag: The use of the parameter `stream`, or `nil` if it is an ordinary parameter.
    func arguments(
        parameters: ParameterTranslator,
        body: BodyTranslator.Body?,
        flag: StreamFlag?
    ) -> Members {
        var list = parameters.parameters
        for parameter in body?.parameters ?? [] {
            guard let flag, parameter["name"] == .string("stream") else {
                list.append(.object(parameter))
                continue
            }
            switch flag {
            case .omitted:
                break
            case .sent(let value):
                var constant = Members(["name": .string("stream")])
                constant += parameter.filter { $0.key == "in" }
                constant += Members(["const": .bool(value)])
                list.append(.object(constant))
            }
        }
        // The parts of a form are sent in the order of the document.
        if body?.place != "multipart" {
            list = sorted(list, path: parameters.path)
        }
        var members: Members = []
        if let body, let content = body.content, !body.parameters.isEmpty {
            members["content"] = .string(content)
        }
        if !list.isEmpty {
            members["parameters"] = .array(list)
        }
        if let whole = body?.whole {
            members["body"] = .object(whole)
        }
        return members
    }

    /// Returns the parameters as a Swift developer lists them: those of the path in its order, then the required ones,
    /// then the others.
    private func sorted(_ parameters: [JSONValue], path: String) -> [JSONValue] {
        // A name can be in the path twice.
        var seen: Set<String> = []
        let names = OperationNode.names(in: OperationNode.plain(path)).filter { seen.insert($0).inserted }
        var order: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            order[name] = index
        }
        var inPath: [JSONValue?] = names.map { _ in nil }
        var required: [JSONValue] = []
        var optional: [JSONValue] = []
        for parameter in parameters {
            let place = parameter.members["in"]
            let mayBeInPath = place == nil || place == .string("path")
            var index: Int?
            if mayBeInPath, let name = parameter.members["name"]?.text {
                index = order[name]
            }
            if let index, inPath[index] == nil {
                inPath[index] = parameter
            } else if parameter.members["required"] == .bool(true) {
                required.append(parameter)
            } else {
                optional.append(parameter)
            }
        }
        return inPath.compactMap(\.self) + required + optional
    }
}
