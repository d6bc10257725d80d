/// An error in the text of a document.
struct DocumentFault: Error {
    /// The offset of the byte at which the error is.
    var offset: Int
    var message: String
}
