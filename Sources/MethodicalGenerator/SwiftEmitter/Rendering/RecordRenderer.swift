extension Emission {
    func record(_ i: Int, _ record: Record, _ out: inout Printer) {
        let fields = fields(of: i, record)
        let isShared = layout.isShared[i]
        let isMutable = record.isInput || api.initializers == .all
        let items = pageItems[i].flatMap { key in fields.first { $0.property.path.joined(separator: ".") == key } }
        out.block(
            "nonisolated ", access, "struct ", types.names[i], isShared ? ": SharedModel" : ": APIModel",
            items == nil ? "" : ", APIPage"
        ) {
            out in
            for field in fields { declare(field, isMutable, &out) }
            if let additional = record.additional {
                out.line("/// Members that have no property of their own.")
                let head = "var " + Speller.additional + ": [String: " + text(additional) + "]"
                if isShared {
                    computed(head, Speller.additional, isShared, isMutable, &out)
                } else {
                    out.line(access, isMutable ? "" : "private(set) ", head, " = [:]")
                }
            }
            if api.initializers == .all || (api.initializers == .inputs && record.isInput) {
                initializer(record, fields, isShared, &out)
            }
            nested(in: i, &out)
            out.blank()
            out.line("// MARK: Machinery")
            if isShared { sharedMachinery(record, fields, isMutable, &out) } else { machinery(record, fields, &out) }
            if let items {
                let value = (isShared ? "_storage.fields." : "") + items.value + (items.isOptional ? " ?? []" : "")
                out.line(access, "var _items: ", items.text, " { ", value, " }")
            }
        }
    }

    private func declare(_ field: RecordField, _ isMutable: Bool, _ out: inout Printer) {
        if let documentation = field.property.documentation { out.doc(documentation) }
        if field.isEndless {
            out.doc("Required by the schema; optional, since otherwise the type would contain itself without end.")
        }
        if let deprecation = field.property.deprecation { self.deprecation(deprecation, &out) }
        let head = "var " + field.name + ": " + field.text + (field.isOptional ? "?" : "")
        if field.isShared || field.isApart {
            computed(head, field.value, field.isShared, isMutable, &out)
        } else {
            out.line(access, isMutable ? "" : "private(set) ", head)
        }
    }

    private func computed(_ head: String, _ value: String, _ isShared: Bool, _ isMutable: Bool, _ out: inout Printer) {
        let getter = isShared ? "_storage.fields." + value : value
        if !isMutable {
            out.line(access, head, " { ", getter, " }")
            return
        }
        out.block(access, head) { out in
            out.line("get { ", getter, " }")
            out.line(
                isShared ? "_modify { yield &_unshared.fields." + value + " }" : "set { " + value + " = newValue }")
        }
    }

    func deprecation(_ deprecation: Deprecation, _ out: inout Printer) {
        let message = CommentText.line(deprecation.message ?? "")
        if message.isEmpty {
            out.line("@available(*, deprecated)")
        } else {
            out.line("@available(*, deprecated, message: ", literal(message), ")")
        }
    }

    /// Required properties first: they cannot be left out.
    private func initializer(_ record: Record, _ fields: [RecordField], _ isShared: Bool, _ out: inout Printer) {
        var parameters: [String] = []
        parameters.reserveCapacity(fields.count)
        for field in fields where !field.isOptional { parameters.append(field.name + ": " + field.text) }
        for field in fields where field.isOptional { parameters.append(field.name + ": " + field.text + "? = nil") }
        if let additional = record.additional {
            parameters.append(Speller.additional + ": [String: " + text(additional) + "] = [:]")
        }
        out.blank()
        out.signature(access + "init", parameters, "") { out in
            if isShared {
                var arguments: [String] = []
                for field in fields { arguments.append(field.argument) }
                if record.additional != nil { arguments.append(Speller.additional + ": " + Speller.additional) }
                return share(arguments, &out)
            }
            for field in fields { out.line("self.", field.value, " = ", field.name) }
            if record.additional != nil { out.line("self.", Speller.additional, " = ", Speller.additional) }
        }
    }

    private func machinery(_ record: Record, _ fields: [RecordField], _ out: inout Printer) {
        for field in fields where field.isApart { out.line("private var ", field.declaration) }
        blank(fields, &out)
        out.line(access, "static let _fields = FieldTable(", literal(table(record, fields)), ")")
        if fields.isEmpty && record.additional == nil {
            out.line(access, "mutating func _field(_ index: Int, _ cursor: inout FieldCursor) {}")
            return
        }
        visit(record, fields, access, "break", &out)
    }

    /// The one body that reading, writing, comparing and all else drives.
    func visit(_ record: Record, _ fields: [RecordField], _ access: String, _ otherwise: String, _ out: inout Printer) {
        out.block(access, "mutating func _field(_ index: Int, _ cursor: inout FieldCursor)") { out in
            out.line("switch index {")
            for (place, field) in fields.enumerated() {
                let call = field.isBoxed ? "boxed" : accessor(field.use)
                out.line(
                    "case ", String(place), ": cursor.", call, field.isOptional ? "IfPresent(&" : "(&", field.reference,
                    ")")
            }
            if record.additional != nil {
                out.line("case ", String(fields.count), ": cursor.additional(&", Speller.additional, ")")
            }
            out.line("default: ", otherwise)
            out.line("}")
        }
    }

    /// What the runtime makes before it fills: only here do required properties have a value that no answer gave.
    private func blank(_ fields: [RecordField], _ out: inout Printer) {
        let required = fields.filter { !$0.isOptional }
        if required.isEmpty {
            out.line(access, "init(_: Blank) {}")
            return
        }
        out.block(access, "init(_ blank: Blank)") { out in
            for field in required {
                out.line(field.storage == "blank" ? "self." : "", field.storage, " = ", zero(field.use))
            }
        }
    }

    func table(_ record: Record, _ fields: [RecordField]) -> String {
        let keys = fields.map { field in
            marks(field) + field.property.path.map(tableKey).joined(separator: "/")
                + (field.property.constantText.map { "=" + tableKey($0) } ?? "")
        }
        return (keys + (record.additional == nil ? [] : ["*"])).joined(separator: ",")
    }
}

