// The API itself is generated from the JSON beside this file. Here is what a schema cannot say.

public import Foundation

extension Huaban {
    /// The base URL of the server that signs users in: the methods of `auth` need a client of their own, made with it.
    public static var signInURL: String { "https://huaban.com/" }

    /// The server of all pictures, which the API names by their keys only.
    private static var pictures: String { "https://img.hb.aicdn.com/" }

    fileprivate static func picture(_ key: String) -> URL? { URL(string: key.contains("://") ? key : pictures + key) }
}

extension Huaban.File {
    /// Where the picture itself is.
    public var url: URL? { Huaban.picture(key) }
}

extension Huaban.Avatar {
    /// Where the picture itself is.
    public var url: URL? {
        switch self {
        case .file(let file): file.url
        case .string(let key): Huaban.picture(key)
        case .unknown: nil
        }
    }
}
