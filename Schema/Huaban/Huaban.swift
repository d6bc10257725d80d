// The API is generated from the JSON files in this folder. This file contains additions that a schema cannot express.

public import Foundation

extension Huaban {
    /// The base URL of the server that signs users in. The methods of `auth` need a separate client with this base URL.
    public static var signInURL: String { "https://huaban.com/" }

    /// The base URL of all pictures. The API returns only their keys.
    private static var pictures: String { "https://img.hb.aicdn.com/" }

    fileprivate static func picture(_ key: String) -> URL? { URL(string: key.contains("://") ? key : pictures + key) }
}

extension Huaban.File {
    /// The address of the picture.
    public var url: URL? { Huaban.picture(key) }
}

extension Huaban.Avatar {
    /// The address of the picture.
    public var url: URL? {
        switch self {
        case .file(let file): file.url
        case .string(let key): Huaban.picture(key)
        case .unknown: nil
        }
    }
}

extension Huaban.Facets {
    /// Returns the number of results in a category, or `nil` if the response has no number for it.
    public func count(of category: Huaban.Category) -> Int? { counts?[category.rawValue] }
}
