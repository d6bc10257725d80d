/// The mark of the files that `methodical import` writes.
package enum ImportMark {
    package static let key = "$comment"
    package static let text =
        "Written by methodical import. Correct the API with an overlay: the next import can replace this file."
    /// The mark of earlier imports, whose repetitions keep it.
    package static let formerText = "Written by methodical import. Edits are lost; correct the API with an overlay."

    /// Indicates whether the root of a file has the mark.
    static func isOn(in root: JSONNode) -> Bool {
        let comment = root[key]?.string
        return comment == text || comment == formerText
    }
}
