/// The type of a record.
///
/// A large record consists of one reference to its properties. Copies share the properties until one of them changes.
///
/// The members that only the runtime uses are in an extension at the end of the file. People thus read the properties
/// without them, and Swift's own memberwise initializer exists unless the type itself has another one.
struct RecordRenderer {
    private let emission: Emission
    private let type: EmittedType
    private let record: Record
    private let fields: [RecordField]
    private let access: String
    /// Indicates whether the record consists of one reference to its properties.
    private let isShared: Bool
    private let isMutable: Bool
    /// The type of the property with the members that the schema does not name, or `nil` if there is none.
    private let additional: String?

    init(_ emission: Emission, type: EmittedType, record: Record) {
        self.emission = emission
        self.type = type
        self.record = record
        fields = type.fields
        access = emission.access
        isShared = type.layout.isShared
        isMutable = emission.api.isMutable(record)
        additional = record.additional.map { "[Swift.String: \(emission.text(of: $0))]" }
    }

    func render(to out: inout Printer) {
        let facts = type.pageFacts
        let protocols = [model] + emission.pageProtocols(for: facts)
        let conformances = protocols.joined(separator: ", ")
        out.block("\(emission.typeHead)struct \(type.name): \(conformances)") { out in
            for field in fields {
                declare(field, to: &out)
            }
            if let additional {
                out.line("/// The members that the schema does not name.")
                let head = "var \(Speller.additional): \(additional)"
                if isShared {
                    computed(head, value: Speller.additional, to: &out)
                } else {
                    stored(head + " = [:]", to: &out)
                }
            }
            if !emission.api.hasInitializer(record) {
                // Inside of the type, it takes the place of Swift's own memberwise initializer.
                out.blank()
                blank(to: &out)
            } else if !hasImplicitInitializer {
                initializer(to: &out)
            }
            TypeRenderer(emission, type: type).renderNested(to: &out)
            privateStorage(to: &out)
        }
        out.atEnd { out in
            out.block("nonisolated extension " + type.path) { out in
                machinery(to: &out)
                if let facts {
                    emission.renderPage(facts, fields: fields, to: &out)
                }
            }
        }
    }

    /// The runtime's protocol for the record.
    private var model: String {
        if isShared {
            return "Methodical.APIEngine.SharedModel"
        }
        return "Methodical.APIEngine.Model"
    }

    /// Indicates whether Swift itself declares the memberwise initializer, which is internal then.
    private var hasImplicitInitializer: Bool {
        access.isEmpty && !isShared && !fields.contains(where: \.isApart)
    }

    // MARK: Properties

    private func declare(_ field: RecordField, to out: inout Printer) {
        if let documentation = field.property.documentation {
            out.doc(documentation)
        }
        if field.isEndless {
            out.doc(
                "Required by the schema. It is optional because the type would otherwise contain itself.")
        }
        if let deprecation = field.property.deprecation {
            out.attribute(for: deprecation)
        }
        let head = "var \(field.name): \(field.text)\(field.optionalMark)"
        if field.isShared || field.isApart {
            computed(head, value: field.value, to: &out)
        } else {
            stored(head + field.onlyValue, to: &out)
        }
    }

    private func stored(_ declaration: String, to out: inout Printer) {
        if isMutable {
            out.line(access, declaration)
        } else {
            out.line(access, "private(set) ", declaration)
        }
    }

    /// Prints a computed property that reads and writes a stored one.
    ///
    /// - Parameters:
    ///   - head: The declaration without access level and accessors.
    ///   - value: The expression of the stored value.
    private func computed(_ head: String, value: String, to out: inout Printer) {
        var getter = value
        var setter = "set { \(value) = newValue }"
        if isShared {
            getter = "_storage.fields." + value
            setter = "_modify { yield &_unshared.fields.\(value) }"
        }
        if isMutable {
            out.accessors(access + head, getter: "get { \(getter) }", setter: setter)
        } else {
            out.line(access, head, " { ", getter, " }")
        }
    }

    // MARK: Initializers

    /// Prints the initializer for callers, as Swift would make it: its parameters have the order of the properties.
    private func initializer(to out: inout Printer) {
        let rest = Speller.additional
        var parameters = fields.map(parameter)
        if let additional {
            parameters.append("\(rest): \(additional) = [:]")
        }
        out.blank()
        out.signature(access + "init", parameters: parameters, tail: "") { out in
            if isShared {
                var arguments = fields.map(\.argument)
                if additional != nil {
                    arguments.append("\(rest): \(rest)")
                }
                return share(arguments, to: &out)
            }
            for field in fields {
                out.line("self.", field.value, " = ", field.name)
            }
            if additional != nil {
                out.line("self.", rest, " = ", rest)
            }
        }
    }

    /// Returns the parameter for a property, with its default value if it has one.
    private func parameter(for field: RecordField) -> String {
        let declaration = "\(field.name): \(field.text)"
        if field.isOptional {
            return declaration + "? = nil"
        }
        return declaration + field.onlyValue
    }

