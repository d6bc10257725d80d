import Foundation
import Testing

@testable import Methodical

@Suite struct ValueTests {
    @Test(arguments: [
        "null", "true", "1", "-1.5", "123456789012345678901234567890", "0.1000000000000000055511151231257827", "1e400",
        "\"a\"", "[]", "{}",
        #"{"a":[1,{"b":null}],"c":"d"}"#, "-0", "18446744073709551615",
    ])
    func jsonIsExact(_ text: String) throws {
        let value = try JSON(of: text)
        #expect(try value.written == text)
        #expect(try JSON(of: value.written) == value)
        #expect(value.description == text)
    }

    @Test func numbersAreEqualByValue() throws {
        for (left, right) in [
            ("1", "1.0"), ("10e-1", "1"), ("0.10", "0.1"), ("1e2", "100"),
            ("112345678901234.5e3", "112345678901234500"), ("0", "-0"),
            ("1e400", "10e399"), ("1.0e30", "1e30"),
        ] {
            let (left, right) = (try JSON(of: left), try JSON(of: right))
            #expect(left == right)
            #expect(left.hashValue == right.hashValue)
        }
        for (left, right) in [
            ("9007199254740993", "9007199254740992.0"), ("1", "true"), ("1", "\"1\""), ("1e400", "1e401"),
            ("0.1", "0.10000000000000001"),
        ] {
            #expect(try JSON(of: left) != JSON(of: right))
        }
        #expect(JSON.decimal("1.00") == 1)
        #expect(JSON.decimal("1.00").hashValue == JSON.integer(1).hashValue)
    }

    /// Numbers with huge exponents can be compared without crashing the process.
    @Test(arguments: [
        "10e9223372036854775807", "100e9223372036854775806", "0.01e-9223372036854775807", "1e99999999999999999999",
        "-10e4611686018427387903",
    ])
    func exponentsBeyondAllNumbers(_ text: String) throws {
        let value = try JSON(of: text)
        #expect(value == value && value != 1 && Set([value, 1]).count == 2 && value.description == text)
    }

    @Test func jsonIsConvenient() throws {
        var value: JSON = ["a": [1, 2.5, "x", nil, true]]
        #expect(
            value["a"]?[0]?.intValue == 1 && value["a"]?[1]?.doubleValue == 2.5 && value["a"]?[2]?.stringValue == "x")
        #expect(
            value["a"]?[3]?.isNull == true && value["a"]?[4]?.boolValue == true && value["a"]?[9] == nil
                && value["b"] == nil)
        value["b"] = false
        #expect(try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value)) == value)
        let big = try JSON(
            of:
                "[18446744073709551615,1234567890123456789012345678,-1.599999999999999999999e3,123456789012345671.2,-1600]"
        )
        #expect(try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(big)) == big)
    }

    @Test("Unions of two scalars read both kinds, and tolerant reading converts others if that is clear")
    func scalarUnions() throws {
        #expect(try [IntegerOrString](#"[1,"a"]"#) == [1, "a"])
        #expect(try [IntegerOrBoolean]("[1,true]") == [1, true])
        #expect(try [StringOrBoolean](#"["a",true]"#) == ["a", true])
        #expect(try [NumberOrString](#"[1.5,"a",2]"#) == [1.5, "a", 2.0])
        #expect(problem(IntegerOrString.self, "[]")?.expected == "an integer or a string")
        for policy in [ReadingPolicy.tolerant, .salvage] {
            #expect(try [IntegerOrString](json: Array("[true,1.50]".utf8), reading: policy) == [1, "1.50"])
            #expect(try [IntegerOrBoolean](json: Array(#"["7","false","1"]"#.utf8), reading: policy) == [7, false, 1])
            #expect(try [StringOrBoolean](json: Array("[7,-1.0]".utf8), reading: policy) == ["7", "-1.0"])
            #expect(try [NumberOrString](json: Array("[true]".utf8), reading: policy) == [1.0])
            // The number 1 could mean a flag or a string.
            #expect(problem(StringOrBoolean.self, "1", policy)?.expected == "a string or a flag")
        }
        #expect(problem(IntegerOrString.self, "true", .strict)?.expected == "an integer or a string")
        #expect(IntegerOrString.string("a")._argument == .string("a"))
        #expect(
            try JSONDecoder().decode(
                [IntegerOrBoolean].self, from: JSONEncoder().encode([1, true] as [IntegerOrBoolean])) == [1, true])
    }

    @Test(
        "A moment is read with any offset and fraction, and survives writing",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("2024-02-29T12:30:00.5+03:00", 1_709_199_000.5),
            ("1969-12-31T23:59:59.250Z", -0.75),
            ("2024-01-01t00:00:00z", 1_704_067_200), ("2024-01-01 00:00:00-0530", 1_704_087_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
        ])
    func moments(_ text: String, _ seconds: Double) throws {
        #expect(DateTime(rawValue: text).date == Date(timeIntervalSince1970: seconds))
        #expect(DateTime(Date(timeIntervalSince1970: seconds)).date == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "A text that is not a complete moment of the calendar has no date",
        arguments: [
            "", "2024-02-30T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01", "2024-01-01T00:00:00",
            "2024-01-01T25:00:00Z",
            "2024-01-01T00:00:00.Z",
            "soon",
        ])
    func noMoments(_ text: String) { #expect(DateTime(rawValue: text).date == nil) }

    @Test("Dates become texts, seconds, and milliseconds, and addresses keep their text")
    func times() {
        #expect(DateTime(Date(timeIntervalSince1970: 1_709_199_000.5)).rawValue == "2024-02-29T09:30:00.500Z")
        #expect(UnixSeconds(Date(timeIntervalSince1970: -0.5)).rawValue == -1)
        #expect(
            UnixMilliseconds(Date(timeIntervalSince1970: 1.2345)).rawValue == 1235
                || UnixMilliseconds(Date(timeIntervalSince1970: 1.2345)).rawValue == 1234)
        #expect(UnixSeconds(rawValue: 60).date == Date(timeIntervalSince1970: 60))
        #expect(URLString("https://a.b/c d").rawValue == "https://a.b/c d")
    }
}
