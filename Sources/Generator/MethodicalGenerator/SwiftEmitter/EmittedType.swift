/// A type of the schema with its Swift name, its layout in memory and, if it is a record, its fields.
///
/// It is a class because types are passed around often, which is cheaper by reference.
package final class EmittedType {
    /// The type in the model.
    package let declaration: TypeDeclaration
    /// The name without a path, such as `UserFull`.
    let name: String
    /// The full name, such as `VK.Users.UserFull`, or that of the type that stands for this one.
    package let path: String
    /// The scope of the declaration, or `nil` if generated code does not declare the type.
    let scope: Scope?
    /// The way in which a record is stored.
    let layout: RecordLayout
    /// Indicates whether required properties of a record are non-optional, unless a property itself says otherwise.
    let isTrusted: Bool
    /// Indicates whether the type is an alias that leads only back to itself.
    let isEndless: Bool
    /// The facts that a record supplies as a page or as an item of one, or `nil` if it is neither.
    package let pageFacts: PageFacts?
    /// The properties of a record, with their Swift names and types. Other types have none.
    package private(set) var fields: [RecordField] = []
    /// The types that are declared inside this one, in the order of the model.
    private(set) var nested: [EmittedType] = []

    init(
        _ declaration: TypeDeclaration,
        name: SwiftTypeName,
        scope: Scope?,
        layout: RecordLayout,
        isTrusted: Bool,
        isEndless: Bool,
        pageFacts: PageFacts?
    ) {
        self.declaration = declaration
        self.name = name.last
        path = name.path
        self.scope = scope
        self.layout = layout
        self.isTrusted = isTrusted
        self.isEndless = isEndless
        self.pageFacts = pageFacts
    }

    package var id: TypeID { declaration.id }

    /// Indicates whether generated code declares the type. Neither a type that another stands for is declared, nor the
    /// types inside it.
    package var isDeclared: Bool { scope != nil }

    /// Adds a type that is declared inside this one.
    func nest(_ type: EmittedType) {
        nested.append(type)
    }

    /// Creates the fields of a record. They name other types, which must have their names already.
    func createFields(in emission: Emission) {
        guard let record = declaration.shape.record else { return }
        let names = emission.speller.properties(of: record)
        fields = record.properties.indices.map { index in
            RecordField(
                record.properties[index],
                name: names[index],
                layout: layout.fields[index],
                of: self,
                isInput: record.isInput,
                emission: emission)
        }
    }
}
