import Foundation

extension Method {
    /// Indicates whether the method's responses are texts that are not JSON.
    package var isText: Bool { accept?.hasPrefix("text/") == true && accept?.contains("json") == false }
}

extension HTTPResponse {
    /// Indicates whether the body is JSON, by its `Content-Type`.
    var isJSON: Bool { headers["Content-Type"]?.lowercased().contains("json") ?? false }

    /// Returns the body if it is certainly the result of a call that returns bytes. Then it need not be copied to look
    /// for an error in it.
    func bytes(of call: Call) -> Data? {
        let mayBeError = call.client.api.envelope.error != nil && isJSON
        return status < 300 && call.method.statuses == nil && !mayBeError ? body : nil
    }

    /// The body as text, in the character set of its `Content-Type`. It is UTF-8 if that names none, or one that is
    /// unknown. Bytes that are not in the set are replaced.
    var text: String {
        let parts = (headers["Content-Type"] ?? "").lowercased().parts(between: ";")
        let charset = parts.lazy.compactMap { part in
            part.hasPrefix("charset=")
                ? part.dropFirst(8).trimmingCharacters(in: CharacterSet(charactersIn: "\"")) : nil
        }.first
        let encoding = charset.flatMap { Self.encodings[$0] }
        return encoding.flatMap { String(data: body, encoding: $0) } ?? String(decoding: body, as: UTF8.self)
    }

    /// The character sets of the web that Foundation knows on all systems. Browsers read `iso-8859-1` as
    /// `windows-1252` (WHATWG, Encoding Standard).
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "windows-1252": .windowsCP1252, "windows-1251": .windowsCP1251,
        "windows-1250": .windowsCP1250, "iso-8859-2": .isoLatin2, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
        "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    ]
}
