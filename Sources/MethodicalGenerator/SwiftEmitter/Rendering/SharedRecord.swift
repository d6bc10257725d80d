/// A large record is one reference to its properties, which its copies share.
extension Emission {
    func sharedMachinery(_ record: Record, _ fields: [RecordField], _ isMutable: Bool, _ out: inout Printer) {
        out.line("private var _storage: _Storage")
        if isMutable {
            out.block("private var _unshared: _Storage") { out in
                out.block("mutating get") { out in
                    out.line("if !isKnownUniquelyReferenced(&_storage) { _storage = _Storage(_storage.fields) }")
                    out.line("return _storage")
                }
            }
        }
        let required = fields.filter { !$0.isOptional }
        out.block(access, required.isEmpty ? "init(_: Blank)" : "init(_ blank: Blank)") { out in
            share(required.map { $0.label + zero($0.use) }, &out)
        }
        out.line(access, "static let _fields = FieldTable(", literal(table(record, fields)), ")")
        out.line(access, "mutating func _field(_ index: Int, _ cursor: inout FieldCursor) { _storage.fields._field(index, &cursor) }")
        out.block("nonisolated private struct _Fields") { out in
            for field in fields { out.line("var ", field.declaration) }
            if let additional = record.additional { out.line("var ", Speller.additional, ": [String: ", text(additional), "] = [:]") }
            visit(record, fields, "", "cursor.all(&self)", &out)
        }
        out.block("nonisolated private final class _Storage: @unchecked Sendable") { out in
            out.line("@exclusivity(unchecked) var fields: _Fields")
            out.line("init(_ fields: _Fields) { self.fields = fields }")
        }
    }

    /// New storage of these fields; the others are nil.
    func share(_ arguments: [String], _ out: inout Printer) {
        let length = arguments.reduce(0) { $0 + $1.utf8.count + 2 }
        if length <= 80 {
            out.line("_storage = _Storage(_Fields(", arguments.joined(separator: ", "), "))")
            return
        }
        out.line("_storage = _Storage(")
        out.nest { out in
            out.line("_Fields(")
            out.nest { out in
                for (place, argument) in arguments.enumerated() { out.line(argument, place + 1 < arguments.count ? "," : "))") }
            }
        }
    }
}
