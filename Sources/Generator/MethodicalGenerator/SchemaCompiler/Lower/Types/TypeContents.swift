/// The contents of types as numbers. Two numbers are equal if the types are equal apart from their descriptions and the
/// order of properties and values.
struct TypeContents {
    enum Number: Hashable {
        case contents(Int)
        /// An enclosing type, with the number of levels between.
        case enclosing(Int)

        /// The number in the form of a type's identity, which no schema uses.
        var id: TypeID {
            switch self {
            case .contents(let number):
                TypeID("#\(number)")
            case .enclosing(let levels):
                TypeID("^\(levels)")
            }
        }
    }

    let declarations: [TypeID: TypeDeclaration]
    private var numbers: [TypeDeclaration.Shape: Int] = [:]
    private var known: [TypeID: Number] = [:]
    /// The types whose contents are being read, from the outside to the inside.
    private var unfinished: [TypeID] = []

    init(declarations: [TypeID: TypeDeclaration]) { self.declarations = declarations }

    /// Returns the number of a type's contents.
    mutating func contents(of id: TypeID) -> Number {
        if let number = known[id] {
            return number
        }
        if let index = unfinished.lastIndex(of: id) {
            return .enclosing(unfinished.count - index)
        }
        unfinished.append(id)
        var shape = declarations[id]?.shape.withoutDescriptions ?? .alias(.any)
        shape.mapUses { use in
            use.mapDeclared { type in
                guard declarations[type]?.outerType != nil else {
                    return type
                }
                return contents(of: type).id
            }
        }
        unfinished.removeLast()
        let number = Number.contents(numbers[shape] ?? numbers.count)
        if case .contents(let new) = number {
            numbers[shape] = new
        }
        if unfinished.isEmpty {
            known[id] = number
        }
        return number
    }
}

extension TypeDeclaration.Shape {
    /// The shape without descriptions, and with properties and values in a fixed order.
    fileprivate var withoutDescriptions: Self {
        switch self {
        case .record(var record):
            for index in record.properties.indices {
                record.properties[index].name = ""
                record.properties[index].documentation = nil
                record.properties[index].defaultText = nil
                record.properties[index].isPassword = false
                if record.properties[index].deprecation != nil {
                    record.properties[index].deprecation = Deprecation()
                }
            }
            record.properties.sort { $0.path.lexicographicallyPrecedes($1.path) }
            return .record(record)
        case .enumeration(var enumeration):
            for index in enumeration.members.indices {
                enumeration.members[index].documentation = nil
            }
            enumeration.members.sort { first, second in
                if first.value != second.value {
                    return first.value < second.value
                }
                return !first.isText && second.isText
            }
            return .enumeration(enumeration)
        case .union, .alias: return self
        }
    }
}
