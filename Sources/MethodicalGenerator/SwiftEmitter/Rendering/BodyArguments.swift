// Whole bodies, and the parts of forms with files.
extension Emission {
    /// Returns the type of a parameter as a function takes it.
    package func text(_ parameter: Parameter) -> String {
        guard parameter.isFile else {
            let type = text(peeled(parameter.type), asParameter: true)
            if !parameter.isNullable {
                return type
            }
            return parameter.isRequired ? type + "?" : nullable(type)
        }
        return isList(parameter) ? "[" + Self.upload + "]" : Self.upload
    }

    /// Returns the statement that adds an argument to a call, or `nil` for a file that is the whole body.
    func adding(_ value: String, _ parameter: Parameter, _ method: Method, _ call: String) -> String? {
        if parameter.isFile {
            return parameter.isWhole
                ? nil : "parts.add(" + literal(partName(parameter, method)) + ", " + value + ", to: &" + call + ")"
        }
        if let root = parameter.root {
            let secret = parameter.isSecret ? ", isSecret: true" : ""
            return call + ".add(xml: " + value + ", root: " + literal(root) + secret + ")"
        }
        let isWrapped = parameter.isNullable && parameter.isRequired
        let value = isWrapped ? "Methodical.Nullable(" + value + ")" : value
        return call + ".add(" + literal(parameter.title) + ", " + value + style(parameter, method) + ")"
    }

    /// The type of a file that a call sends.
    package static let upload = "MethodicalTransfers.Upload"

    private func isList(_ parameter: Parameter) -> Bool {
        if case .array = resolver.resolved(parameter.type) {
            return true
        }
        return false
    }

    /// Returns the name of the parts of a parameter. Brackets follow that of a list of files, as that of other lists.
    func partName(_ parameter: Parameter, _ method: Method) -> String {
        let isSpread = (parameter.arrays ?? method.style.arrays) == .brackets
        return parameter.isFile && isSpread && isList(parameter) ? parameter.name + "[]" : parameter.name
    }

    /// Returns the media type of a part of a form, or `nil` if it has none or that of its file.
    func partType(_ parameter: Parameter, _ method: Method) -> String? {
        guard parameter.place == .multipart else { return nil }
        if let content = parameter.content {
            return content.isRange ? nil : content.text
        }
        let isJSON = !parameter.isFile && words(parameter, method).contains("json")
        return isJSON ? "application/json" : nil
    }
}
