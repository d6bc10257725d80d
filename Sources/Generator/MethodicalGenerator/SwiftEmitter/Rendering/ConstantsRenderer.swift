/// A type around a raw value with a constant for each known value: an enumeration, or the error codes.
///
/// It is a structure, because a server may send other values than those that are known.
struct ConstantsRenderer {
    /// A known value.
    struct Member {
        var name: String
        /// The value as Swift code.
        var value: String
        var documentation: String?
    }

    let access: String
    /// The name and the protocol.
    let head: String
    /// The type of the raw value.
    let raw: String
    let members: [Member]
    /// The declaration of the static property that lists the values for the runtime.
    let table: String
    /// The declarations of further static properties for the runtime.
    var facts: [String] = []

    func render(to out: inout Printer, nested: (inout Printer) -> Void = { _ in }) {
        out.block("nonisolated \(access)struct \(head)") { out in
            for member in members {
                if let documentation = member.documentation {
                    out.doc(documentation)
                }
                let name = Reserved.escaped(member.name)
                out.line("\(access)static var \(name): Self { Self(rawValue: \(member.value)) }")
            }
            if !members.isEmpty {
                out.blank()
            }
            out.line(access, "let rawValue: ", raw)
            out.line(access, "init(rawValue: ", raw, ") { self.rawValue = rawValue }")
            out.line(access, "static var ", table)
            for fact in facts {
                out.line(access, "static var ", fact)
            }
            nested(&out)
        }
    }
}
