import Foundation
import LoopbackServer
import Methodical
import MethodicalXML
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Tests of bodies of XML.
@Suite struct XMLBodyTests {
    /// Returns the body that a server receives for a value.
    private func body(_ value: (some APIValue)?, root: String) async throws -> String {
        let server = try LoopbackServer("null")
        let api = APIDescription(name: "Store", baseURL: "https://api.example/")
        let client = Client(api, configuration: .init(baseURL: server.baseURL))
        var call = Call(client, .init("put", .put, "", content: "application/xml"))
        call.add(xml: value, root: root)
        _ = try await Request<JSON>(call).send()
        let received = try #require(server.received.first)
        if !received.body.isEmpty {
            #expect(received["Content-Type"] == "application/xml")
            _ = try XMLDocument(data: received.bytes)
        }
        return received.body
    }

    private let head = #"<?xml version="1.0" encoding="UTF-8"?>"#

    /// The request of Amazon S3's reference, without its white space.
    @Test("A body of XML is written with the namespace and elements of Amazon S3's reference")
    func createBucket() async throws {
        #expect(
            try await body(Bucket(), root: "CreateBucketConfiguration")
                == head + #"<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">"#
                + "<LocationConstraint>us-west-2</LocationConstraint><Bucket><Type>Directory</Type></Bucket>"
                + "</CreateBucketConfiguration>")
    }

    @Test func everyKindOfValue() async throws {
        let value: JSON = [
            "a": [1, -2.5], "b": ["@e": "\"\n<", "c": [["d": true], ["d": .null]]], "f": [],
            "g": "& <x> ]]> \r\n\té\\\"", "h": ["#text": "t", "@u": "'"], "i": "",
        ]
        #expect(
            try await body(value, root: "r")
                == head + "<r><a>1</a><a>-2.5</a><b e=\"&quot;&#10;&lt;\"><c><d>true</d></c><c><d/></c></b>"
                + "<g>&amp; &lt;x&gt; ]]&gt; &#13;\n\té\\\"</g><h u=\"'\">t</h><i/></r>")
        #expect(try await body(Double?.none, root: "r") == "")
        await #expect(throws: APIError.self) { try await body(["g": "\u{1}"] as JSON, root: "r") }
        await #expect(throws: APIError.self) { try await body(Double.nan, root: "r") }
    }

    /// A key of a dictionary becomes a name, and cannot begin another element or attribute.
    @Test(arguments: [
        "a><evil", "a b", "a/", "", "1a", "-a", "a&amp;", "@a=\"x\" b", "@", "xmlns:\"", "@a\n", "a\"", "é<",
    ]) func keysThatAreNoNames(key: String) async throws {
        await #expect(throws: APIError.self) { try await body(["x": [key: "1"]] as JSON, root: "r") }
    }

    @Test func keysThatAreNames() async throws {
        for name in ["_a", "a-b.c1", "é"] {
            #expect(try await body([name: 1] as JSON, root: "r") == head + "<r><\(name)>1</\(name)></r>")
        }
    }

    @Test("A secret body of XML is not shown in the description of a request")
    func secrets() throws {
        let client = Client(APIDescription(name: "Store", baseURL: "https://api.example/"))
        var call = Call(client, .init("put", .put, "", content: "application/xml"))
        call.add(xml: ["a": "xml-secret"] as JSON, root: "r", isSecret: true)
        #expect(Request<JSON>(call).description == "put(body: <secret>)")
    }

    /// A model in the form that the generator prints.
    private struct Bucket: APIEngine.Model {
        var xmlns = "http://s3.amazonaws.com/doc/2006-03-01/"
        var location = "us-west-2"
        var bucket: JSON = ["Type": "Directory"]

        init() {}
        init(_: APIEngine.Blank) {}
        static let _fields = APIEngine.FieldTable("!xmlns,!LocationConstraint,!Bucket")
        mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
            switch index {
            case 0: cursor.string(&xmlns)
            case 1: cursor.string(&location)
            case 2: cursor.value(&bucket)
            default: break
            }
        }
    }
}
