import Methodical

import struct Foundation.Data

/// The format of responses in XML, which the command shows as they are.
///
/// Requests ask for it as those of generated code do. The reader of `MethodicalXML` would add XMLCoder to the command.
struct UnreadXML: ResponseFormat {
    var mediaType: String { "application/xml" }

    func reads(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" && $0 != "," && $0 != " " }
        return type == "application/xml" || type == "text/xml" || type.hasSuffix("+xml")
    }

    func parse(_ body: Data) throws(APIError) -> any ResponseDocument {
        throw APIError(.undecodable, "the response is XML, which this command does not read")
    }
}
