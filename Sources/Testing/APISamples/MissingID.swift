/// The ids of objects that do not exist. No sample has them, and hardly any service knows one.
package enum MissingID {
    /// The greatest number of 32 bits, which every database can look for.
    private static let number = "2147483647"
    private static let uuid = "00000000-0000-4000-8000-000000000000"
    private static let word = "no-such-id"

    /// Returns an id in the form of another one.
    package static func like(_ id: String) -> String {
        if Int(id) != nil {
            return number
        }
        let isUUID = id.wholeMatch(of: /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/) != nil
        return isUUID ? uuid : word
    }

    /// Indicates whether a text is one of the ids.
    package static func contains(_ text: String) -> Bool {
        [number, uuid, word].contains(text)
    }
}
