public import Foundation

extension Huaban.File {
    /// Where the picture itself is: the API answers with keys only.
    public var url: URL? { URL(string: "https://img.hb.aicdn.com/" + key) }
}
