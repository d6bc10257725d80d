#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import Testing

    /// Tests of results that are not JSON, of results by status, and of header fields.
    @Suite struct ResultTests {
        private static let folder = Checkout.roundTripSchemas.appending(path: "Contents")

        /// The result of `objects.put`, as far as this test needs it.
        private enum PutResult: APIEngine.KeyedUnion {
            case ok(JSON)
            case noContent
            case unsupported(String)
            case preview(Data)
            case unknown(String, JSON)

            static let _keys: APIEngine.KeyTable = "200=0,204=1-,415=2t,2XX=3b"
            static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
                switch index {
                case 0: .ok(reader.read())
                case 1: .noContent
                case 2: .unsupported(reader.read())
                case 3: .preview(reader.read())
                default: .unknown("", reader.read())
                }
            }
            var _payload: (key: String, value: any APIValue) {
                switch self {
                case .ok(let value): ("200", value)
                case .noContent: ("204", NoContent())
                case .unsupported(let value): ("415", value)
                case .preview(let value): ("2XX", value)
                case .unknown(let key, let value): (key, value)
                }
            }
        }

        private static let put = APIEngine.Method(
            "objects.put", .put, "objects/{id}", accept: "application/json, text/plain, image/*",
            statuses: "200,201,204,409,415,2XX")
        private static let flag = APIEngine.Method(
            "flags.isSet", .get, "flags/{id}", statuses: "204=true,404=false", reads: true)
        private static let table = APIEngine.Method("reports.csv", .get, "report.csv", accept: "text/csv", reads: true)
        private static let object = APIEngine.Method(
            "objects.get", .get, "objects/{id}", accept: "application/octet-stream", reads: true)
        private static let list = APIEngine.Method("objects.find", .get, "objects", reads: true)

        private static func call<Value>(_ client: Client, _ method: APIEngine.Method) -> Request<Value> {
            var call = Call(client, method)
            call.add("id", 7, .path)
            return Request(call)
        }

        @Test("Samples have the type of each result, and the declared header fields")
        func samples() async throws {
            let server = try await MockServer.start(schemas: Self.folder, items: 12)
            let client = Client(
                APIDescription(name: "Contents", baseURL: ""), configuration: .init(baseURL: server.baseURL))
            let text: String = try await Self.call(client, Self.table).send()
            #expect(!text.isEmpty)
            let data: Data = try await Self.call(client, Self.object).send()
            #expect(!data.isEmpty)
            let _: Bool = try await Self.call(client, Self.flag).send()
            let put: PutResult = try await Self.call(client, Self.put).send()
            if case .unknown(let key, _) = put { #expect(["201", "409"].contains(key)) }
            let found: Response<[JSON]> = try await Self.call(client, Self.list).response()
            #expect(found.header("X-Total-Count") == 12)
            let scopes: [String]? = found.header("X-Scopes")
            #expect(scopes != nil)
        }

        @Test func responsesThatATestSets() async throws {
            let server = try await MockServer.start(schemas: Self.folder)
            let client = Client(
                APIDescription(name: "Contents", baseURL: ""), configuration: .init(baseURL: server.baseURL))
            server.on("reports.csv", "a,b\n")
            #expect(try await Self.call(client, Self.table).send() as String == "a,b\n")
            server.on("flags.isSet", false)
            #expect(try await Self.call(client, Self.flag).send() as Bool == false)
            let results: [(JSON, PutResult)] = [
                (["204": nil], .noContent), (["415": "no"], .unsupported("no")),
                (["2XX": "ab"], .preview(Data("ab".utf8))), (["id": 1], .ok(["id": 1])),
            ]
            for (result, expected) in results {
                server.on("objects.put", result)
                #expect(try await Self.call(client, Self.put).send() as PutResult == expected)
            }
        }

        @Test("A stub returns results of each type and status as they were set")
        func stubs() async throws {
            let transport = StubTransport()
            let client = Client(
                APIDescription(name: "Contents", baseURL: "https://a.example/"), transport: transport)
            let put: Request<PutResult> = Self.call(client, Self.put)
            for expected in [
                PutResult.ok(["id": 1]), .noContent, .unsupported("no"), .preview(Data([1, 2])),
            ] {
                transport.on(put) { _ in expected }
                #expect(try await put.send() == expected)
            }
            let flag: Request<Bool> = Self.call(client, Self.flag)
            for expected in [true, false] {
                transport.on(flag) { _ in expected }
                #expect(try await flag.send() == expected)
            }
            let table: Request<String> = Self.call(client, Self.table)
            transport.on(table) { _ in "\"a\"" }
            #expect(try await table.send() == "\"a\"")
            let object: Request<Data> = Self.call(client, Self.object)
            transport.on(object) { _ in Data([0, 255]) }
            #expect(try await object.send() == Data([0, 255]))
        }

        @Test(arguments: 0..<20 as Range<UInt64>) func samplesOfUnions(seed: UInt64) throws {
            let sample = PutResult.sample(seed: seed)
            #expect(try PutResult(json: sample.json(), reading: .strict) == sample)
            #expect(sample == PutResult.sample(seed: seed) && sample != .unknown("", .null))
        }
    }
#endif
