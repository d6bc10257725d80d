import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of every kind of parameter in a form.
@Suite struct FormTests {
    static let awkward = "a b+c&d=e/f?g%h\"ё😀~-._\r\n\0"
    static let awkwardEncoded = "a%20b%2Bc%26d%3De%2Ff%3Fg%25h%22%D1%91%F0%9F%98%80~-._%0D%0A%00"

    @Test("A form encodes the keys and values of strings, and states its type and length")
    func strings() async throws {
        let received = try await exchange(FormAPI.self) {
            $0.kinds.strings(text: Self.awkward, other: "", filterName: "[]", ключ: "да", link: "https://a.b/?c=d&e")
        }
        #expect(received.line == "POST /kinds.strings HTTP/1.1")
        #expect(received["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(received["Accept"] == "application/json")
        #expect(
            received.body
                == "text=\(Self.awkwardEncoded)&other=&filter%5Bname%5D=%5B%5D&%D0%BA%D0%BB%D1%8E%D1%87=%D0%B4%D0%B0"
                + "&link=https%3A%2F%2Fa.b%2F%3Fc%3Dd%26e&v=1.5")
        #expect(received["Content-Length"] == String(received.body.utf8.count))
    }

    @Test("Numbers keep their value in a form, and one that is not finite sends no request")
    func numbers() async throws {
        let limits = try await exchange(FormAPI.self) { $0.kinds.numbers(whole: .min, big: .max, ratio: 0.1) }
        #expect(limits.body == "whole=-9223372036854775808&big=9223372036854775807&ratio=0.1&v=1.5")
        let spellings: [(Double, String)] = [
            (0, "0"), (-0.0, "-0"), (3, "3"), (-2.5, "-2.5"), (1.0 / 3, "0.3333333333333333"),
            (9_007_199_254_740_992, "9007199254740992"),
        ]
        for (number, text) in spellings {
            #expect(
                try await exchange(FormAPI.self) { $0.kinds.numbers(whole: 0, ratio: number) }.body
                    == "whole=0&ratio=\(text)&v=1.5")
        }
        for number in [1e300, Double.leastNonzeroMagnitude, -1.7976931348623157e308] {
            let body = try await exchange(FormAPI.self) { $0.kinds.numbers(whole: 0, ratio: number) }.body
            let text = body.dropFirst("whole=0&ratio=".count).dropLast("&v=1.5".count).replacingOccurrences(
                of: "%2B", with: "+")
            #expect(Double(text) == number)
        }
        for number in [Double.nan, .infinity] {
            let server = try LoopbackServer("null")
            #expect(try await failure(FormAPI(server).kinds.numbers(whole: 0, ratio: number)).code == .invalidRequest)
            #expect(server.connections == 0)
        }
    }

    @Test("Flags in a form are digits or words, as their parameter says")
    func flags() async throws {
        let on = try await exchange(FormAPI.self) { $0.kinds.flags(digit: true, word: true, list: [true, false]) }
        #expect(on.body == "digit=1&word=true&list=1%2C0&v=1.5")
        let off = try await exchange(FormAPI.self) { $0.kinds.flags(digit: false, word: false) }
        #expect(off.body == "digit=0&word=false&v=1.5")
    }

    @Test("Lists in a form are joined or repeated, and an empty list is sent only if it is joined")
    func lists() async throws {
        let received = try await exchange(FormAPI.self) {
            $0.kinds.lists(
                plain: [1, -2], comma: ["a", "б;в"], again: [1, 2], square: ["x y", ""], text: [3, 4], ratios: [0.5, 2])
        }
        #expect(
            received.body
                == "plain=1%2C-2&comma=a%2C%D0%B1%3B%D0%B2&again=1&again=2&square%5B%5D=x%20y&square%5B%5D=&text=3%2C4&ratios=0.5%2C2&v=1.5"
        )
        let one = try await exchange(FormAPI.self) { $0.kinds.lists(plain: [1], again: [2], square: ["z"]) }
        #expect(one.body == "plain=1&again=2&square%5B%5D=z&v=1.5")
        let empty = try await exchange(FormAPI.self) {
            $0.kinds.lists(plain: [], comma: [], again: [], square: [], text: [], ratios: [])
        }
        #expect(empty.body == "plain=&comma=&text=&ratios=&v=1.5")
    }

    @Test("Enumerations in a form are their raw values, also unknown ones")
    func enumerations() async throws {
        let known = try await exchange(FormAPI.self) {
            $0.kinds.enums(order: .byDate, sex: .male, fields: [.photo50, .city])
        }
        #expect(known.body == "order=by%20date&sex=2&fields=photo_50%2Ccity&v=1.5")
        let unknown = try await exchange(FormAPI.self) {
            $0.kinds.enums(order: .init(rawValue: "новый"), sex: .init(rawValue: -7), fields: [.init(rawValue: "x")])
        }
        #expect(unknown.body == "order=%D0%BD%D0%BE%D0%B2%D1%8B%D0%B9&sex=-7&fields=x&v=1.5")
    }

    @Test("A union of simple types in a form is the plain value")
    func scalarUnions() async throws {
        let numbers = try await exchange(FormAPI.self) {
            $0.kinds.scalars(id: 1, ids: [1, "durov", "2"], level: 2, name: true, size: 1.5)
        }
        #expect(numbers.body == "id=1&ids=1%2Cdurov%2C2&level=2&name=1&size=1.5&v=1.5")
        let others = try await exchange(FormAPI.self) {
            $0.kinds.scalars(id: "a b", level: false, name: "", size: "xl")
        }
        #expect(others.body == "id=a%20b&level=0&name=&size=xl&v=1.5")
    }

    @Test("Objects, maps, and lists with JSON are JSON texts in a form")
    func objects() async throws {
        let place = FormAPI.Kinds.Place(
            title: "\"Ё\"\n", position: [59.5, -1], sex: .female, isOpen: true, since: "2024-02-29T00:00:00Z")
        let text = #"{"title":"\"Ё\"\n","position":[59.5,-1],"sex":1,"is_open":true,"since":"2024-02-29T00:00:00Z"}"#
        let received = try await exchange(FormAPI.self) {
            $0.kinds.objects(
                place: place, places: [place, FormAPI.Kinds.Place(title: "b")], inline: .init(a: 1),
                counts: ["b": 2, "a": 1],
                any: ["k": [1, nil, 2.5, false]], text: ["x"], numbers: [1, 2], one: FormAPI.Kinds.Place(title: "c"))
        }
        let fields = decoded(received.body)
        #expect(fields["place"] == text)
        #expect(fields["places"] == #"[\#(text),{"title":"b"}]"#)
        #expect(fields["inline"] == #"{"a":1}"#)
        #expect(fields["counts"] == #"{"a":1,"b":2}"#)
        #expect(fields["any"] == #"{"k":[1,null,2.5,false]}"#)
        #expect(fields["text"] == #"["x"]"#)
        #expect(fields["numbers"] == "[1,2]")
        #expect(fields["one"] == #"{"title":"c"}"#)
        #expect(
            received.body.hasPrefix(
                "place=%7B%22title%22%3A%22%5C%22%D0%81%5C%22%5Cn%22%2C%22position%22%3A%5B59.5%2C-1%5D"))
        let empty = try await exchange(FormAPI.self) {
            $0.kinds.objects(places: [], inline: .init(), counts: [:], numbers: [])
        }
        #expect(empty.body == "places=%5B%5D&inline=%7B%7D&counts=%7B%7D&numbers=%5B%5D&v=1.5")
    }

    @Test("Each object of a repeated list is JSON of its own, and any other list of objects is one JSON text")
    func listsOfObjects() async throws {
        let (a, b) = (FormAPI.Kinds.Place(title: "a,b"), FormAPI.Kinds.Place(title: "c"))
        let received = try await exchange(FormAPI.self) {
            $0.kinds.records(each: [a, b], mixed: [.place(a), .string("d")], whole: [a, b])
        }
        #expect(
            received.body.removingPercentEncoding == #"each={"title":"a,b"}&each={"title":"c"}"#
                + #"&mixed={"title":"a,b"}&mixed="d"&whole=[{"title":"a,b"},{"title":"c"}]&v=1.5"#)
        let empty = try await exchange(FormAPI.self) { $0.kinds.records(each: [], whole: []) }
        #expect(empty.body == "whole=%5B%5D&v=1.5")
    }

    @Test("Dates in a form have the format of their parameter")
    func dates() async throws {
        let date = Date(timeIntervalSince1970: 1_433_160_000.25)
        let received = try await exchange(FormAPI.self) {
            $0.kinds.dates(
                seconds: date, milliseconds: date, moment: date, days: [date, Date(timeIntervalSince1970: -1)])
        }
        #expect(
            received.body
                == "seconds=1433160000&milliseconds=1433160000250&moment=2015-06-01T12%3A00%3A00.250Z&days=1433160000&days=-1&v=1.5"
        )
    }

    @Test("Parameters with names that Swift or the runtime uses are sent under their own names")
    func names() async throws {
        let received = try await exchange(FormAPI.self) {
            $0.kinds.names(
                call: 1, client: 2, in: 3, selfValue: 4, default: 5, initValue: 6, xY: 7, request: 8, method: 9)
        }
        #expect(received.body == "call=1&client=2&in=3&self=4&default=5&init=6&x.y=7&request=8&method=9&v=1.5")
    }

    private func decoded(_ form: String) -> [String: String] {
        let pairs = form.split(separator: "&").map {
            $0.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
        }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, second in "\(first)&\(second)" }
    }
}
