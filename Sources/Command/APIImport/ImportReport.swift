import MethodicalGenerator

/// A record of the decisions of an import: everything that the dialect's files say differently from the document, or
/// not at all.
package struct ImportReport {
    /// The format of the document, such as `OpenAPI 3.1`.
    package var format = ""
    /// The number of operations in the document that `include` and `exclude` choose.
    package var operations = 0
    /// The number of operations that became methods.
    package var kept = 0
    /// The number of methods. An operation that can return a stream becomes two.
    package var methods = 0
    package private(set) var notes: [ImportNote] = []
    /// The ways to sign in that calls use, and those of the document that calls cannot use.
    package var signInWays: [SignInWay] = []
    /// The address that stands for the one that the document does not name, or `nil` if it names one.
    package var missingAddress: String?

    package init() {}

    /// The number of kept operations without a note of the kind `changed`.
    package var exact: Int {
        kept - Set(notes.filter { $0.kind == .changed }.compactMap(\.operation)).count
    }

    package mutating func add(
        _ kind: ImportNote.Kind,
        at place: Place,
        operation: Operation? = nil,
        _ text: String
    ) {
        notes.append(ImportNote(kind: kind, place: place, operation: operation, text: text))
    }
}

/// A decision of an import.
package struct ImportNote: Hashable, Sendable {
    /// The kinds of decision.
    package enum Kind: String, Sendable, CaseIterable {
        /// The document is wrong at this place: a reference without a target, a word that is not a type.
        case wrong
        /// An operation has no counterpart in the dialect, so it is left out.
        case leftOut
        /// A part of an operation or a type is left out, or is said in another way. Calls may differ from the document.
        case changed
        /// A restriction of values, or another form of the same data, is left out. Calls are not affected, because
        /// generated code checks no such restriction.
        case unchecked
        /// The importer has concluded something that the document does not state, such as pages.
        case inferred
        /// A name differs from the document's, because of a rule or of a collision.
        case renamed
    }

    package var kind: Kind
    package var place: Place
    /// The operation that the note belongs to, or `nil` for types and for the document as a whole.
    package var operation: Operation?
    /// The text of the note, which also says what to do if there is anything to do.
    package var text: String
}
