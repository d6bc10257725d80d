import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of text results: their character set, and bytes that do not fit it.
@Suite struct CharacterSetTests {
    private func read(_ bytes: [UInt8], _ type: String) async throws -> Result<String, APIError> {
        let server = try LoopbackServer { _ in .data(200, ["Content-Type: \(type)"], Data(bytes)) }
        let client = Client(plainAPI(), configuration: .init(baseURL: server.baseURL))
        let request = Request<String>(Call(client, Method("m", .get, accept: "text/plain", reads: true)))
        do throws(APIError) {
            return .success(try await request.send())
        } catch {
            return .failure(error)
        }
    }

    /// The bytes are those of Python's codecs. The names are labels of the Encoding Standard of WHATWG.
    static let texts: [(name: String, bytes: [UInt8], text: String)] = [
        ("koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
        ("KOI8-R", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
        ("\"koi8-r\"", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
        ("koi8-u", [0xB7, 0xD6, 0xC1, 0xCB], "Їжак"), ("ibm866", [0x8F, 0xE0, 0xA8], "При"),
        ("windows-1250", [0x8A, 0xE8], "Šč"), ("windows-1251", [0xCF, 0xF0, 0xE8], "При"),
        ("cp1251", [0xCF, 0xF0, 0xE8], "При"), ("windows-1252", [0x80, 0xE9], "€é"),
        ("windows-1253", [0xC1, 0xE2], "Αβ"), ("windows-1254", [0xD0, 0xFE], "Ğş"),
        ("windows-1255", [0xF9, 0xE0], "שא"), ("windows-1256", [0xE3, 0xD1], "مر"),
        ("windows-1257", [0xC0, 0xE0], "Ąą"), ("windows-1258", [0xD0, 0xFE], "Đ₫"),
        ("windows-874", [0xA1, 0xD2], "กา"), ("iso-8859-1", [0xE9, 0x80], "é€"), ("latin1", [0xE9], "é"),
        ("ISO-8859-2", [0xA9, 0xE8], "Šč"), ("iso-8859-3", [0xA6], "Ĥ"), ("iso-8859-4", [0xA2], "ĸ"),
        ("iso-8859-5", [0xBF, 0xE0], "Пр"), ("iso-8859-6", [0xC7], "ا"), ("iso-8859-7", [0xC1], "Α"),
        ("iso-8859-8", [0xE0], "א"), ("iso-8859-9", [0xD0], "Ğ"), ("iso-8859-10", [0xBD], "―"),
        ("iso-8859-13", [0xC0], "Ą"), ("iso-8859-14", [0xD0], "Ŵ"), ("iso-8859-15", [0xA4], "€"),
        ("iso-8859-16", [0xA4], "€"), ("macintosh", [0x8E], "é"), ("x-mac-cyrillic", [0x80], "А"),
        ("shift_jis", [0x93, 0xFA], "日"), ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
        ("gb18030", [0xC4, 0xE3], "你"), ("gbk", [0xC4, 0xE3], "你"), ("gb2312", [0xC4, 0xE3], "你"),
        ("big5", [0xA7, 0x41], "你"), ("euc-kr", [0xB0, 0xA1], "가"), ("us-ascii", [0x61], "a"),
        ("utf-8", [0xD0, 0x9F], "П"), ("UTF8", [0xD0, 0x9F], "П"), ("utf-16", [0xFE, 0xFF, 0x04, 0x1F], "П"),
        ("utf-16", [0xFF, 0xFE, 0x1F, 0x04], "П"), ("utf-16le", [0x1F, 0x04], "П"),
        ("utf-16be", [0x04, 0x1F], "П"), ("utf-16le", [0xFF, 0xFE, 0x1F, 0x04], "П"),
        ("utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"), ("koi8-r", [0xEF, 0xBB, 0xBF, 0xD0, 0x9F], "П"), ("", [0x61], "a"),
    ]

    @Test(
        "A text is decoded by the character set that the response names, unless a byte order mark decides",
        arguments: texts)
    func text(name: String, bytes: [UInt8], text: String) async throws {
        let found = try await read(bytes, "text/plain; charset=\(name)").get()
        #expect(Array(found.utf8) == Array(text.utf8), "\(name): \(found)")
    }

    @Test(arguments: ["text/plain", "text/plain; format=flowed", "text/plain; charset=", "text/plain; charset = utf-8"])
    func textWithoutACharacterSetIsUTF8(type: String) async throws {
        #expect(try await read([0xEF, 0xBB, 0xBF, 0xD0, 0x9F], type).get() == "П")
    }

    /// Text that cannot be decoded is an error, not a row of replacement characters.
    @Test(
        arguments: [
            ("utf-8", [0xD0], "the text contains bytes that are not in its character set, utf-8"),
            ("us-ascii", [0xE9], "the text contains bytes that are not in its character set, us-ascii"),
            ("utf-16", [0x04, 0x1F, 0x04], "the text contains bytes that are not in its character set, utf-16"),
            ("utf-16le", [0x00, 0xD8], "the text contains bytes that are not in its character set, utf-16le"),
            ("windows-1252", [0x81], "the text contains bytes that are not in its character set, windows-1252"),
            ("shift_jis", [0x93], "the text contains bytes that are not in its character set, shift_jis"),
            ("x-unknown", [0x61], #"the text is in the character set "x-unknown", which is not known"#),
            ("iso-8859-12", [0x61], #"the text is in the character set "iso-8859-12", which is not known"#),
        ] as [(String, [UInt8], String)])
    func textThatCannotBeDecodedIsAnError(name: String, bytes: [UInt8], message: String) async throws {
        let result = try await read(bytes, "text/plain; charset=\(name)")
        #expect(throws: APIError.self) { try result.get() }
        guard case .failure(let error) = result else { return }
        #expect(error.code == .undecodable && error.status == 200 && error.message == message)
    }

    @Test func textThatIsNotUTF8SaysWhatIsMissing() async throws {
        guard case .failure(let error) = try await read([0xCF, 0xF0], "text/plain") else {
            Issue.record("no error")
            return
        }
        #expect(error.message == "the text is not UTF-8, and its Content-Type names no other character set")
    }

    /// Browsers read ISO 8859-1 as windows-1252, in which five bytes have no character.
    @Test func latin1HasAllBytes() async throws {
        #expect(try await read(Array(0xA0...0xFF) + [0x81], "text/plain; charset=iso-8859-1").get().count == 97)
    }

    /// The message of an error is shown as far as possible.
    @Test func theMessageOfAnErrorIsDecoded() async throws {
        let server = try LoopbackServer { request in
            .data(
                400, ["Content-Type: text/plain; charset=\(request.target.contains("koi") ? "koi8-r" : "x")"],
                Data([0xEE, 0xC5, 0xD4]))
        }
        let client = Client(plainAPI(), configuration: .init(baseURL: server.baseURL))
        func message(_ name: String) async throws -> String? {
            try await failure(Request<Int>(Call(client, Method(name, .get)))).server?.message
        }
        #expect(try await message("koi") == "Нет")
        #expect(try await message("other")?.isEmpty == false)
    }
}
