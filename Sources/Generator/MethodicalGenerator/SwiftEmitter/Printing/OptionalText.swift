extension String {
    /// Returns the text between two others, or an empty string if the text is empty.
    func unlessEmpty(after head: String, before tail: String = "") -> String {
        if isEmpty {
            return ""
        }
        return head + self + tail
    }
}
