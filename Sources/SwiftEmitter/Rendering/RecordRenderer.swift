import APIModel

extension Emission {
    func record(_ i: Int, _ record: Record, _ out: inout Printer) {
        let names = speller.properties(record)
        var fields: [Field] = []
        fields.reserveCapacity(names.count)
        for (place, property) in record.properties.enumerated() {
            let (use, isOptional, isBoxed) = self.property(i, place, property)
            fields.append(
                Field(
                    name: names[place], use: use, text: text(use), isOptional: isOptional, isBoxed: isBoxed, isDeprecated: property.deprecation != nil
                ))
        }
        out.block("nonisolated ", access, "struct ", types.names[i], ": APIModel") { out in
            for (place, field) in fields.enumerated() { declare(field, record.properties[place], &out) }
            if let additional = record.additional {
                out.line("/// Members that have no property of their own.")
                out.line(access, "var ", Speller.additional, ": [String: ", text(additional), "] = [:]")
            }
            if api.initializers == .all || (api.initializers == .inputs && record.isInput) { initializer(record, fields, &out) }
            nested(in: i, &out)
            machinery(i, record, fields, &out)
        }
    }

    /// A property on its way to the page.
    fileprivate struct Field {
        var name: String
        var use: TypeUse
        var text: String
        var isOptional: Bool
        var isBoxed: Bool
        var isDeprecated: Bool
        /// Whether the property is computed. The value of a deprecated one lies under a name that generated code can use without a warning; that
        /// of a boxed one lies in its box: as a property wrapper the box would not compile in a type that is `nonisolated`.
        var isApart: Bool { isBoxed || isDeprecated }
        var storage: String { isApart ? "_" + name : Reserved.escaped(name) }
        var value: String { isBoxed ? storage + ".wrappedValue" : storage }
    }

    private func declare(_ field: Field, _ property: Property, _ out: inout Printer) {
        if let documentation = property.documentation { out.doc(documentation) }
        if let deprecation = property.deprecation { self.deprecation(deprecation, &out) }
        let suffix = field.isOptional ? "?" : ""
        if !field.isApart {
            out.line(access, "var ", field.storage, ": ", field.text, suffix)
            return
        }
        out.block(access, "var ", Reserved.escaped(field.name), ": ", field.text, suffix) { out in
            out.line("get { ", field.value, " }")
            out.line("set { ", field.value, " = newValue }")
        }
    }

    private func storage(_ field: Field, _ out: inout Printer) {
        if field.isBoxed {
            out.line("private var ", field.storage, " = Boxed<", field.text, ">()")
        } else {
            out.line("private var ", field.storage, ": ", field.text, field.isOptional ? "?" : "")
        }
    }

    func deprecation(_ deprecation: Deprecation, _ out: inout Printer) {
        let message = CommentText.line(deprecation.message ?? "")
        if message.isEmpty { out.line("@available(*, deprecated)") } else { out.line("@available(*, deprecated, message: ", literal(message), ")") }
    }

    /// Required properties first: they cannot be left out.
    private func initializer(_ record: Record, _ fields: [Field], _ out: inout Printer) {
        var parameters: [String] = []
        for field in fields where !field.isOptional { parameters.append(Reserved.escaped(field.name) + ": " + field.text) }
        for field in fields where field.isOptional { parameters.append(Reserved.escaped(field.name) + ": " + field.text + "? = nil") }
        if let additional = record.additional { parameters.append(Speller.additional + ": [String: " + text(additional) + "] = [:]") }
        out.blank()
        out.signature(access + "init", parameters, "") { out in
            for field in fields { out.line("self.", field.value, " = ", Reserved.escaped(field.name)) }
            if record.additional != nil { out.line("self.", Speller.additional, " = ", Speller.additional) }
        }
    }

    private func machinery(_ i: Int, _ record: Record, _ fields: [Field], _ out: inout Printer) {
        var table = ""
        for property in record.properties {
            if !table.isEmpty { table += "," }
            if isRequired(i, property) { table += "!" }
            for (depth, key) in property.path.enumerated() { table += depth > 0 ? "/" + tableKey(key) : tableKey(key) }
        }
        if record.additional != nil { table += table.isEmpty ? "*" : ",*" }
        out.blank()
        out.line("// MARK: Machinery")
        for field in fields where field.isApart { storage(field, &out) }
        blank(fields, &out)
        out.line(access, "static let _fields = FieldTable(", literal(table), ")")
        if fields.isEmpty && record.additional == nil {
            out.line(access, "mutating func _field(_ index: Int, _ cursor: inout FieldCursor) {}")
            return
        }
        out.block(access, "mutating func _field(_ index: Int, _ cursor: inout FieldCursor)") { out in
            out.line("switch index {")
            for (place, field) in fields.enumerated() {
                if field.isBoxed {
                    out.line("case ", String(place), ": cursor.boxedIfPresent(&", field.storage, ")")
                } else {
                    out.line("case ", String(place), ": cursor.", accessor(field.use), field.isOptional ? "IfPresent(&" : "(&", field.storage, ")")
                }
            }
            if record.additional != nil { out.line("case ", String(fields.count), ": cursor.additional(&", Speller.additional, ")") }
            out.line("default: break")
            out.line("}")
        }
    }
}

extension Emission {
    /// What the runtime makes before it fills: only here do required properties have a value that no answer gave.
    private func blank(_ fields: [Field], _ out: inout Printer) {
        let required = fields.filter { !$0.isOptional }
        if required.isEmpty {
            out.line(access, "init(_: Blank) {}")
            return
        }
        out.block(access, "init(_ blank: Blank)") { out in
            for field in required { out.line(field.name == "blank" ? "self." : "", field.storage, " = ", zero(field.use)) }
        }
    }
}

extension Printer {
    /// A function's head on one line, or a line for each parameter where it would be too long.
    mutating func signature(_ head: String, _ parameters: [String], _ tail: String, body: (inout Printer) -> Void) {
        var length = indent.utf8.count + head.utf8.count + tail.utf8.count
        for parameter in parameters { length += parameter.utf8.count + 2 }
        if length <= 120 {
            block(head, "(", parameters.joined(separator: ", "), ")", tail, body: body)
            return
        }
        line(head, "(")
        nest { out in
            for (i, parameter) in parameters.enumerated() { out.line(parameter, i + 1 < parameters.count ? "," : "") }
        }
        block(")", tail, body: body)
    }
}
