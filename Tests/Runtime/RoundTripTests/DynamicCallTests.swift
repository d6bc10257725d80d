import APICalling
import Foundation
import LoopbackServer
import Methodical
import MethodicalGenerator
import TestFiles
import Testing
import VKAPI

/// Tests of calls without generated code, as the command makes them: they equal those of generated code, and a server
/// receives the same bytes.
@Suite struct DynamicCallTests {
    /// Compares the call of some words with that of generated code, and then what a server receives from both.
    private func expectEqual<API: APIClient, Value>(
        _ schema: CallableAPI,
        _ type: API.Type,
        _ words: [String],
        token: String? = nil,
        secrets: [String: String] = [:],
        at location: SourceLocation = #_sourceLocation,
        _ request: (API) -> Request<Value>
    ) async throws {
        let server = try LoopbackServer { _ in .http(200, [], "null") }
        let generated = request(API(server, token: token))
        let call = try DynamicCalls.call(words, in: schema, secrets: secrets)
        #expect(call.call(on: generated.call.client) == generated.call, sourceLocation: location)
        _ = try? await generated.send()
        let connection = Connection(baseURL: server.baseURL, token: token)
        _ = try? await call.send(on: call.client(for: connection))
        try #require(server.received.count == 2, sourceLocation: location)
        #expect(
            DynamicCalls.fields(server.received[0]) == DynamicCalls.fields(server.received[1]), sourceLocation: location
        )
        #expect(server.received[0].bytes == server.received[1].bytes, sourceLocation: location)
    }

    // MARK: Descriptions

    private static let clients: [(folder: String, description: APIDescription)] = [
        ("Bodies", WholeAPI.api), ("Body", BodyAPI.api), ("Contents", ContentsAPI.api), ("Continued", Listing.api),
        ("Flags", FlagsAPI.api), ("Flattened", FlattenedAPI.api), ("Forge", Forge.api), ("Form", FormAPI.api),
        ("Mismatch", MismatchAPI.api), ("Operations", Jobs.api), ("Parts", PartsAPI.api), ("PetShop", PetShop.api),
        ("Planner", Planner.api), ("Query", QueryAPI.api), ("Retry", RetryAPI.api), ("Secured", SecuredAPI.api),
        ("Served", ServedAPI.api), ("Status", StatusAPI.api), ("Streams", StreamsAPI.api), ("Strict", StrictAPI.api),
        ("Wire", WireAPI.api), ("Workshop", Workshop.api), ("Wrapped", WrappedAPI.api),
    ]

    @Test("The description of each API equals that of generated code", arguments: clients.map(\.folder))
    func descriptions(folder: String) throws {
        let generated = try #require(Self.clients.first { $0.folder == folder }).description
        let dynamic = APIDescription(try DynamicCalls.schema(folder).api)
        #expect(Self.facts(of: dynamic) == Self.facts(of: generated))
    }

    @Test("The description of VK equals that of generated code")
    func descriptionOfVK() throws {
        let schema = try DynamicCalls.schema(Checkout.schema.appending(path: "VK"))
        #expect(Self.facts(of: APIDescription(schema.api)) == Self.facts(of: VK.api))
    }

    /// Returns the properties of a description as text, with dictionaries and sets in order.
    private static func facts(of value: Any) -> [String] {
        Mirror(reflecting: value).children.map { child in
            var text = String(reflecting: child.value)
            let mirror = Mirror(reflecting: child.value)
            if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
                text = mirror.children.map { String(reflecting: $0.value) }.sorted().joined(separator: ", ")
            }
            return "\(child.label ?? ""): \(text)"
        }
    }

    // MARK: Places and spellings

    @Test("A form has each kind of value as generated code sends it")
    func forms() async throws {
        let form = try DynamicCalls.schema("Form")
        try await expectEqual(
            form, FormAPI.self, ["kinds.strings", "text=a b+c&d", "ключ=да", "link=https://a.b/?c=d"]
        ) {
            $0.kinds.strings(text: "a b+c&d", ключ: "да", link: "https://a.b/?c=d")
        }
        try await expectEqual(
            form, FormAPI.self, ["kinds.numbers", "ratio=0.1", "whole=-5", "big=9223372036854775807"]
        ) {
            $0.kinds.numbers(whole: -5, big: .max, ratio: 0.1)
        }
        try await expectEqual(form, FormAPI.self, ["kinds.flags", "digit=true", "word=1", "list=true,false"]) {
            $0.kinds.flags(digit: true, word: true, list: [true, false])
        }
        try await expectEqual(
            form, FormAPI.self,
            ["kinds.lists", "plain=1,2", "comma:=[\"a\",\"b\"]", "again=3", "again=4", "square=x,y", "ratios=0.5,2"]
        ) {
            $0.kinds.lists(plain: [1, 2], comma: ["a", "b"], again: [3, 4], square: ["x", "y"], ratios: [0.5, 2])
        }
        try await expectEqual(form, FormAPI.self, ["kinds.enums", "order=by date", "sex=1"]) {
            $0.kinds.enums(order: .byDate, sex: .female)
        }
        try await expectEqual(form, FormAPI.self, ["kinds.scalars", "id=7", "ids=1,x", "level=true", "size=0.5"]) {
            $0.kinds.scalars(id: 7, ids: [1, "x"], level: true, size: 0.5)
        }
        try await expectEqual(
            form, FormAPI.self,
            ["kinds.dates", "seconds=1970-01-01T00:00:05Z", "milliseconds=5000", "days=86400,0"]
        ) {
            let date = Date(timeIntervalSince1970: 5)
            return $0.kinds.dates(
                seconds: date, milliseconds: date,
                days: [Date(timeIntervalSince1970: 86400), Date(timeIntervalSince1970: 0)])
        }
    }

    @Test("Objects in a form are written in the order of their records")
    func objects() async throws {
        let form = try DynamicCalls.schema("Form")
        try await expectEqual(
            form, FormAPI.self,
            [
                "kinds.objects", #"place:={"title":"e"}"#, #"places=[{"title":"a"},{"title":"b"}]"#,
                #"counts={"b":1,"a":2}"#,
                #"any={"z":null}"#, #"text:={"a":"b"}"#, "numbers=1,2",
            ]
        ) {
            $0.kinds.objects(
                place: .init(title: "e"), places: [.init(title: "a"), .init(title: "b")], counts: ["a": 2, "b": 1],
                any: ["z": nil], text: ["a": "b"], numbers: [1, 2])
        }
    }

    @Test("Path, query, header fields, cookies and bodies get their arguments")
    func places() async throws {
        let form = try DynamicCalls.schema("Form")
        try await expectEqual(form, FormAPI.self, ["places.path", "title=../a b", "user_id=42", "page=2"], token: "t") {
            $0.places.path(title: "../a b", userID: 42, page: 2)
        }
        try await expectEqual(form, FormAPI.self, ["places.query", "a=1", "b=2", "c=3,4"], token: "t&1") {
            $0.places.query(a: 1, b: "2", c: ["3", "4"])
        }
        try await expectEqual(
            form, FormAPI.self,
            ["places.header", "X-Kind=a;b", "X-Ids=1,2", "X-On=true", "X-Since=1970-01-01T00:00:00Z", "b=1"]
        ) {
            $0.places.header(xKind: "a;b", xIDs: [1, 2], xOn: true, xSince: Date(timeIntervalSince1970: 0), b: 1)
        }
        try await expectEqual(form, FormAPI.self, ["places.body", "a=1", "b=true"], token: "t") {
            $0.places.body(a: 1, b: [true])
        }
        let wire = try DynamicCalls.schema("Wire")
        try await expectEqual(
            wire, WireAPI.self, ["session.get", "sid=env:SID", "theme=dark", "ids=1,2"], secrets: ["SID": "s-1"]
        ) {
            $0.session.get(sid: "s-1", theme: "dark", ids: [1, 2])
        }
        try await expectEqual(wire, WireAPI.self, ["files.read", "path=a/b c", "page=2"]) {
            $0.files.read(path: "a/b c", page: 2)
        }
        try await expectEqual(
            wire, WireAPI.self, ["lists.get", "pipes=1,2", "spaces=a,b", "tabs=c,d", "minor=true", "word=false"]
        ) {
            $0.lists.get(pipes: [1, 2], spaces: ["a", "b"], tabs: ["c", "d"], minor: true, word: false)
        }
        try await expectEqual(wire, WireAPI.self, ["filters.merge", "name=a b"]) { $0.filters.merge(name: "a b") }
        try await expectEqual(wire, WireAPI.self, ["filters.replace", "name=a b"]) { $0.filters.replace(name: "a b") }
    }

    @Test("Parameters of one name have their places before it, and null is not the same as nothing")
    func namesakesAndNull() async throws {
        let wire = try DynamicCalls.schema("Wire")
        try await expectEqual(
            wire, WireAPI.self,
            [
                "tasks.update", "id=7", "body.id=x", "query.id=y", "parent:=null", "title:=null", "priority=3",
                "labels=a,b",
            ]
        ) {
            $0.tasks.update(
                id: 7, bodyID: "x", list: "y", title: .null, labels: ["a", "b"], priority: 3, parent: nil)
        }
    }

    @Test("The query of a GET, and the token in a header field")
    func queries() async throws {
        let query = try DynamicCalls.schema("Query")
        try await expectEqual(
            query, QueryAPI.self,
            [
                "counters.list", "q=a&b", "ids=1,2", "metrics=ym:s:visits,ym:s:users", "on=true", "digit=0",
                "from=1970-01-01T00:00:00Z", #"filter={"name":"a"}"#, #"filters:=[{"id":1},{"id":2}]"#, "sort=+name",
                "api_key=env:KEY",
            ],
            token: "abc", secrets: ["KEY": "k&"]
        ) {
            $0.counters.list(
                q: "a&b", ids: [1, 2], metrics: ["ym:s:visits", "ym:s:users"], on: true, digit: false,
                from: Date(timeIntervalSince1970: 0), filter: .init(name: "a"), filters: [.init(id: 1), .init(id: 2)],
                sort: .init(rawValue: "+name"), apiKey: "k&")
        }
        try await expectEqual(query, QueryAPI.self, ["counters.open", "on=1", "ids=1,2", "at=1500"], token: "t") {
            $0.counters.open(on: true, ids: [1, 2], at: Date(timeIntervalSince1970: 1.5))
        }
        try await expectEqual(query, QueryAPI.self, ["counters.probe", "id=7"]) { $0.counters.probe(id: 7) }
    }

    @Test("Values with a format in a JSON body")
    func formats() async throws {
        try await expectEqual(
            try DynamicCalls.schema("Body"), BodyAPI.self,
            [
                "goals.values", "day=2024-02-29", "length=PT1H30M", "seconds=90", "exact=1.234", "share=0.25",
                "percent=15", "bytes=Zm9v", "id=9223372036854775807", "at=2015-06-01T12:00:00Z", "ids=1,-2",
            ]
        ) {
            $0.goals.values(
                day: "2024-02-29", length: .seconds(5400), seconds: .seconds(90), exact: .milliseconds(1234),
                share: 0.25, percent: 15, bytes: Data("foo".utf8), id: .max,
                at: Date(timeIntervalSince1970: 1_433_160_000), ids: [1, -2])
        }
    }

    // MARK: Variants, constants and keys

    @Test("The arguments choose the variant, and its constants are sent")
    func variants() async throws {
        let query = try DynamicCalls.schema("Query")
        try await expectEqual(query, QueryAPI.self, ["reports.view", "mode=short"]) { $0.reports.view(mode: .short) }
        try await expectEqual(
            query, QueryAPI.self, ["reports.view", "mode=full", "detailed=1", "X-Extra=true"]
        ) {
            $0.reports.viewFull()
        }
        let vk = try DynamicCalls.schema(Checkout.schema.appending(path: "VK"))
        try await expectEqual(vk, VK.self, ["users.get", "user_ids=1,2", "fields=photo_50"], token: "t") {
            $0.users.get(userIDs: [1, 2], fields: [.photo50])
        }
    }

    @Test("Constants and variables of the client are arguments")
    func clientValues() async throws {
        let schema = try DynamicCalls.schema("Served")
        let server = try LoopbackServer { _ in .http(200, [], "null") }
        let generated = ServedAPI(baseURL: server.baseURL, clientID: "app", level: 3)
        _ = try? await generated.users.add(a: 1).send()
        let call = try DynamicCalls.call(["users.add", "a=1", "Client-Id=app", "level=3"], in: schema)
        _ = try? await call.send(on: call.client(for: Connection(baseURL: server.baseURL)))
        try #require(server.received.count == 2)
        #expect(DynamicCalls.fields(server.received[0]) == DynamicCalls.fields(server.received[1]))
        #expect(server.received[0].bytes == server.received[1].bytes)
    }

    @Test("Credentials of several schemes are sent in their places")
    func credentials() async throws {
        let schema = try DynamicCalls.schema("Secured")
        let server = try LoopbackServer { _ in .http(200, [], "null") }
        let texts = ["apiKey": "k&1", "appID": "a1", "session": "s", "device": "d", "login": "ada:pass", "bot": "b"]
        var credentials = texts.mapValues { Credential.key($0) }
        credentials["login"] = .basic(user: "ada", password: "pass")
        let account = Account(credentials: credentials)
        let api = SecuredAPI(
            account: account, configuration: .init(baseURL: server.baseURL, retries: .never))
        let requests = [
            ("usual", api.usual()), ("cookies", api.cookies()), ("login", api.login()), ("optional", api.optional()),
            ("scoped", api.scoped()), ("open", api.open()),
        ]
        for (name, request) in requests {
            let before = server.received.count
            _ = try? await request.send()
            let call = try DynamicCalls.call([name], in: schema)
            let connection = Connection(baseURL: server.baseURL, credentials: texts)
            _ = try? await call.send(on: call.client(for: connection))
            try #require(server.received.count == before + 2)
            #expect(DynamicCalls.fields(server.received[before]) == DynamicCalls.fields(server.received[before + 1]))
        }
    }
}

