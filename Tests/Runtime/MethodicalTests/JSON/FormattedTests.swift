import Foundation
import Methodical
import Testing

/// Tests of formatted scalars: texts in the expected form have a meaning, and every other text is kept unchanged.
@Suite struct FormattedTests {
    // MARK: Round trips

    private func keeps<Value: APIEngine.RawScalar>(_: Value.Type, _ text: String) throws
    where Value.RawValue == String {
        let value = Value(rawValue: text)
        #expect(try Value(value.written) == value)
        #expect(try Value(value.written).rawValue.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(try JSONDecoder().decode([Value].self, from: JSONEncoder().encode([value])) == [value])
    }

    private func keeps(text: String) throws {
        try keeps(DateTime.self, text)
        try keeps(CalendarDay.self, text)
        try keeps(DurationString.self, text)
        try keeps(Base64String.self, text)
        try keeps(URLString.self, text)
        try keeps(Quoted<Int>.self, text)
        try keeps(Quoted<UnixSeconds.Fractional>.self, text)
        // Asking for the meaning of any text is safe.
        _ = (
            DateTime(rawValue: text).date, CalendarDay(rawValue: text).start(in: .gmt), URLString(text).url,
            Base64String(rawValue: text).data
        )
        _ = (
            DurationString(rawValue: text).clock, Quoted<DurationSeconds<Double>>(rawValue: text).clock,
            Quoted<Percent<Int>>(rawValue: text).value
        )
    }

    @Test func anyTextIsKept() throws {
        var random = SplitMix(state: 7)
        let pieces = [
            "2024-02-29", "T", "t", "12:30:60", ".5", "Z", "+03:00", "P", "1W", "T5M", "9999999999999999999", "-", "0",
            "//", "https://", "я", " ",
            "%2", "#",
            "[", "=", "_", "+", "AAA", "\u{0}", "\n", "e308", ",", "😀", "",
        ]
        for _ in 0..<2000 {
            var text = ""
            for _ in 0...Int(random.next() % 6) { text += pieces[Int(random.next() % UInt64(pieces.count))] }
            try keeps(text: text)
        }
    }

    @Test func anyNumberIsKept() throws {
        func keeps<Value: APIEngine.RawScalar>(_: Value.Type, _ text: String) throws {
            #expect(try Value(text).written == text)
        }
        var random = SplitMix(state: 8)
        for round in 0..<1000 {
            let integer = Int(truncatingIfNeeded: random.next()) >> Int(random.next() % 64)
            let double = round % 2 == 0 ? Double(integer) / 1000 : Double(bitPattern: random.next() & ~(1 << 62))
            for text in [String(integer)] {
                try keeps(UnixSeconds.self, text)
                try keeps(UnixMilliseconds.self, text)
                try keeps(DurationSeconds<Int>.self, text)
                try keeps(DurationMilliseconds<Int>.self, text)
                try keeps(Percent<Int>.self, text)
                try keeps(Quoted<Int>.self, "\"\(text)\"")
            }
            let text = try double.written
            try keeps(UnixSeconds.Fractional.self, text)
            try keeps(DurationSeconds<Double>.self, text)
            try keeps(Share<Double>.self, text)
            try keeps(Percent<Double>.self, text)
            #expect(!DurationSeconds(double).clock.isEmpty && !Percent(double).description.isEmpty)
            // Durations in whole units are exact in both directions.
            #expect(DurationSeconds<Int>(try #require(DurationSeconds(integer).duration)).rawValue == integer)
            #expect(DurationMilliseconds<Int>(try #require(DurationMilliseconds(integer).duration)).rawValue == integer)
            let duration = Duration(
                secondsComponent: Int64(integer >> 12), attosecondsComponent: Int64(integer >> 40) * 1_000_000_000)
            if duration.components.seconds.magnitude < 3_600_000_000_000 {
                #expect(DurationString(duration).duration == duration)
            }
        }
    }

    // MARK: Quoted numbers

