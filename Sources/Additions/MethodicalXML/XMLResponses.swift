import Foundation
import Methodical

/// A response format that decodes XML into the same types as JSON.
///
/// Enable it for a whole API with `"decoding": {"format": "xml"}` in `api.json`, or for responses with an XML
/// `Content-Type` with `Client.Configuration(formats: [XMLResponses()])`.
///
/// An element with children or attributes becomes an object, and its text is then the member `#text`. An
/// element with only text becomes a scalar. A list is either a sequence of elements with the same name, or one
/// element that contains the values: `<data><row/><row/></data>`. The first key of an envelope may be the name
/// of the root element. An empty element is `nil` if the schema permits that. A response is rejected if some
/// text does not match its type, with any reading policy. Mismatches are not reported.
///
/// Document type declarations are rejected, and with them all entities except the five that XML defines. Text
/// that is not UTF-8 is rejected as well. XMLCoder takes about one second for a megabyte of small elements,
/// which is a hundred times as long as JSON takes.
public struct XMLResponses: ResponseFormat {
    /// The largest permitted size of a response, in bytes.
    public var largest: Int
    /// The greatest permitted depth of nested elements.
    public var deepest: Int
    /// The greatest permitted number of elements and attributes.
    public var most: Int

    /// Creates a format with the given limits. Responses beyond a limit are rejected before they are parsed.
    ///
    /// - Parameters:
    ///   - largest: The size in bytes.
    ///   - deepest: The depth of nested elements.
    ///   - most: The number of elements and attributes.
    public init(largest: Int = 10_000_000, deepest: Int = 100, most: Int = 500_000) {
        self.largest = largest
        self.deepest = deepest
        self.most = most
    }

    /// The media type that requests accept.
    public var mediaType: String { "application/xml" }

    /// Returns a Boolean value that indicates whether a `Content-Type`, in lowercase, stands for XML. A list of media
    /// types counts as its first element.
    public func reads(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" && $0 != "," && $0 != " " }
        return type == "application/xml" || type == "text/xml" || type.hasSuffix("+xml")
    }

    /// Parses a response. Throws an error with the code `.undecodable` if the response is malformed or exceeds
    /// a limit, or if the package was built without the trait `XML`.
    public func parse(_ body: Data) throws(APIError) -> any ResponseDocument {
        #if XML
            let root = try XMLGuard(self).rootName(of: body)
            return XMLText(root: root, element: try XMLElement(body))
        #else
            throw APIError(.undecodable, "the response is XML: enable the trait `XML` of the package methodical")
        #endif
    }
}
