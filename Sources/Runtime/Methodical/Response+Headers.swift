import struct Foundation.Date

extension Response {
    /// Returns the value of a header field, or `nil` if the response has none or it does not fit the type. Generated
    /// properties call this function.
    ///
    /// A `DateTime` also reads a date in HTTP's own format.
    public func header<Field: APIValue>(_ name: String, as type: Field.Type = Field.self) -> Field? {
        headers[name].flatMap { Self.field(from: $0[...].trimmed) }
    }

    /// Returns the elements of a header field that is a list, or `nil` if the response has none or an element does not
    /// fit the type.
    public func header<Field: APIValue>(_ name: String, as type: [Field].Type = [Field].self) -> [Field]? {
        if headers[name] == nil {
            return nil
        }
        let members = headers.listMembers(of: name)
        let values: [Field] = members.compactMap { Self.field(from: $0) }
        guard values.count == members.count else { return nil }
        return values
    }

    private static func field<Field: APIValue>(from text: Substring) -> Field? {
        if Field.self == DateTime.self, let date = Date(httpDate: String(text), at: Date()) {
            return DateTime(date) as? Field
        }
        do {
            return try Field(json: TableText.json(of: Array(text.utf8)))
        } catch {
            return nil
        }
    }
}