    @Test func integersInStrings() throws {
        let id = try Quoted<Int>("\"9223372036854775807\"")
        #expect(id == .max && .max == id && id != 5 && id.value == .max && Quoted(Int.max) == id)
        #expect(Set([id, id, 7]).count == 2)
        #expect(
            try Quoted<Int>("\"x\"").value == nil && Quoted<Int>("\"9223372036854775808\"").value == nil
                && Quoted<Int>("\"\"").value == nil)
        #expect(problem(Quoted<Int>.self, "{}") != nil)
        let ts = try Quoted<UnixSeconds.Fractional>("\"1355517523.000005\"")
        #expect(ts.date == Date(timeIntervalSince1970: 1_355_517_523.000005))
        #expect(
            Quoted<DurationSeconds<Double>>(rawValue: "93.4").clock == "01:33"
                && Quoted<Percent<Double>>(rawValue: "x").fraction == nil)
        #expect(Quoted(UnixSeconds(rawValue: 0)).rawValue == "0")
    }

    // MARK: Days

    @Test("A calendar day is read if it exists, compared, and converted to and from dates by time zone")
    func days() throws {
        let day: CalendarDay = "2024-02-29"
        #expect(day.year == 2024 && day.month == 2 && day.day == 29 && day > "2023-12-31")
        #expect(CalendarDay(year: 2024, month: 2, day: 29) == day && CalendarDay(year: 2023, month: 2, day: 29) == nil)
        for text in ["today", "2023-02-29", "2024-2-9", "2024-02-29T00:00:00Z", "", "2024-00-01", "-024-01-01"] {
            #expect(CalendarDay(rawValue: text).year == nil)
        }
        let moscow = try #require(TimeZone(identifier: "Europe/Moscow"))
        let late = Date(timeIntervalSince1970: 1_709_240_399.9999)  // 2024-02-29T20:59:59.9999Z
        #expect(
            CalendarDay(late, in: moscow) == day && CalendarDay(late + 1, in: moscow) == "2024-03-01"
                && CalendarDay(late + 1, in: .gmt) == day)
        #expect(day.start(in: moscow) == Date(timeIntervalSince1970: 1_709_154_000))
        #expect(CalendarDay(Date(timeIntervalSince1970: -1), in: .gmt) == "1969-12-31")
    }

    /// A day begins at its first moment, even if the clocks skip midnight (São Paulo, 2018-11-04) or repeat it
    /// (2018-02-18).
    @Test(
        "A day begins at its first moment, even if the clocks skip midnight or repeat it",
        arguments: [("2018-11-04", 1_541_300_400.0), ("2018-02-18", 1_518_922_800), ("2018-07-01", 1_530_414_000)])
    func daysBegin(_ day: String, _ seconds: Double) throws {
        let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        #expect(CalendarDay(rawValue: day).start(in: zone) == Date(timeIntervalSince1970: seconds))
    }

    // MARK: Durations

    @Test(
        "Durations are shown as a clock with rounded seconds, and huge ones as a number",
        arguments: [
            (0.0, "00:00"), (5, "00:05"), (59.4, "00:59"), (59.6, "01:00"), (93.4, "01:33"), (3599.5, "1:00:00"),
            (7500, "2:05:00"), (-90, "-01:30"),
            (-0.4, "00:00"), (360_000, "100:00:00"), (1e300, "1e+300"), (.infinity, "inf"),
        ])
    func clocks(_ seconds: Double, _ text: String) {
        #expect(DurationSeconds(seconds).clock == text)
        #expect(DurationMilliseconds(seconds * 1000).clock == (seconds > 1e200 && seconds.isFinite ? "1e+303" : text))
    }

    @Test func numbersOfSeconds() {
        #expect(
            DurationSeconds(1.234).duration == .milliseconds(1234)
                && DurationMilliseconds(-1500).duration == .milliseconds(-1500))
        #expect(
            DurationSeconds<Int>(.milliseconds(1600)).rawValue == 2
                && DurationSeconds<Double>(.milliseconds(1234)).rawValue == 1.234)
        #expect(
            DurationMilliseconds<Int>(.seconds(Int64.max)).rawValue == .max && DurationSeconds(1e300).duration == nil)
    }

    @Test(
        "A duration of ISO 8601 is read in all units from weeks to fractions",
        arguments: [
            ("PT1H30M", 5400.0), ("PT0S", 0), ("PT1.5S", 1.5), ("PT0,25H", 900), ("P1D", 86400), ("P2W", 1_209_600),
            ("P1DT1S", 86401), ("-PT5M", -300),
        ])
    func isoDurations(_ text: String, _ seconds: Double) {
        #expect(DurationString(rawValue: text).duration == .seconds(seconds))
    }

    @Test(
        "A text that is no duration of fixed length has no duration and is shown as it is",
        arguments: [
            "", "P", "1H", "P1Y", "P1M", "PT", "PT1H1H", "PT1M1H", "P1H", "PT1", "PTS", "PT1.S", "PT1.5M1S", "PTT1S",
            "P1DT", "pt1s", "PT١S",
        ])
    func noDurations(_ text: String) {
        #expect(DurationString(rawValue: text).duration == nil)
        #expect(DurationString(rawValue: text).clock == text)
    }

    @Test func durationsAreWritten() {
        let texts = [Duration.zero, .seconds(5400), .milliseconds(-1500), .seconds(3605)].map {
            DurationString($0).rawValue
        }
        #expect(texts == ["PT0S", "PT1H30M", "-PT1.5S", "PT1H5S"])
    }

    // MARK: Shares

    @Test(
        "A percentage and the equal share are shown alike, with rounded decimals",
        arguments: [
            (0.0, "0%"), (17.05, "17.1%"), (12.25, "12.3%"), (100, "100%"), (0.04, "0.04%"), (0.999, "1%"),
            (250, "250%"),
            (-3.25, "-3.3%"),
            (-0.0001, "0%"), (33.333333, "33.3%"),
        ])
    func percents(_ number: Double, _ text: String) {
        #expect(Percent(number).description == text)
        #expect(Share(number / 100).description == text)
    }

    @Test("Percentages have fractions, and shares are compared and formatted for a locale")
    func sharesElsewhere() {
        #expect(Percent(15).fraction == 0.15 && Share(0.5) < Share(0.6) && Percent(15).description == "15%")
        let style = FloatingPointFormatStyle<Double>.Percent(locale: Locale(identifier: "de_DE")).precision(
            .fractionLength(1))
        #expect(Share(0.1234).formatted(style) == "12,3\u{A0}%")
    }

    // MARK: Bytes and addresses

    @Test(
        "Base64 is decoded with and without padding, with line breaks, and in its spelling for URLs",
        arguments: [
            ("", ""), ("Zm9v", "foo"), ("Zm8=", "fo"), ("Zm8", "fo"), ("Zg", "f"), ("Zm9v\r\nZm9v", "foofoo"),
            ("PDw_Pz8-", "<<???>"),
        ])
    func base64(_ text: String, _ bytes: String) { #expect(Base64String(rawValue: text).data == Data(bytes.utf8)) }

    @Test("A text that is not Base64 has no data", arguments: ["Z", "Zm9v!", "Zm=9", "я", "==", "===="])
    func noBase64(_ text: String) { #expect(Base64String(rawValue: text).data == nil) }

    @Test(
        "An address that is almost a URL becomes one, and nothing in it is escaped twice",
        arguments: [
            ("https://a.b/c d", "https://a.b/c%20d"), ("https://a.b/c%20d e", "https://a.b/c%20d%20e"),
            (" https://a.b/\n", "https://a.b/"),
            ("//a.b/c", "https://a.b/c"), ("/c/d", "/c/d"),
            ("https://пример.рф/я?x=%20", "https://xn--e1afmkfd.xn--p1ai/%D1%8F?x=%20"),
            ("https://a.b/?a[]=1&b=100%", "https://a.b/?a%5B%5D=1&b=100%25"),
            ("https://a.b/#x#y", "https://a.b/#x%23y"),
            ("https://a.b", "https://a.b"),
            ("/x y?u=https://a.b/%20", "/x%20y?u=https://a.b/%20"), ("https://[::1]:80/[]", "https://[::1]:80/%5B%5D"),
        ])
    func addresses(_ text: String, _ url: String) { #expect(URLString(text).url?.absoluteString == url) }

    @Test("A text that cannot be an address has no URL", arguments: ["", " ", "http://a b/", "http://[::1/"])
    func noAddresses(_ text: String) { #expect(URLString(text).url == nil) }

    // MARK: Moments

    @Test("Dates convert at their edges: leap seconds, offsets, the first and last years, and fractions")
    func moments() {
        #expect(DateTime(rawValue: "2016-12-31T23:59:60Z").date == DateTime(rawValue: "2017-01-01T00:00:00Z").date)
        #expect(
            DateTime(rawValue: "2024-01-01T00:00:00-00:00").date == DateTime(rawValue: "2023-12-31T12:01:00-11:59").date
        )
        #expect(DateTime(.distantFuture.addingTimeInterval(1e15)).rawValue == "9999-12-31T23:59:59.999Z")
        #expect(DateTime(Date(timeIntervalSince1970: -1e15)).rawValue == "0000-01-01T00:00:00Z")
        #expect(
            UnixSeconds(rawValue: -5).date == Date(timeIntervalSince1970: -5)
                && UnixMilliseconds.Fractional(1500.5).date == Date(timeIntervalSince1970: 1.5005))
        #expect(UnixSeconds.Fractional(Date(timeIntervalSince1970: 0.25)).rawValue == 0.25 && UnixMilliseconds(0) < 1)
    }
}