    /// Prints the assignment of new storage. Fields without an argument are `nil`.
    private func share(_ arguments: [String], to out: inout Printer) {
        out.filled("_storage = .init(_Fields(", items: arguments, tail: "))")
    }

    /// Prints the initializer for a record that the runtime is about to fill. Only in that state do required properties
    /// hold values that no response gave.
    private func blank(to out: inout Printer) {
        let required = fields.filter { field in
            let hasDefault = !isShared && !field.isApart && !field.onlyValue.isEmpty
            return !field.isOptional && !hasDefault
        }
        let parameter = required.isEmpty ? "_" : "_ blank"
        let head = "\(access)init(\(parameter): Methodical.APIEngine.Blank)"
        if isShared {
            let arguments = required.map { $0.label + emission.zero(of: $0.use) }
            return out.block(head) { share(arguments, to: &$0) }
        }
        if required.isEmpty {
            return out.line(head, " {}")
        }
        out.block(head) { out in
            for field in required {
                // The parameter has the name `blank`, too.
                let target = field.storage == "blank" ? "self.blank" : field.storage
                out.line(target, " = ", emission.zero(of: field.use))
            }
        }
    }

    // MARK: Members for the runtime

    /// The argument of the field table if the record can contain flags, and these can be numbers.
    private var flags: String {
        guard emission.hasNumericFlags, record.types.contains(where: emission.canHoldFlag) else {
            return ""
        }
        return ", hasNumericFlags: true"
    }

    /// Prints the stored properties that callers do not see.
    private func privateStorage(to out: inout Printer) {
        if isShared {
            out.blank()
            out.line("private var _storage: Methodical.APIEngine.SharedFields<_Fields>")
            return
        }
        let apart = fields.filter(\.isApart)
        if !apart.isEmpty {
            out.blank()
        }
        for field in apart {
            out.line("private var ", field.declaration)
        }
    }

    private func machinery(to out: inout Printer) {
        if isShared, isMutable {
            unshared(to: &out)
        }
        if emission.api.hasInitializer(record) {
            blank(to: &out)
        }
        out.text(access + "static let _fields = Methodical.APIEngine.FieldTable(", text: table, tail: flags + ")")
        let visit = "mutating func _field(_ index: Swift.Int, _ cursor: inout Methodical.APIEngine.FieldCursor)"
        if isShared {
            out.block(access + visit) { $0.line("_storage.fields._field(index, &cursor)") }
            out.block("nonisolated private struct _Fields") { out in
                for field in fields {
                    out.line("var ", field.declaration)
                }
                if let additional {
                    out.line("var ", Speller.additional, ": ", additional, " = [:]")
                }
                out.block(visit) { cases(otherwise: "cursor.all(&self)", to: &$0) }
            }
        } else if fields.isEmpty, additional == nil {
            out.line(access, visit, " {}")
        } else {
            out.block(access + visit) { cases(otherwise: "break", to: &$0) }
        }
    }

    /// Prints the property through which a change reaches storage that no other copy uses.
    private func unshared(to out: inout Printer) {
        out.block("private var _unshared: Methodical.APIEngine.SharedFields<_Fields>") { out in
            out.block("mutating get") { out in
                out.line("if !Swift.isKnownUniquelyReferenced(&_storage) { _storage = .init(_storage.fields) }")
                out.line("return _storage")
            }
        }
    }

    /// The number of fields that have a case in the runtime's `FieldIndex`.
    private static var numberedFields: Int { 255 }

    /// Prints the statement that gives the runtime access to each property. Reading, writing and comparing all use it.
    ///
    /// The fields after those with a case in the runtime's enumeration are found by their numbers, which takes the
    /// compiler longer.
    ///
    /// - Parameter otherwise: The statement for an index without a property.
    private func cases(otherwise: String, to out: inout Printer) {
        var visits = fields.map { "cursor.\($0.visitor)(&\($0.reference))" }
        if additional != nil {
            visits.append("cursor.additional(&\(Speller.additional))")
        }
        out.line("switch Methodical.APIEngine.FieldIndex(index) {")
        for (index, visit) in visits.prefix(Self.numberedFields).enumerated() {
            out.line("case .f\(index): \(visit)")
        }
        let others = visits.enumerated().dropFirst(Self.numberedFields)
        if others.isEmpty {
            out.line("default: ", otherwise)
        } else {
            out.line("default:")
            out.nest { out in
                out.line("switch index {")
                for (index, visit) in others {
                    out.line("case \(index): \(visit)")
                }
                out.line("default: ", otherwise)
                out.line("}")
            }
        }
        out.line("}")
    }

    /// The text of the runtime's field table: each key with its marks.
    private var table: String {
        var entries = fields.map { field in
            let path = field.property.path.map(tableKey).joined(separator: "/")
            let entry = field.marks + path
            if let constant = field.property.constantText {
                return "\(entry)=\(tableKey(constant))"
            }
            return entry
        }
        if additional != nil {
            entries.append("*")
        }
        return entries.joined(separator: ",")
    }
}
