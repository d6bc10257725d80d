/// The statuses that are results of a method, as in ``APIEngine/Method/statuses``.
struct StatusList {
    /// A status or a group of statuses such as `4XX`, with its constant result as JSON.
    struct Entry {
        let status: Substring.UTF8View.SubSequence
        let constant: Substring.UTF8View.SubSequence?
    }

    private let entries: [Entry]

    init(_ text: String) {
        entries = text.utf8.split(separator: UInt8(ascii: ",")).map { entry in
            let parts = entry.split(separator: UInt8(ascii: "="))
            return Entry(status: parts[0], constant: parts.dropFirst().first)
        }
    }

    /// Returns the entry for a status, or else for its group.
    subscript(status: Int) -> Entry? {
        entry(for: String(status)) ?? entry(for: "\(status / 100)XX")
    }

    private func entry(for name: String) -> Entry? {
        entries.first { $0.status.elementsEqual(name.utf8) }
    }
}
