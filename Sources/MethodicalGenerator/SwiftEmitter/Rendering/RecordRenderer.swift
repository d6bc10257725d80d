extension Emission {
    func record(_ i: Int, _ record: Record, _ out: inout Printer) {
        let fields = fields(of: i, record)
        let isMutable = record.isInput || api.initializers == .all
        let variable = access + (isMutable ? "var " : "private(set) var ")
        out.block("nonisolated ", access, "struct ", types.names[i], ": APIModel") { out in
            for field in fields { declare(field, variable, isMutable, &out) }
            if let additional = record.additional {
                out.line("/// Members that have no property of their own.")
                out.line(variable, Speller.additional, ": [String: ", text(additional), "] = [:]")
            }
            if api.initializers == .all || (api.initializers == .inputs && record.isInput) { initializer(record, fields, &out) }
            nested(in: i, &out)
            out.blank()
            out.line("// MARK: Machinery")
            machinery(record, fields, &out)
        }
    }

    private func declare(_ field: RecordField, _ variable: String, _ isMutable: Bool, _ out: inout Printer) {
        if let documentation = field.property.documentation { out.doc(documentation) }
        if field.isEndless { out.doc("Required by the schema; optional, since otherwise the type would contain itself without end.") }
        if let deprecation = field.property.deprecation { self.deprecation(deprecation, &out) }
        let suffix = field.isOptional ? "?" : ""
        if !field.isApart {
            out.line(variable, field.name, ": ", field.text, suffix)
            return
        }
        if !isMutable {
            out.line(access, "var ", field.name, ": ", field.text, suffix, " { ", field.value, " }")
            return
        }
        out.block(access, "var ", field.name, ": ", field.text, suffix) { out in
            out.line("get { ", field.value, " }")
            out.line("set { ", field.value, " = newValue }")
        }
    }

    func deprecation(_ deprecation: Deprecation, _ out: inout Printer) {
        let message = CommentText.line(deprecation.message ?? "")
        if message.isEmpty { out.line("@available(*, deprecated)") } else { out.line("@available(*, deprecated, message: ", literal(message), ")") }
    }

    /// Required properties first: they cannot be left out.
    private func initializer(_ record: Record, _ fields: [RecordField], _ out: inout Printer) {
        var parameters: [String] = []
        parameters.reserveCapacity(fields.count)
        for field in fields where !field.isOptional { parameters.append(field.name + ": " + field.text) }
        for field in fields where field.isOptional { parameters.append(field.name + ": " + field.text + "? = nil") }
        if let additional = record.additional { parameters.append(Speller.additional + ": [String: " + text(additional) + "] = [:]") }
        out.blank()
        out.signature(access + "init", parameters, "") { out in
            for field in fields { out.line("self.", field.value, " = ", field.name) }
            if record.additional != nil { out.line("self.", Speller.additional, " = ", Speller.additional) }
        }
    }

    private func machinery(_ record: Record, _ fields: [RecordField], _ out: inout Printer) {
        for field in fields where field.isApart { storage(field, &out) }
        blank(fields, &out)
        out.line(access, "static let _fields = FieldTable(", literal(table(record, fields)), ")")
        if fields.isEmpty && record.additional == nil {
            out.line(access, "mutating func _field(_ index: Int, _ cursor: inout FieldCursor) {}")
            return
        }
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
            out.line("default: break")
            out.line("}")
        }
    }

    private func storage(_ field: RecordField, _ out: inout Printer) {
        if field.isBoxed {
            out.line("private var ", field.storage, " = Boxed<", field.text, ">()")
        } else {
            out.line("private var ", field.storage, ": ", field.text, field.isOptional ? "?" : "")
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

    private func table(_ record: Record, _ fields: [RecordField]) -> String {
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
