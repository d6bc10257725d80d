extension Emission {
    func record(_ i: Int, _ record: Record, _ out: inout Printer) {
        let fields = fields(of: i, record)
        let isShared = layout.isShared[i]
        let isMutable = record.isInput || api.initializers == .all
        let items = pageItems[i].flatMap { key in fields.first { $0.property.path == [key] } }
        out.block("nonisolated ", access, "struct ", types.names[i], isShared ? ": SharedModel" : ": APIModel", items == nil ? "" : ", APIPage") {
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
            if api.initializers == .all || (api.initializers == .inputs && record.isInput) { initializer(record, fields, isShared, &out) }
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
        if field.isEndless { out.doc("Required by the schema; optional, since otherwise the type would contain itself without end.") }
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
            out.line(isShared ? "_modify { yield &_unshared.fields." + value + " }" : "set { " + value + " = newValue }")
        }
    }

    func deprecation(_ deprecation: Deprecation, _ out: inout Printer) {
        let message = CommentText.line(deprecation.message ?? "")
        if message.isEmpty { out.line("@available(*, deprecated)") } else { out.line("@available(*, deprecated, message: ", literal(message), ")") }
    }

    /// Required properties first: they cannot be left out.
    private func initializer(_ record: Record, _ fields: [RecordField], _ isShared: Bool, _ out: inout Printer) {
        var parameters: [String] = []
        parameters.reserveCapacity(fields.count)
        for field in fields where !field.isOptional { parameters.append(field.name + ": " + field.text) }
        for field in fields where field.isOptional { parameters.append(field.name + ": " + field.text + "? = nil") }
        if let additional = record.additional { parameters.append(Speller.additional + ": [String: " + text(additional) + "] = [:]") }
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
            var place = 0
            while place < fields.count {
                let field = fields[place]
                let call = field.isBoxed ? "boxed" : accessor(field.use)
                out.line("case ", String(place), ": cursor.", call, field.isOptional ? "IfPresent(&" : "(&", field.reference, ")")
                place += 1
            }
            if record.additional != nil { out.line("case ", String(place), ": cursor.additional(&", Speller.additional, ")") }
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
            for field in required { out.line(field.storage == "blank" ? "self." : "", field.storage, " = ", zero(field.use)) }
        }
    }

    func table(_ record: Record, _ fields: [RecordField]) -> String {
        var table = ""
        var place = 0
        while place < fields.count {
            let field = fields[place]
            if place > 0 { table += "," }
            table += marks(field)
            var depth = 0
            while depth < field.property.path.count {
                if depth > 0 { table += "/" }
                table += tableKey(field.property.path[depth])
                depth += 1
            }
            place += 1
        }
        if record.additional != nil { table += table.isEmpty ? "*" : ",*" }
        return table
    }
}
