import Foundation
import Methodical

/// The format `application/x-www-form-urlencoded`.
enum Form {
    /// Returns parameters as the text of a body or a query.
    static func text(of parameters: [(String, String)]) -> String {
        parameters.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    /// Returns a text with all characters escaped that have a meaning in the format.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension URL {
    /// Returns the URL with parameters at the end of its query.
    func adding(_ parameters: [(String, String)]) throws(APIError) -> URL {
        let text = absoluteString
        let mark = text.contains("?") ? "&" : "?"
        guard let url = URL(string: text + mark + Form.text(of: parameters)) else {
            throw APIError(.invalidRequest, "the sign-in page has no valid address")
        }
        return url
    }
}
