/// A property on its way to the page. A class, since it is passed around more often than it has properties.
package final class RecordField {
    package let property: Property
    /// As its users write it, in backticks where it must be.
    package let name: String
    package let use: TypeUse
    /// The type, without the question mark.
    let text: String
    package let isOptional: Bool
    /// Whether the schema requires it of a type that contains itself through it, which no answer can keep to.
    let isEndless: Bool
    let isRequired: Bool
    let isBoxed: Bool
    /// Whether the record keeps it in its storage.
    let isShared: Bool
    /// Whether the property is computed. The value of a deprecated one lies under a name that generated code can use without a warning; that of
    /// a boxed one lies in its box: as a property wrapper the box would not compile in a type that is `nonisolated`.
    let isApart: Bool
    /// The stored property.
    let storage: String

    init(
        _ property: Property, name: String, use: TypeUse, text: String, isOptional: Bool, isEndless: Bool, isRequired: Bool, isBoxed: Bool,
        isShared: Bool
    ) {
        self.property = property
        self.name = Reserved.escaped(name)
        self.use = use
        self.text = text
        self.isOptional = isOptional
        self.isEndless = isEndless
        self.isRequired = isRequired && !isEndless
        self.isBoxed = isBoxed
        self.isShared = isShared
        isApart = !isShared && (isBoxed || property.deprecation != nil)
        storage = isApart ? Reserved.storage(name) : self.name
    }

    /// What holds the value itself.
    var value: String { isBoxed ? storage + ".wrappedValue" : storage }

    /// The stored property as the machinery declares it.
    var declaration: String { storage + (isBoxed ? " = Boxed<" + text + ">()" : ": " + text + (isOptional ? "?" : "")) }
    /// What sets the stored property in a call, where only one keyword needs its backticks and the others get a warning for them.
    var label: String { (storage == "`inout`" ? storage : Reserved.bare(storage)) + ": " }
    var argument: String { label + (isBoxed ? "Boxed(wrappedValue: " + name + ")" : name) }

    /// Where `index` and `cursor` are the machinery's own.
    var reference: String { storage == "index" || storage == "cursor" ? "self." + storage : storage }
}

extension Emission {
    package func fields(of i: Int, _ record: Record) -> [RecordField] {
        let names = speller.properties(record)
        var fields: [RecordField] = []
        fields.reserveCapacity(names.count)
        var place = 0
        while place < names.count {
            let property = record.properties[place]
            let (use, isOptional, isBoxed) = self.property(i, place, property)
            fields.append(
                RecordField(
                    property, name: names[place], use: use, text: text(use), isOptional: isOptional, isEndless: isEndless(i, place),
                    isRequired: isRequired(i, property), isBoxed: isBoxed, isShared: layout.isShared[i]))
            place += 1
        }
        return fields
    }
}
