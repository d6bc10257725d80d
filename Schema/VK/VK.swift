// The API is generated from the JSON files in this folder. This file contains additions that a schema cannot express.

extension VK.User {
    /// The first and last name, separated by a space. A missing name is left out.
    public var fullName: String {
        [firstName, lastName].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Indicates whether the page is deleted or banned. Few fields except the name are then available.
    public var isDeactivated: Bool { deactivated != nil }
}

extension VK.Photo {
    /// The largest copy whose size and address the response contains.
    public var largest: VK.Photos.Size? {
        func area(_ size: VK.Photos.Size) -> Int { (size.width ?? 0) * (size.height ?? 0) }
        return sizes?.max { area($0) < area($1) }
    }
}

extension VK.WallPost {
    /// The ID of the post in VK's methods and links: `-1_45`. It is `nil` if the response lacks one of its parts.
    public var fullID: String? {
        guard let ownerID, let id else { return nil }
        return "\(ownerID)_\(id)"
    }
}
