/// The mark of the files that `methodical import` writes.
package enum ImportMark {
    package static let key = "$comment"
    package static let text = "Written by methodical import. Edits are lost; correct the API with an overlay."

    /// Indicates whether the root of a file has the mark.
    static func isOn(in root: JSONNode) -> Bool {
        root[key]?.string == text
    }
}
