/// A property of a response that reads a header field.
struct HeaderProperty: Hashable {
    var name: String
    var type: String
    /// The name of the header field.
    var field: String
    var documentation: String?

    /// Returns the property with a name that none of the others has, or `nil` if one of them is the same property.
    func distinct(among others: [HeaderProperty]) -> HeaderProperty? {
        let isPresent = others.contains { other in
            other.field.lowercased() == field.lowercased() && other.type == type
        }
        if isPresent {
            return nil
        }
        var property = self
        var number = 2
        while others.contains(where: { $0.name == property.name }) {
            property.name = name + String(number)
            number += 1
        }
        return property
    }
}

extension Emission {
    /// Returns the properties for the header fields of a variant's response.
    func headerProperties(of variant: Variant) -> [HeaderProperty] {
        variant.headers.map { field in
            HeaderProperty(
                name: speller.header(field),
                type: text(of: field.type),
                field: field.name,
                documentation: field.documentation)
        }
    }

    /// Prints the property for a header field.
    func render(_ property: HeaderProperty, to out: inout Printer) {
        if let documentation = property.documentation {
            out.doc(documentation)
            out.line("///")
        }
        out.line("/// Header field: ", CommentText.code(CommentText.line(property.field)), ".")
        let declaration = "var \(Reserved.escaped(property.name)): \(property.type)?"
        out.line("\(access)\(declaration) { header(\(literal(property.field))) }")
    }
}
