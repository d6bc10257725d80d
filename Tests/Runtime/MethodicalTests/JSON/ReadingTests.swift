import Methodical
import Testing

@Suite struct StringTests {
    @Test(
        "A string is read with its escapes and reads the same after it is written",
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""https:\/\/a.b\/c\/d?e=f""#, "https://a.b/c/d?e=f"),
            (#""\u0041\u00e9\u20AC\ud83d\ude00\u0000""#, "Aé€😀\u{0}"), ("\"Привет, мир! ёЁ\"", "Привет, мир! ёЁ"),
            ("\"\u{7F}é€😀 and \u{2028}\"", "\u{7F}é€😀 and \u{2028}"), (#""Привет\/мир\n😀\/""#, "Привет/мир\n😀/"),
            (#""0123456789abcdef0123456789\/""#, "0123456789abcdef0123456789/"),
        ])
    func reads(_ json: String, _ value: String) throws {
        #expect(try String(of: json) == value)
        #expect(try String(of: value.written) == value)
        #expect(try JSON(of: " [\(json)] ") == [.string(value)])
    }

    @Test(
        "A string with wrong escapes, control characters, or quotes is refused, even where it is skipped",
        arguments: [
            "\"", "\"a", #""\"#, #""\u12"#, #""\x""#, #""\u12G4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#,
            "\"\n\"", "\"a\u{0}b\"",
            "\"abc\u{1F}\"", "'a'",
        ])
    func refuses(_ json: String) {
        #expect(problem(String.self, json) != nil)
        #expect(problem(Tree.self, "{\"x\":\(json)}") != nil)
    }

    @Test(arguments: [
        [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
        [0xF0, 0x80, 0x80, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xD0, 0x90, 0xD0, 0x90, 0xD0, 0x90, 0xC0, 0x80],
        [0xC2, 0x22],
    ])
    func refusesOtherBytes(_ bytes: [UInt8]) {
        for padding in ["", "Привет ", "plain text", #"\/"#] {
            let json = Array("\"\(padding)".utf8) + bytes + Array("\"".utf8)
            #expect(throws: ReadingProblem.self) { try String(json: json) }
        }
    }

    @Test("Strings of many lengths, with special characters among them, read as they were written")
    func everyLength() throws {
        for length in 0..<70 {
            for tail in ["", "é", "\"", "\\", "\n", "/", "ы ы"] {
                let value = String(repeating: "x", count: length) + tail + String(repeating: "y", count: length % 9)
                #expect(try String(of: value.written) == value)
            }
        }
    }

    /// UTF-8 is valid exactly if the standard library accepts it, with characters of all lengths at every position in a
    /// block. Every other text has a damaged byte.
    @Test func utf8IsWhatTheStandardLibrarySaysItIs() {
        var random = SplitMix(state: 2)
        for number in 0..<20_000 {
            let kinds = [["a"], ["a", "ы"], ["ы", "世", "\u{E000}"], ["a", "ы", "世", "😀"]][number / 2 % 4]
            var bytes = (0..<random.next() % 50).flatMap { _ in kinds[Int(random.next() % UInt64(kinds.count))].utf8 }
            if number % 2 == 1, !bytes.isEmpty {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() % 0x80 + 0x80)
            }
            let text = String(validating: bytes, as: UTF8.self)
            let plain = try? String(json: [0x22] + bytes + [0x22])
            let unescaped = try? String(json: Array("\"\\/".utf8) + bytes + [0x22])
            #expect(plain == text && unescaped == text.map { "/" + $0 }, "\(bytes)")
        }
    }

    @Test("A character without its last bytes is refused at every position in a string, whatever follows")
    func cutCharacters() {
        let pairs = [("ы", "ы"), ("世", "世"), ("世", "ы"), ("😀", "世"), ("世", "a"), ("😀", "a")]
        for (character, filler) in pairs {
            for start in 0..<40 {
                let text = String(repeating: "x", count: start % 3) + String(repeating: filler, count: start)
                for kept in 1..<character.utf8.count {
                    for after in ["", "a", filler, "\\n"] {
                        let json = [0x22] + text.utf8 + character.utf8.prefix(kept) + after.utf8 + [0x22]
                        #expect(throws: ReadingProblem.self) { try String(json: json) }
                    }
                }
            }
        }
    }

    /// Nested arrays are read at every length, with fewer and with more elements than the workspace holds.
    @Test func arraysOfEveryLength() throws {
        for count in [0, 1, 2, 7, 500, 1000, 1023, 1024, 1025, 2047, 2048, 2049, 9000] {
            let numbers = Array(0..<count)
            let words = numbers.map { "a word of more than fifteen bytes: \($0)" }
            #expect(try [Int](json: numbers.json()) == numbers)
            #expect(try [[Int]](json: [[1], numbers, [2]].json()) == [[1], numbers, [2]])
            #expect(try [String: [String]](json: ["a": words, "b": ["c"]].json()) == ["a": words, "b": ["c"]])
            let rows = numbers.prefix(2100).map { [[$0], [], [$0, $0]] }
            #expect(try [[[Int]]](json: rows.json()) == rows)
        }
    }
}

@Suite struct NumberTests {
    @Test(
        "Whole numbers in any spelling are read as integers, also strictly and in arrays",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("12345678", 12_345_678), ("123456789012", 123_456_789_012),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("1.0", 1), ("1e3", 1000),
            ("-12.50e1", -125),
            ("0e99", 0),
            ("100000000000000000000e-2", 1_000_000_000_000_000_000),
        ])
    func integers(_ json: String, _ value: Int) throws {
        #expect(try Int(of: json, reading: .strict) == value)
        #expect(try Int(of: value.written, reading: .strict) == value)
        #expect(try [Int]("[\(json), \(json)]") == [value, value])
    }

    @Test(
        "Fractions and texts that are no JSON numbers are not read as integers",
        arguments: [
            "1.5", "1e-1", "01", "-", "+1", "1.", ".5", "1e", "0x10",
            "1a", "",
            "--1", "-01", "1.0e+", "NaN",
        ])
    func refusedIntegers(_ json: String) { #expect(problem(Int.self, json) != nil) }

    @Test(
        "An integer that is too large is the nearest one, with a mismatch, so that it does not cost the response",
        arguments: [
            ("9223372036854775808", Int.max), ("-9223372036854775809", .min), ("1e400", .max),
            ("99999999999999999999", .max), ("\"9223372036854775808\"", .max),
        ])
    func integersBeyond64Bits(json: String, nearest: Int) throws {
        #expect(problem(Int.self, json, .strict) != nil)
        #expect(try Int(of: json) == nearest)
    }

    @Test(
        "An unsigned integer holds all values up to 2^64 - 1",
        arguments: [
            ("0", UInt64.min), ("7", 7), ("9223372036854775808", 1 << 63), ("18446744073709551615", .max),
            ("1e3", 1000),
        ])
    func unsignedIntegers(json: String, value: UInt64) throws {
        #expect(try UInt64(of: json, reading: .strict) == value)
        #expect(try UInt64(of: value.written, reading: .strict) == value)
        #expect(try UInt64(of: "\"\(value)\"") == value)
        #expect(try value.written == String(value))
    }

    @Test(arguments: ["18446744073709551616", "-1", "1.5", "x", "1e30"])
    func refusedUnsignedIntegers(_ json: String) { #expect(problem(UInt64.self, json) != nil) }

    @Test(
        "Numbers are read as Swift reads them and survive writing to the last bit",
        arguments: [
            "0", "-0.0", "1", "0.1", "3.141592653589793", "1e22", "1e23", "123456789012345680", "5e-324",
            "1.7976931348623157e308",
            "2.2250738585072014e-308",
            "9007199254740993", "0.30000000000000004", "1234567.891", "-1.5E+3", "100000000000000000000000", "8.41e21",
            "9.109e-31",
        ])
    func doubles(_ json: String) throws {
        let value = try #require(Double(json) as Double?)
        #expect(try Double(of: json).bitPattern == value.bitPattern)
        #expect(try Double(of: value.written).bitPattern == value.bitPattern)
    }

    @Test("Random numbers survive writing and reading to the last bit")
    func randomDoubles() throws {
        var random = SplitMix(state: 1)
        for _ in 0..<3000 {
            let value = Double(bitPattern: random.next())
            if value.isFinite { #expect(try Double(of: value.written).bitPattern == value.bitPattern) }
        }
    }

    @Test(
        "A number beyond the range of doubles, or outside the grammar of JSON, is refused",
        arguments: ["1e400", "-1e999", "1.e1", "1e", "Infinity"])
    func refusedDoubles(_ json: String) {
        #expect(problem(Double.self, json) != nil)
    }

    @Test func nothingWithoutJSONIsWritten() {
        #expect(throws: (any Error).self) { try Double.nan.json() }
        #expect(throws: (any Error).self) { try [1, Double.infinity].json() }
        #expect(throws: (any Error).self) { try JSON.decimal("1,5").json() }
    }
}

@Suite struct PolicyTests {
    @Test("Another value in place of a null is skipped and reported, and the rest is read")
    func onlyNull() throws {
        let json = #"[null, {"a": [1]}, 2, null]"#
        #expect(problem([APIEngine.Null?].self, json, .strict) != nil)
        #expect(try [APIEngine.Null?](of: "[null]", reading: .strict).count == 1)
        #expect(try [APIEngine.Null?](of: json).map { $0 == nil } == [true, false, false, true])
        #expect(problem([APIEngine.Null?].self, "[null, {]") != nil)
    }

    private let plain = #"{"id":1,"name":"a"}"#

    @Test("Tolerant reading takes strings as numbers, digits as flags, and flags as digits")
    func tolerantScalars() throws {
        #expect(try Int(of: #""12""#) == 12)
        #expect(try Int(of: #""-3.0""#) == -3)
        #expect(try Double(of: #""1.5""#) == 1.5)
        #expect(try [Bool]("[0,1,true]") == [false, true, true])
        #expect(try [Flag]("[true,false,1]") == [Flag(rawValue: 1), Flag(rawValue: 0), Flag(rawValue: 1)])
    }

    @Test(
        "Tolerant reading accepts values close to the schema, which strict reading refuses",
        arguments: [
            #"{"id":"1","name":"a"}"#, #"{"id":1,"name":"a","is_closed":1}"#, #"{"id":1,"name":"a","limits":[]}"#,
            #"{"id":1,"name":"a","kind":"event"}"#,
        ])
    func onlyTolerant(_ json: String) throws {
        let read = try Person(json)
        #expect(read.id == 1)
        #expect(problem(Person.self, json, .strict) != nil)
    }

    @Test(
        "Strict and tolerant reading refuse a value that does not fit and name its path",
        arguments: [
            (#"{"id":"x","name":"a"}"#, "id"), (#"{"id":1.5,"name":"a"}"#, "id"), (#"{"id":null,"name":"a"}"#, "id"),
            (#"{"id":1,"name":true}"#, "name"),
            (#"{"id":1}"#, "name"), (#"{"id":1,"name":"a","is_closed":2}"#, "is_closed"),
            (#"{"id":1,"name":"a","is_closed":10}"#, "is_closed"),
            (#"{"id":1,"name":"a","career":{}}"#, "career"), (#"{"id":1,"name":"a","city":[1]}"#, "city"),
            (#"{"id":1,"name":"a","langs":"en"}"#, "langs"),
            (#"{"id":"","name":"a"}"#, "id"), (#"{"id":" 1","name":"a"}"#, "id"),
            (#"{"id":"1x","name":"a"}"#, "id"),
            (#"{"id":1,"name":"a","career":[{"company":"c"}]}"#, "career[0].boss"),
            (
                #"{"id":1,"name":"a","friend":{"id":2,"name":"b","career":[{"company":"c","boss":null},{"company":[7],"boss":null}]}}"#,
                "friend.career[1].company"
            ),
            (#"{"id":1,"name":"a","mutual":[1,2,"three"]}"#, "mutual[2]"),
            (#"{"id":1,"name":"a","limits":{"a":1,"b":"c"}}"#, "limits.b"),
        ])
    func refusedAlways(_ json: String, _ path: String) throws {
        for policy in [ReadingPolicy.strict, .tolerant] {
            #expect(try #require(problem(Person.self, json, policy)).path == path)
        }
    }

    @Test("Properties that are null or absent read alike, and unknown keys are skipped")
    func absent() throws {
        #expect(
            try Person(
                #"{"id":1,"name":"a","kind":null,"city":null,"friend":null,"career":null,"unknown":{"a":[1,{}]}}"#)
                == Person(plain))
        #expect(try Job(#"{"company":"a","boss":null}"#).boss == nil)
    }

    @Test func theLastOfEqualKeysWins() throws {
        #expect(try Person(#"{"id":1,"name":"a","id":2,"mutual":[1],"mutual":[2,3]}"#).mutual == [2, 3])
        let twice =
            #"{"id":1,"name":"a","city":{"company":"x","until":5,"boss":"b"},"city":{"company":"y","boss":null}}"#
        #expect(try Person(twice).city == Job(#"{"company":"y","boss":null}"#))
        #expect(try JSON(of: #"{"a":1,"a":2}"#) == ["a": 2])
        #expect(try Person(#"{"id":1,"name":"a","city":{"company":"x","boss":null},"city":null}"#).city == nil)
    }

    @Test func shuffledAndEscapedKeys() throws {
        #expect(try Person(#" { "n\u0061me" : "a" , "zzz":0, "\u0069d" : 1 } "#) == Person(plain))
    }

    @Test func manyRequiredFields() throws {
        let keys = (0..<70).map { "\(Array("abcdefg")[$0 / 10])\($0 % 10)" }
        let whole = "{" + keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        #expect(try Wide(whole).values == Array(0..<70))
        for missing in [0, 63, 64, 69] {
            let json =
                "{" + keys.enumerated().filter { $0.offset != missing }.map { "\"\($1)\":\($0)" }.joined(separator: ",")
                + "}"
            #expect(problem(Wide.self, json)?.path == keys[missing])
        }
    }
}
