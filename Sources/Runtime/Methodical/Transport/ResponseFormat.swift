import struct Foundation.Data

/// A format of responses other than JSON, such as `XMLResponses` of the product `MethodicalXML`.
public protocol ResponseFormat: Sendable {
    /// The media type that requests ask for: `application/xml`.
    var mediaType: String { get }
    /// Returns `true` if the format reads responses with this `Content-Type`, which is in lowercase.
    func reads(_ contentType: String) -> Bool
    /// Parses the body of a response.
    ///
    /// Throw an error with the code `.undecodable` if the body has another format or is malicious.
    func parse(_ body: Data) throws(APIError) -> any ResponseDocument
}

/// A response in another format than JSON.
public protocol ResponseDocument {
    /// The whole document as JSON without knowledge of types. The client looks for the server's error in it.
    var json: JSON { get }
    /// Returns the value under a path of keys.
    ///
    /// Throw an error with the code `.undecodable` that names the place, if the value has another type.
    func value<Value: APIValue>(at path: [String]) throws(APIError) -> Value
}
