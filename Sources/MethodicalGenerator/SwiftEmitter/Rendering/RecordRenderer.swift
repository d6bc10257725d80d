extension Emission {
    /// Prints the type of a record.
    func record(_ i: Int, _ record: Record, _ out: inout Printer) {
        let fields = fields(of: i, record)
        let isShared = layout.isShared[i]
        let isMutable = record.isInput || api.initializers == .all
        out.block(
            "nonisolated ", access, "struct ", types.names[i], isShared ? ": APIEngine.SharedModel" : ": APIModel",
            pageProtocols(pageFacts[i])
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
            if let facts = pageFacts[i] { page(facts, fields, &out) }
        }
    }

    /// Prints the declaration of a property.
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

    /// Prints a computed property that reads and writes a stored one.
    ///
    /// - Parameters:
    ///   - head: The declaration without access level and accessors.
    ///   - value: The expression of the stored value.
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

    /// Prints the attribute of a deprecated declaration.
    func deprecation(_ deprecation: Deprecation, _ out: inout Printer) {
        let message = CommentText.line(deprecation.message ?? "")
        if message.isEmpty {
            out.line("@available(*, deprecated)")
        } else {
            out.line("@available(*, deprecated, message: ", literal(message), ")")
        }
    }

    /// Prints the initializer for callers. Required properties come first because they cannot be omitted.
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

    /// Prints the members that the runtime uses to read and write a record.
    private func machinery(_ record: Record, _ fields: [RecordField], _ out: inout Printer) {
        for field in fields where field.isApart { out.line("private var ", field.declaration) }
        blank(fields, &out)
        out.line(access, "static let _fields = APIEngine.FieldTable(", literal(table(record, fields)), ")")
        if fields.isEmpty && record.additional == nil {
            out.line(access, "mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {}")
            return
        }
        visit(record, fields, access, "break", &out)
    }

    /// Prints the function that gives the runtime access to each property. Reading, writing and comparing all use it.
    ///
    /// - Parameter otherwise: The statement for an index without a property.
    func visit(_ record: Record, _ fields: [RecordField], _ access: String, _ otherwise: String, _ out: inout Printer) {
        out.block(access, "mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor)") { out in
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

    /// Prints the initializer for a record that the runtime is about to fill. Only in that state do required properties
    /// hold values that no response gave.
    private func blank(_ fields: [RecordField], _ out: inout Printer) {
        let required = fields.filter { !$0.isOptional }
        if required.isEmpty {
            out.line(access, "init(_: APIEngine.Blank) {}")
            return
        }
        out.block(access, "init(_ blank: APIEngine.Blank)") { out in
            for field in required {
                out.line(field.storage == "blank" ? "self." : "", field.storage, " = ", zero(field.use))
            }
        }
    }

    /// Returns the text of the runtime's field table: each key with its marks.
    func table(_ record: Record, _ fields: [RecordField]) -> String {
        let keys = fields.map { field in
            marks(field) + field.property.path.map(tableKey).joined(separator: "/")
                + (field.property.constantText.map { "=" + tableKey($0) } ?? "")
        }
        return (keys + (record.additional == nil ? [] : ["*"])).joined(separator: ",")
    }
}

/// Records that consist of one reference to their properties. Copies share the properties until one of them changes.
extension Emission {
    /// Prints the storage of such a record, and the members that the runtime uses.
    func sharedMachinery(_ record: Record, _ fields: [RecordField], _ isMutable: Bool, _ out: inout Printer) {
        out.line("private var _storage: APIEngine.SharedFields<_Fields>")
        if isMutable {
            out.block("private var _unshared: APIEngine.SharedFields<_Fields>") { out in
                out.block("mutating get") { out in
                    out.line(
                        "if !isKnownUniquelyReferenced(&_storage) { _storage = APIEngine.SharedFields(_storage.fields) }"
                    )
                    out.line("return _storage")
                }
            }
        }
        let required = fields.filter { !$0.isOptional }
        out.block(access, required.isEmpty ? "init(_: APIEngine.Blank)" : "init(_ blank: APIEngine.Blank)") { out in
            share(required.map { $0.label + zero($0.use) }, &out)
        }
        out.line(access, "static let _fields = APIEngine.FieldTable(", literal(table(record, fields)), ")")
        out.line(
            access,
            "mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { _storage.fields._field(index, &cursor) }"
        )
        out.block("nonisolated private struct _Fields") { out in
            for field in fields { out.line("var ", field.declaration) }
            if let additional = record.additional {
                out.line("var ", Speller.additional, ": [String: ", text(additional), "] = [:]")
            }
            visit(record, fields, "", "cursor.all(&self)", &out)
        }
    }

    /// Prints the assignment of new storage. Fields without an argument are `nil`.
    func share(_ arguments: [String], _ out: inout Printer) {
        let length = arguments.reduce(0) { $0 + $1.utf8.count + 2 }
        if length <= 80 {
            out.line("_storage = APIEngine.SharedFields(_Fields(", arguments.joined(separator: ", "), "))")
            return
        }
        out.line("_storage = APIEngine.SharedFields(")
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

/// A property of a generated record. It is a class because properties are passed around often, which is cheaper by
/// reference.
package final class RecordField {
    package let property: Property
    /// The name as callers write it, in backticks if necessary.
    package let name: String
    /// The type without optionals.
    package let use: TypeUse
    /// The type as Swift code, without the question mark.
    let text: String
    /// Indicates whether the property is an optional in Swift.
    package let isOptional: Bool
    /// Indicates whether the schema requires the property although the type would contain itself through it. No
    /// response can satisfy that.
    let isEndless: Bool
    /// Indicates whether the key must be present.
    let isRequired: Bool
    /// Indicates whether the value lives in a box.
    let isBoxed: Bool
    /// Indicates whether the property belongs to a record that shares its storage.
    let isShared: Bool
    /// Indicates whether the property is computed from a stored property of another name.
    ///
    /// A deprecated property is stored under a name that generated code can use without a warning. A boxed property is
    /// stored as its box, because a box that is a property wrapper would not compile in a type that is `nonisolated`.
    let isApart: Bool
    /// The name of the stored property.
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

    /// The expression of the stored value.
    var value: String { isBoxed ? storage + ".wrappedValue" : storage }

    /// The declaration of the stored property, without `var`.
    var declaration: String {
        storage + (isBoxed ? " = APIEngine.Boxed<" + text + ">()" : ": " + text + (isOptional ? "?" : ""))
    }
    /// The label for the stored property in a call. There `inout` is the only keyword that needs backticks; for others
    /// the compiler warns about them.
    var label: String { (storage == "`inout`" ? storage : Reserved.bare(storage)) + ": " }
    /// The argument that sets the stored property from an initializer's parameter.
    var argument: String { label + (isBoxed ? "APIEngine.Boxed(wrappedValue: " + name + ")" : name) }

    /// The name of the stored property in `_field`, whose own parameters are `index` and `cursor`.
    var reference: String { storage == "index" || storage == "cursor" ? "self." + storage : storage }
}

extension Emission {
    /// Returns the properties of a record with their Swift names and types.
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
