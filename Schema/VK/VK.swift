// The API itself is generated from the JSON beside this file. Here is what a schema cannot say.

extension VK.User {
    /// First and last name with a space between them; whichever is missing is left out.
    public var fullName: String {
        [firstName, lastName].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Whether the page is deleted or banned: little more than the name is known of such a person.
    public var isDeactivated: Bool { deactivated != nil }
}

extension VK.Photo {
    /// The largest copy of which the server told the size and the address.
    public var largest: VK.Photos.Size? {
        func area(_ size: VK.Photos.Size) -> Int { (size.width ?? 0) * (size.height ?? 0) }
        return sizes?.max { area($0) < area($1) }
    }
}

extension VK.WallPost {
    /// What VK's methods and links call the post: `-1_45`. Nil where the answer left out one half.
    public var fullID: String? {
        guard let ownerID, let id else { return nil }
        return "\(ownerID)_\(id)"
    }
}