/// A large record is one reference to its properties, which its copies share.
extension Emission {
    func sharedMachinery(_ record: Record, _ fields: [RecordField], _ isMutable: Bool, _ out: inout Printer) {
        out.line("private var _storage: SharedFields<_Fields>")
        if isMutable {
            out.block("private var _unshared: SharedFields<_Fields>") { out in
                out.block("mutating get") { out in
                    out.line("if !isKnownUniquelyReferenced(&_storage) { _storage = SharedFields(_storage.fields) }")
                    out.line("return _storage")
                }
            }
        }
        let required = fields.filter { !$0.isOptional }
        out.block(access, required.isEmpty ? "init(_: Blank)" : "init(_ blank: Blank)") { out in
            share(required.map { $0.label + zero($0.use) }, &out)
        }
        out.line(access, "static let _fields = FieldTable(", literal(table(record, fields)), ")")
        out.line(
            access,
            "mutating func _field(_ index: Int, _ cursor: inout FieldCursor) { _storage.fields._field(index, &cursor) }"
        )
        out.block("nonisolated private struct _Fields") { out in
            for field in fields { out.line("var ", field.declaration) }
            if let additional = record.additional {
                out.line("var ", Speller.additional, ": [String: ", text(additional), "] = [:]")
            }
            visit(record, fields, "", "cursor.all(&self)", &out)
        }
    }

    /// New storage of these fields; the others are nil.
    func share(_ arguments: [String], _ out: inout Printer) {
        let length = arguments.reduce(0) { $0 + $1.utf8.count + 2 }
        if length <= 80 {
            out.line("_storage = SharedFields(_Fields(", arguments.joined(separator: ", "), "))")
            return
        }
        out.line("_storage = SharedFields(")
        out.nest { out in
            out.line("_Fields(")
            out.nest { out in
                for (place, argument) in arguments.enumerated() {
                    out.line(argument, place + 1 < arguments.count ? "," : "))")
                }
            }
        }
    }
}

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
        _ property: Property, name: String, use: TypeUse, text: String, isOptional: Bool, isEndless: Bool,
        isRequired: Bool, isBoxed: Bool,
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
        for (place, property) in record.properties.enumerated() {
            let (use, isOptional, isBoxed) = self.property(i, place, property)
            fields.append(
                RecordField(
                    property, name: names[place], use: use, text: text(use), isOptional: isOptional,
                    isEndless: isEndless(i, place),
                    isRequired: isRequired(i, property), isBoxed: isBoxed, isShared: layout.isShared[i]))
        }
        return fields
    }
}