/// The schemas of these tests, and calls of their methods.
enum DynamicCalls {
    /// Returns a schema of these tests.
    static func schema(_ folder: URL) throws -> CallableAPI {
        CallableAPI(try #require(compile(files(in: folder)).api))
    }

    /// Returns the files of a schema.
    static func files(in folder: URL) throws -> [SourceFile] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try paths.filter { $0.hasSuffix(".json") }.sorted().map { path in
            SourceFile(path: path, bytes: Array(try Data(contentsOf: folder.appending(path: path))))
        }
    }

    static func schema(_ name: String) throws -> CallableAPI {
        try schema(Checkout.roundTripSchemas.appending(path: name))
    }

    /// Reads the arguments of a call. The secrets are those of the environment that `secrets` describes.
    static func call(
        _ words: [String],
        in schema: CallableAPI,
        secrets: [String: String] = [:]
    ) throws -> MethodCall {
        try MethodCall(words[0], words.dropFirst().map { try WrittenArgument($0) }, in: schema) {
            source throws(CallProblem) in
            guard case .environment(let name) = source, let secret = secrets[name] else {
                throw CallProblem("there is no such secret")
            }
            return secret
        }
    }

    /// Returns the first line and the header fields of a request. `URLSession` sends the fields in any order.
    static func fields(_ received: Received) -> [String] {
        [received.line] + received.head.split(separator: "\r\n").dropFirst().map(String.init).sorted()
    }
}
