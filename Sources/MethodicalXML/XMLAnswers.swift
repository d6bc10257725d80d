import Foundation
import Methodical

/// Answers in XML, read into the same types as JSON: `"answers": {"format": "xml"}` in `api.json`, or `Client.Configuration(formats: [XMLAnswers()])` for
/// answers whose `Content-Type` says so.
///
/// An element's children and attributes are an object's members, its text is a scalar, or the member `#text` beside others. A list is either an
/// element for each of its values, or one element with the values in it: `<data><row/><row/></data>`. Keys of an envelope may be the root's name. An
/// empty element is nothing where the schema lets there be nothing. Where text does not fit its type the answer is refused, whatever the reading
/// policy; no departures are reported.
///
/// Document type declarations are refused, and with them every entity but XML's own five; so is what is not in UTF-8. Cost: XMLCoder takes about a second
/// for a megabyte of small elements, a hundred times what JSON takes.
public struct XMLAnswers: AnswerFormat {
    /// In bytes.
    public var largest: Int
    /// Of elements within elements.
    public var deepest: Int
    /// Of elements and attributes.
    public var most: Int

    /// What goes beyond these limits is refused before it is parsed.
    public init(largest: Int = 10_000_000, deepest: Int = 100, most: Int = 500_000) {
        self.largest = largest
        self.deepest = deepest
        self.most = most
    }

    public var mediaType: String { "application/xml" }

    public func reads(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" && $0 != " " }
        return type == "application/xml" || type == "text/xml" || type.hasSuffix("+xml")
    }

    public func parse(_ body: Data) throws(APIError) -> any AnswerDocument {
        #if XML
            let root = try XMLGuard(self).rootName(of: body)
            return XMLText(root: root, element: try XMLElement(body))
        #else
            throw APIError(.undecodable, "the answer is XML: turn on the trait `XML` of the package methodical")
        #endif
    }
}
