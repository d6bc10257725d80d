import APILearning
import Methodical
import MethodicalGenerator
import Testing

/// Tests of the formats with a grammar, as the runtime (on bytes) and `learn` (by regular expressions) check them.
@Suite struct TextFormatTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var format: Format
        var valid: [String]
        var invalid: [String]
        var testDescription: String { format.rawValue }
    }

    static let examples = [
        Example(
            format: .dateTime,
            valid: [
                "2024-02-29T12:30:00Z", "2024-02-29t00:00:00z", "1999-12-31T23:59:59.123456+03:00",
                "0000-01-01T00:00:00-23:59",
                "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.5-08:00", "1999-01-01T02:59:60+03:00",
            ],
            invalid: [
                "", "tomorrow at noon", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-02-29 12:30:00Z",
                "2024-02-29T12:30:00",
                "2024-02-29T12:30:00+0300", "2024-02-29T12:30Z", "2024-02-29T24:00:00Z", "2024-02-29T12:60:00Z",
                "2024-02-29T12:30:60Z",
                "1998-12-31T23:59:60+03:00", "2024-02-29T12:30:00.Z", "2024-02-29T12:30:00Zx",
                "2024-02-29T12:30:00+24:00", "2024-02-29",
                " 2024-02-29T12:30:00Z", "２024-02-29T12:30:00Z", "2024-2-29T12:30:00Z", "20240229T123000Z",
            ]),
        Example(
            format: .day, valid: ["2024-02-29", "0000-01-01", "9999-12-31", "1900-02-28", "2000-02-29"],
            invalid: [
                "", "2024-02-30", "1900-02-29", "29.2.1990", "2024-13-01", "2024-00-10", "2024-01-00", "2024-1-1",
                "2024-02-29T", "x2024-02-29",
            ]),
        Example(
            format: .duration,
            valid: ["PT1H30M", "P1Y2M3W4DT5H6M7S", "PT0S", "P2W", "-PT5M", "PT1.5S", "PT1,5M", "P0.5D", "P1M", "PT1M"],
            invalid: [
                "", "P", "PT", "P1", "PT1", "1H", "P1H", "PT1D", "P1YT", "PT1.5H3M", "PT.5S", "PT1.S", "PT1M1H",
                "P1D1D", "PTT1S", "five", "P1DT1HT",
            ]),
        Example(
            format: .base64, valid: ["", "Zg==", "Zg=", "Zg", "Zm8=", "Zm9v", "PDw_Pz8-", "PDw/Pz8+", "Zm9v\r\nZg=="],
            invalid: ["Z", "Z===", "Zm9v=", "Zg===", "=Zg", "Zg==Zg==", "Z!==", "Zm9vZ"]),
        Example(
            format: .int64,
            valid: ["0", "5", "-5", "123456789", "9223372036854775807", "-9223372036854775808", "1e2", "1.0"],
            invalid: ["", "x", "1.5", "9223372036854775808", "05", "+5", "5x", "--5", "0x10", "١"]),
        Example(
            format: .unixSeconds, valid: ["0", "1709209800", "1709209800.5", "-1", "1e9"],
            invalid: ["", "now", "1.", ".5", "1e999", "NaN"]),
    ]

    private func isValid(_ format: Format, _ text: String) throws -> Bool {
        func departs<T: APIValue>(_: T.Type) throws -> Bool {
            let json = try text.json()
            var mismatches: [Mismatch] = []
            let value = try T(json: json, mismatches: &mismatches)
            #expect(try value.json() == json)
            let isRefused = (try? T(json: json, reading: .strict)) == nil
            #expect(isRefused == !mismatches.isEmpty)
            #expect(mismatches.allSatisfy { $0.found == "a string in another format" })
            return isRefused
        }
        return switch format {
        case .dateTime: try !departs(DateTime.self)
        case .day: try !departs(CalendarDay.self)
        case .duration: try !departs(DurationString.self)
        case .base64: try !departs(Base64String.self)
        case .int64: try !departs(Quoted<Int>.self)
        default: try !departs(Quoted<UnixSeconds.Fractional>.self)
        }
    }

    @Test("Learning and the runtime accept the same texts of each format", arguments: examples)
    func grammar(_ example: Example) throws {
        for text in example.valid + example.invalid {
            let expected = example.valid.contains(text)
            #expect(example.format.conforms(text) == expected, "learn: \(text)")
            #expect(try isValid(example.format, text) == expected, "runtime: \(text)")
        }
    }

    /// Every valid text has a typed value.
    @Test func validTextsHaveTheirMeaning() {
        for example in Self.examples {
            for text in example.valid {
                switch example.format {
                case .dateTime: #expect(DateTime(rawValue: text).date != nil, "\(text)")
                case .day: #expect(CalendarDay(rawValue: text).day != nil, "\(text)")
                case .base64: #expect(Base64String(rawValue: text).data != nil, "\(text)")
                case .int64: #expect(Quoted<Int>(rawValue: text).value != nil, "\(text)")
                default: break
                }
            }
        }
    }

    /// A `uri` may be any text, because servers send relative, empty and malformed addresses.
    @Test func addressesAreNotChecked() throws {
        for text in ["", "photo 1.jpg", "//example.com", "не адрес"] {
            #expect(Format.uri.conforms(text))
            #expect(try URLString(json: text.json(), reading: .strict).rawValue == text)
        }
    }
}
