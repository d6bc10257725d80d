import MethodicalGenerator

/// A recorded request with its response, before anything is known of the API.
struct Exchange {
    /// The file, with the number of the exchange if the file holds several.
    var source: String
    /// The verb in capitals.
    var verb: String
    /// The scheme and the host with its port, or `nil` if the recording names only a path.
    var origin: String?
    /// The segments of the path without percent-encoding. Empty segments are left out.
    var segments: [String]
    var query: [NamedText]
    var requestFields: [NamedText]
    var requestBody: RequestBody
    var status: Int
    var responseFields: [NamedText]
    var responseBody: ResponseBody

    /// Indicates whether the server did what the request asks for.
    var isSuccess: Bool {
        (200..<300).contains(status)
    }

    /// Returns the texts of a header field of the request.
    func requestField(_ name: String) -> [String] {
        requestFields.filter { $0.name.lowercased() == name }.map(\.text)
    }
}

/// A text with its name: a header field, or a parameter in a query or a form.
struct NamedText {
    var name: String
    var text: String
}

/// The body of a recorded request.
enum RequestBody {
    case none
    case json(JSONNode)
    case form([NamedText])
    case multipart([FormPart])
    /// A body of another media type.
    case other
}

/// A part of a form in the media type `multipart/form-data`.
struct FormPart {
    var name: String
    var isFile: Bool
    /// The text of a part that is not a file.
    var text: String
}

/// The body of a recorded response.
enum ResponseBody {
    case none
    case json(JSONNode)
    case text
    /// Bytes that a caller saves: a document, an archive, and the like.
    case file(MediaType)
    /// A part of a web page: HTML, a style sheet, a script, a font, a picture.
    case page
    /// The body is not in the recording, or is not what its media type says.
    case unusable(reason: String)
}

/// The media types of files that responses hold. A recording's own text never becomes part of a schema.
enum MediaType: String {
    case pdf = "application/pdf"
    case zip = "application/zip"
    case csv = "text/csv"
    case bytes = "application/octet-stream"
}
