import Foundation
import Testing

@testable import MethodicalStreams

/// The cases of the Web Platform Tests in `eventsource/`, with the file that each is taken from.
struct EventParserTests {
    struct Case: CustomTestStringConvertible {
        let file: String
        let text: String
        /// The name, the data and the id of each event.
        let events: [[String]]
        var testDescription: String { file }

        init(_ file: String, _ text: String, _ data: [String], name: [String] = [], id: [String] = []) {
            (self.file, self.text) = (file, text)
            events = data.enumerated().map { index, data in
                [name.isEmpty ? "message" : name[index], data, id.isEmpty ? "" : id[index]]
            }
        }
    }

    static let long = String(repeating: "x", count: 2048)

    static let cases = [
        Case(
            "event-data",
            "data:msg\ndata:msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n",
            ["msg\nmsg", "", "end"]),
        Case("format-bom", "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", ["1", "3"]),
        Case("format-bom-2", "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\ndata:3\n\n", ["2", "3"]),
        Case(
            "format-comments",
            "data:1\r:\0\n:\r\ndata:2\n:\(long)\rdata:3\n:data:fail\r:\(long)\ndata:4\n\n", ["1\n2\n3\n4"]),
        Case("format-data-before-final-empty-line", "retry:1000\ndata:test1\n\nid:test\ndata:test2", ["test1"]),
        Case("format-field-data", "data:\n\ndata\ndata\n\ndata:test\n\n", ["", "\n", "test"]),
        Case("format-field-event", "event:test\ndata:x\n\ndata:x\n\n", ["x", "x"], name: ["test", "message"]),
        Case("format-field-event-empty", "event: \ndata:data\n\n", ["data"]),
        Case("format-field-id", "id:…\ndata:hello\n\n", ["hello"], id: ["…"]),
        Case(
            "format-field-id-3 persists", "id: 1\ndata: 1\n\ndata: 2\n\nid: 2\ndata:3\n\ndata:4\n\n",
            ["1", "2", "3", "4"],
            id: ["1", "1", "2", "2"]),
        Case(
            "format-field-id-3 resets", "id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n", ["1", "2", "3"],
            id: ["1", "", ""]),
        Case(
            "format-field-id-3 resets without colon", "id: 1\ndata: 1\n\nid\ndata:2\n\ndata:3\n\n", ["1", "2", "3"],
            id: ["1", "", ""]),
        Case("format-field-id-null", "id: \0\0\ndata: hello\n\nid: 1\0\ndata: hello\n\n", ["hello", "hello"]),
        Case(
            "format-field-parsing",
            "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
            ["\0\n 2\n1\n3\n\n4"]),
        Case("format-field-retry-empty", "retry\ndata:test\n\n", ["test"]),
        Case(
            "format-field-unknown", "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\n\n",
            ["test\n"]),
        Case("format-leading-space", "data:\ttest\rdata: \ndata:test\n\n", ["\ttest\n\ntest"]),
        Case("format-newlines", "data:test\r\ndata\ndata:test\r\n\r\n", ["test\n\ntest"]),
        Case("format-null-character", "data:\0\n\n\n\n", ["\0"]),
        Case("format-utf-8", "data:ok…\n\n", ["ok…"]),
    ]

    /// Each case arrives whole, and in pieces of every length up to its own.
    @Test(arguments: cases) func readsAsBrowsersDo(_ test: Case) {
        let bytes = Array(test.text.utf8)
        for length in 1...min(bytes.count, 64) {
            #expect(events(in: bytes, pieces: length) == test.events, "pieces of \(length) bytes")
        }
        #expect(events(in: bytes, pieces: bytes.count) == test.events)
    }

    @Test func readsAHundredThousandEventsByteByByte() {
        var (parser, count) = (EventParser(), 0)
        for event in 1...100_000 {
            for byte in "id:\(event)\r\ndata:…\r\n\r\n".utf8 {
                parser.append(CollectionOfOne(byte))
                guard let message = parser.next() else { continue }
                count += message.id == "\(event)" && message.data.elementsEqual("…".utf8) ? 1 : 0
            }
        }
        #expect(count == 100_000)
    }

    private func events(in bytes: [UInt8], pieces length: Int) -> [[String]] {
        var parser = EventParser()
        var events: [[String]] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            parser.append(bytes[start..<min(bytes.count, start + length)])
            while let message = parser.next() {
                events.append([message.name, String(decoding: message.data, as: UTF8.self), message.id])
            }
        }
        return events
    }

    @Test(arguments: [
        ("retry:03000", 3000), ("retry:3000\nretry:1000x", 3000), ("retry: 5", 5), ("retry:", nil), ("retry:-1", nil),
        ("retry:170141183460469231731687303715884105727", 3_600_000), ("retry:3600001", 3_600_000),
    ])
    func readsTheReconnectionTime(_ text: String, _ retry: Int?) {
        var parser = EventParser()
        parser.append("\(text)\n\n".utf8)
        #expect(parser.next() == nil)
        #expect(parser.retry == retry)
    }

    /// An id counts when its event is complete, also without data (section 9.2.6 of the standard).
    @Test func keepsTheIDOfTheLastCompleteEvent() {
        var parser = EventParser(lastID: "0")
        parser.append("id: 1\n\nid: 2\ndata: lost".utf8)
        #expect(parser.next() == nil)
        #expect(parser.lastID == "1")
        parser.restart()
        parser.append("data: x\n\n".utf8)
        #expect(parser.next()?.id == "1")
    }

    @Test func replacesWrongUTF8() {
        var parser = EventParser()
        parser.append([0x65, 0x76, 0x65, 0x6E, 0x74, 0x3A, 0xFF, 0x0A])
        #expect(parser.next() == nil)
        parser.append("data: x\n\n".utf8)
        #expect(parser.next()?.name == "\u{FFFD}")
    }

    @Test(
        "Lines are trimmed and read from pieces of any length, and the last needs no line break",
        arguments: [1, 2, 3, 7, 100])
    func readsLines(_ length: Int) {
        let bytes = Array("{\"a\":1}\n\r\n  {\"b\":\"…\"} \r\n\u{1E}[3]\n4".utf8)
        var (parser, lines) = (LineParser(), [String]())
        for start in stride(from: 0, to: bytes.count, by: length) {
            parser.append(bytes[start..<min(bytes.count, start + length)])
            while let line = parser.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        #expect(lines == ["{\"a\":1}", "{\"b\":\"…\"}", "[3]"])
        #expect(parser.last() == Array("4".utf8))
    }
}
