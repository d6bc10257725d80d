public import Foundation

extension Huaban {
    /// The base URL of the server that signs users in: the methods of `auth` need a client of their own, made with it.
    public static var signInURL: String { "https://huaban.com/" }
}

extension Huaban.File {
    /// Where the picture itself is: the API answers with keys only.
    public var url: URL? { URL(string: "https://img.hb.aicdn.com/" + key) }
}
