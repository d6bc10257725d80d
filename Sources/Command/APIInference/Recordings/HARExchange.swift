import APILearning
import MethodicalGenerator

/// An entry of an HTTP archive (HAR 1.2).
struct HARExchange {
    let entry: JSONNode

    init(_ entry: JSONNode) {
        self.entry = entry
    }

    /// The exchange, or the reason for which the entry has none.
    var exchange: Result<Exchange, ExchangeFault> {
        Result { () throws(ExchangeFault) in try read() }
    }

    private func read() throws(ExchangeFault) -> Exchange {
        guard let request = entry["request"],
            let address = request["url"]?.string,
            let verb = request["method"]?.string
        else {
            throw ExchangeFault(reason: "has no request")
        }
        guard let response = entry["response"],
            let status = response["status"]?.integer,
            status > 0
        else {
            throw ExchangeFault(reason: "has no response")
        }
        var exchange = try Exchange(verb: verb, address: address, status: status)
        guard exchange.origin != nil else {
            throw ExchangeFault(reason: "has no valid address")
        }
        exchange.requestFields = Self.texts(in: request["headers"])
        exchange.responseFields = Self.texts(in: response["headers"])
        if let post = request["postData"] {
            exchange.requestBody = Self.body(of: post)
        }
        let content = response["content"]
        exchange.responseBody = ResponseBody(
            content?["text"] == nil ? nil : HAR.body(of: content),
            mediaType: content?["mimeType"]?.string ?? "",
            size: content?["size"]?.integer)
        return exchange
    }

    /// Returns the names and values in a list of header fields or parameters.
    private static func texts(in list: JSONNode?) -> [NamedText] {
        guard let list, list.isArray else { return [] }
        return list.children.compactMap { pair in
            pair["name"]?.string.map { NamedText(name: $0, text: pair["value"]?.string ?? "") }
        }
    }

    private static func body(of post: JSONNode) -> RequestBody {
        let mediaType = (post["mimeType"]?.string ?? "").lowercased()
        let text = post["text"]?.string ?? ""
        if mediaType.contains("form-data") {
            let parts = (post["params"]?.children ?? []).compactMap { part in
                part["name"]?.string.map {
                    FormPart(name: $0, isFile: part["fileName"] != nil, text: part["value"]?.string ?? "")
                }
            }
            return parts.isEmpty ? .other : .multipart(parts)
        }
        if mediaType.contains("form-urlencoded") {
            let params = texts(in: post["params"])
            if !params.isEmpty {
                return .form(params)
            }
        }
        return RequestBody(text: text, mediaType: mediaType)
    }
}

extension RequestBody {
    /// Reads a body of JSON or of a form.
    init(text: String, mediaType: String) {
        if text.isEmpty {
            self = .none
            return
        }
        if mediaType.contains("form-urlencoded"), !text.hasPrefix("{") {
            self = .form(HAR.pairs(in: text).map { NamedText(name: $0.name, text: $0.value) })
            return
        }
        var problems: [Diagnostic] = []
        let root = parse(SourceFile(path: "", bytes: Array(text.utf8)), problems: &problems)
        switch root {
        // Some clients send JSON as a form or without a media type. The content decides.
        case let root? where root.isObject || root.isArray || mediaType.contains("json"):
            self = .json(root)
        default:
            self = .other
        }
    }
}

extension ResponseBody {
    /// Reads a body.
    ///
    /// - Parameters:
    ///   - bytes: The body, or `nil` if the recording has none.
    ///   - size: The number of bytes that the recording states.
    init(_ bytes: [UInt8]?, mediaType: String, size: Int?) {
        let mediaType = mediaType.lowercased()
        let isEmpty = bytes?.isEmpty ?? ((size ?? 0) <= 0)
        if isEmpty {
            self = .none
            return
        }
        if let file = Self.fileType(of: mediaType) {
            self = file
            return
        }
        guard let bytes else {
            self = .unusable(reason: "has a body that is not in the recording")
            return
        }
        if mediaType.hasPrefix("text/"), !mediaType.contains("json") {
            self = .text
            return
        }
        var problems: [Diagnostic] = []
        if let root = parse(SourceFile(path: "", bytes: bytes), problems: &problems) {
            self = .json(root)
        } else if mediaType.contains("json") {
            self = .unusable(reason: "has a body that is not JSON")
        } else {
            self = .file(.bytes)
        }
    }

    /// Returns the body for media types that name files or parts of pages.
    private static func fileType(of mediaType: String) -> ResponseBody? {
        let pages = ["text/html", "text/css", "javascript", "font", "image/", "video/", "audio/", "wasm"]
        if pages.contains(where: mediaType.contains) {
            return .page
        }
        let known: [MediaType] = [.pdf, .zip, .csv, .bytes]
        if let type = known.first(where: { mediaType.hasPrefix($0.rawValue) }) {
            return .file(type)
        }
        return nil
    }
}
