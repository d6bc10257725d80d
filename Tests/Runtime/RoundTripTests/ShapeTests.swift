import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of values that are sent to a server and returned by it.
@Suite struct ShapeTests {
    /// Checks that the server receives this text, that the returned value equals the sent one, and that Foundation's
    /// coders agree.
    private func echoes<Value>(_ value: Value, as text: String, _ request: (ShapesAPI.Echo, Value) -> Request<Value>)
        async throws
    {
        let server = try LoopbackServer { .http(200, [], $0.body) }
        let result = try await request(ShapesAPI(server).echo, value).send()
        #expect(server.received.first?.line == "POST /echo HTTP/1.1")
        #expect(server.received.first?.body == #"{"value":\#(text)}"#)
        #expect(result == value)
        #expect(result.hashValue == value.hashValue)
        #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
        #expect(try JSONDecoder().decode([Value].self, from: JSONEncoder().encode([value])) == [value])
    }

    private func read<Value>(_ text: String, _ request: (ShapesAPI.Echo) -> Request<Value>) async throws -> Value {
        try await answer(ShapesAPI.self, #"{"value":\#(text)}"#) { request($0.echo) }
    }

    @Test("Records that contain themselves come back equal, also a hundred levels deep")
    func recursion() async throws {
        let leaf = ShapesAPI.Node(id: .max)
        let node = ShapesAPI.Node(
            id: .min, parent: ShapesAPI.Node(id: 1, parent: leaf),
            children: [leaf, ShapesAPI.Node(id: 2, children: [])], named: ["ё": leaf])
        let max = #"{"id":9223372036854775807}"#
        let text =
            #"{"id":-9223372036854775808,"parent":{"id":1,"parent":\#(max)},"children":[\#(max),{"id":2,"children":[]}],"named":{"ё":\#(max)}}"#
        try await echoes(node, as: text) { $0.node(value: $1) }
        var deep = ShapesAPI.Node(id: 0)
        for id in 1...100 { deep = ShapesAPI.Node(id: id, parent: deep) }
        let open = (1...100).reversed().map { #"{"id":\#($0),"parent":"# }.joined()
        try await echoes(deep, as: open + #"{"id":0}"# + String(repeating: "}", count: 100)) { $0.node(value: $1) }
    }

    @Test("A record with boxed properties comes back equal, and a copy of it changes alone")
    func boxed() async throws {
        let holder = ShapesAPI.Holder(maybe: .init(j: "2"), sure: .init(a: "1"))
        try await echoes(holder, as: #"{"maybe":{"j":"2"},"sure":{"a":"1"}}"#) { $0.wide(value: $1) }
        var copy = holder
        copy.maybe?.j = "3"
        #expect(holder.maybe?.j == "2" && copy.maybe?.j == "3" && copy != holder && copy.empty == nil)
    }

    @Test("Lifted properties are read and written at their nested keys, which errors name")
    func liftedKeys() async throws {
        let whole = ShapesAPI.Comment(id: 1, kind: .text, words: 3, author: "Ada")
        try await echoes(whole, as: #"{"id":1,"content":{"type":"text","text":{"words":3}},"meta":{"author":"Ada"}}"#) {
            $0.comment(value: $1)
        }
        let part = ShapesAPI.Comment(id: 1, kind: .init(rawValue: "video"))
        try await echoes(part, as: #"{"id":1,"content":{"type":"video"}}"#) { $0.comment(value: $1) }
        let shuffled =
            #"{"meta":{"x":1,"author":"Ada"},"content":{"text":{"y":[],"words":3},"z":{},"type":"text"},"id":1}"#
        #expect(try await read(shuffled) { $0.comment(value: whole) } == whole)
        let missing = try await failure(ShapesAPI.self, #"{"value":{"id":1,"content":{}}}"#) {
            $0.echo.comment(value: whole)
        }
        #expect(missing.code == .undecodable && missing.problem?.path == "value.content.type")
    }

    @Test func liftedFromNothing() async throws {
        let value = ShapesAPI.Comment(id: 1, kind: .text)
        for meta in ["null", "{}", #"{"author":null}"#] {
            let text = #"{"id":1,"meta":\#(meta),"content":{"type":"text","text":null}}"#
            #expect(try await read(text) { $0.comment(value: value) } == value)
        }
    }

    @Test("Maps and lists of enumerations, unions, nulls, and records come back equal")
    func maps() async throws {
        let maps = ShapesAPI.Maps(
            colours: ["b": .red, "a": .init(rawValue: "new")],
            items: ["x": [.photo(.init(type: "photo", width: 1)), .unknown(["type": "z"])]],
            numbers: ["1": 1, "2": nil], list: [.deepBlue, .init(rawValue: "")], moments: ["2024-02-29T12:30:00Z"],
            rows: [[.init(id: 1)], []])
        try await echoes(
            maps,
            as:
                #"{"colours":{"a":"new","b":"red"},"items":{"x":[{"type":"photo","width":1},{"type":"z"}]},"numbers":{"1":1,"2":null},"#
                + #""list":["deep blue",""],"moments":["2024-02-29T12:30:00Z"],"rows":[[{"id":1}],[]]}"#
        ) { $0.maps(value: $1) }
    }

    @Test("Additional members come back equal, and are written in the order of their keys")
    func additionalMembers() async throws {
        let bag = ShapesAPI.Bag(id: 1, note: "n", additionalProperties: ["я": [], "b c": [1.5, 2]])
        try await echoes(bag, as: #"{"id":1,"note":"n","b c":[1.5,2],"я":[]}"#) { $0.bag(value: $1) }
        try await echoes(ShapesAPI.Bag(id: 1), as: #"{"id":1}"#) { $0.bag(value: $1) }
    }

    @Test("Null and absence stay apart, and either is an error where the schema excludes it")
    func nullable() async throws {
        let full = ShapesAPI.Nullable(must: 1, both: "b", may: "m", cells: [1, nil])
        try await echoes(full, as: #"{"must":1,"both":"b","may":"m","cells":[1,null]}"#) { $0.nullable(value: $1) }
        try await echoes(ShapesAPI.Nullable(must: 1), as: #"{"must":1,"both":null}"#) { $0.nullable(value: $1) }
        let nulls = try await read(#"{"must":1,"both":null,"may":null,"cells":null}"#) { $0.nullable(value: full) }
        #expect(nulls == ShapesAPI.Nullable(must: 1, may: .null))
        for (text, path) in [
            (#"{"must":1}"#, "value.both"), (#"{"must":null,"both":null}"#, "value.must"),
            (#"{"both":""}"#, "value.must"),
        ] {
            let error = try await failure(ShapesAPI.self, #"{"value":\#(text)}"#) { $0.echo.nullable(value: full) }
            #expect(error.code == .undecodable && error.problem?.path == path, "\(error)")
        }
    }

    @Test("Simple properties come back equal, near misses are read, and a NaN is not sent")
    func scalars() async throws {
        let value = ShapesAPI.Scalars(
            id: .max, owner: "club", level: true, title: "t", size: 1.5, ratio: -0.1, link: "https://a.b/ c", since: 1,
            until: -2,
            moment: "2024-02-29T12:30:00.5+03:00", colour: .deepBlue, sex: .male,
            anything: ["k": [1, nil, 2.5, "\u{0}"]], flag: false)
        try await echoes(
            value,
            as:
                #"{"id":9223372036854775807,"owner":"club","level":true,"title":"t","size":1.5,"ratio":-0.1,"link":"https://a.b/ c","since":1,"#
                + #""until":-2,"moment":"2024-02-29T12:30:00.5+03:00","colour":"deep blue","sex":2,"anything":{"k":[1,null,2.5,"\u0000"]},"flag":false}"#
        ) { $0.scalars(value: $1) }
        let other = ShapesAPI.Scalars(
            owner: -1, level: 2, title: false, size: "xl", colour: .init(rawValue: "a,b"), sex: .init(rawValue: -9))
        try await echoes(other, as: #"{"owner":-1,"level":2,"title":false,"size":"xl","colour":"a,b","sex":-9}"#) {
            $0.scalars(value: $1)
        }
        try await echoes(ShapesAPI.Scalars(), as: "{}") { $0.scalars(value: $1) }
        #expect(
            try await read(#"{"flag":1,"colour":null,"id":5}"#) { $0.scalars(value: value) }
                == ShapesAPI.Scalars(id: 5, flag: true))
        // A number that is too large is a mismatch, and the rest of the response is read.
        #expect(
            try await read(#"{"id":9223372036854775808,"flag":true}"#) { $0.scalars(value: value) }
                == ShapesAPI.Scalars(id: .max, flag: true))
        let server = try LoopbackServer("{}")
        #expect(try await failure(ShapesAPI(server).echo.scalars(value: .init(ratio: .nan))).code == .invalidRequest)
    }

    @Test func numbersOfAnyJSON() async throws {
        let text = #"{"anything":[123456789012345678901234567890,1e400,0.1]}"#
        let value = try await read(text) { $0.scalars(value: .init()) }
        let server = try LoopbackServer { .http(200, [], $0.body) }
        #expect(try await ShapesAPI(server).echo.scalars(value: value).send() == value)
        #expect(server.received.first?.body == #"{"value":\#(text)}"#)
    }

    @Test("An enumeration keeps unknown values, and lists the known ones")
    func openEnumerations() async throws {
        for (colour, text) in [
            (ShapesAPI.Colour.red, "red"), (.init(rawValue: "a,b"), "a,b"), (.init(rawValue: "="), "="),
            (.init(rawValue: ""), ""),
        ] {
            #expect(colour.isKnown)
            try await echoes(colour, as: #""\#(text)""#) { $0.colour(value: $1) }
        }
        let unknown = try await read(#""новый""#) { $0.colour(value: .red) }
        #expect(unknown.rawValue == "новый" && !unknown.isKnown)
        try await echoes(unknown, as: #""новый""#) { $0.colour(value: $1) }
        #expect(ShapesAPI.Colour.known.map(\.rawValue) == ["red", "deep blue", "a,b", "=", ""])
    }

    @Test("A union is read by its discriminator, wherever that stands, and keeps unknown alternatives")
    func unions() async throws {
        let reply = ShapesAPI.FeedItem.photo(.init(type: "wall_photo", width: 1))
        let feed: [ShapesAPI.FeedItem] = [
            .post(.init(type: "post", text: "t", reply: reply)), .photo(.init(type: "photo", width: 2)),
            .unknown(["type": "video", "id": 7]), .unknown(["id": 8]), .unknown(5),
        ]
        try await echoes(
            feed,
            as:
                #"[{"type":"post","text":"t","reply":{"type":"wall_photo","width":1}},{"type":"photo","width":2},{"id":7,"type":"video"},{"id":8},5]"#
        ) { $0.feed(value: $1) }
        let late = try await read(#"[{"text":"t","reply":{"width":1,"type":"wall_photo"},"type":"post"}]"#) {
            $0.feed(value: [])
        }
        #expect(late == [feed[0]])
        let wrong = try await failure(ShapesAPI.self, #"{"value":[{"type":"photo","width":"x"}]}"#) {
            $0.echo.feed(value: [])
        }
        #expect(wrong.code == .undecodable && wrong.problem?.path == "value[0].width")
    }

    @Test func unionsByKind() async throws {
        let values: [ShapesAPI.AnyKind] = [
            .string("s"), .integer(.max), .boolean(true), .integers([1, 2]), .photo(.init(width: 3)), .unknown(1.5),
            .unknown(.null),
        ]
        try await echoes(values, as: #"["s",9223372036854775807,true,[1,2],{"width":3},1.5,null]"#) {
            $0.kind(value: $1)
        }
        let trials: [ShapesAPI.Trial] = [
            .post(.init(text: "a")), .photo(.init(width: 1)), .unknown(["x": 1]), .unknown("s"),
        ]
        try await echoes(trials, as: #"[{"text":"a"},{"width":1},{"x":1},"s"]"#) { $0.trial(value: $1) }
    }

    @Test("Keys that are no Swift names are read and written as they are")
    func hostileNames() async throws {
        let keys = [
            "class", "self", "init", "default", "a/b", "c,d", "!e", "f=g", "*", "~0h|i", #"\"q\\\n"#, "ё", "", "index",
            "cursor", "description",
            "old",
        ]
        let text = "{" + keys.enumerated().map { #""\#($1)":"\#($0)""# }.joined(separator: ",") + "}"
        let words = try ShapesAPI.Words(json: Array(text.utf8))
        try await echoes(words, as: text) { $0.words(value: $1) }
        #expect(words.`class` == "0" && words.`default` == "3" && words.index == "13")
    }

    @Test("A record of `allOf` has the properties of all parts")
    func merged() async throws {
        try await echoes(ShapesAPI.Merged(id: 1, title: "t", extra: true), as: #"{"id":1,"title":"t","extra":true}"#) {
            $0.merged(value: $1)
        }
    }
}
