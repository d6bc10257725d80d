#if XML
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalXML
    import Testing

    /// Tests of one model, read from JSON and from equivalent XML.
    @Suite struct XMLTests {
        private static let expected =
            #"{"rows": 2, "isSampled": true, "title": "a & b <c>", "data": [{"id": 1, "visits": 2.5, "tags": ["x", "y"]}, {"id": 2}], "note": "n"}"#

        @Test(
            "Lists stand in an element of their own, or one element for each value; members are elements or attributes",
            arguments: [
                #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <report xmlns="http://api.example/" rows="2" isSampled="1">
                  <title>a &amp; b &lt;c&gt;</title>
                  <data count="2">
                    <row><id>1</id><visits>2.5</visits><tags><tag>x</tag><tag>y</tag></tags></row>
                    <row><id>2</id></row>
                  </data>
                  <note>n</note>
                </report>
                """#,
                #"<report><rows>2</rows><isSampled>true</isSampled><title><![CDATA[a & b <c>]]></title><data id="1" visits="2.5"><tags>x</tags><tags>y</tags></data>"#
                    + #"<!-- <data/> --><data><id>2</id></data><note>n</note></report>"#,
                #"<m:report xmlns:m="u"><m:rows> 2 </m:rows><m:isSampled>true</m:isSampled><m:title>a <![CDATA[& b ]]>&lt;c&#62;</m:title>"#
                    + #"<m:data><m:row id="1"><m:visits>25e-1</m:visits><m:tags>x</m:tags><m:tags>y</m:tags></m:row><m:row id="2"/></m:data><m:note>n</m:note></m:report>"#,
            ])
        func oneModel(xml: String) async throws {
            #expect(try await answer(xml) == Report(json: Array(Self.expected.utf8)))
        }

        @Test func aListOfOneAndAListOfNone() async throws {
            let one = "<report><rows>1</rows><title/><data><id>5</id></data></report>"
            #expect(
                try await answer(one) == Report(json: Array(#"{"rows": 1, "title": "", "data": [{"id": 5}]}"#.utf8)))
            let wrapped = "<report><rows>1</rows><title/><data><row><id>5</id></row></data></report>"
            #expect(
                try await answer(wrapped) == Report(json: Array(#"{"rows": 1, "title": "", "data": [{"id": 5}]}"#.utf8))
            )
            let none = #"<report><rows>0</rows><title/><data count="0"/></report>"#
            #expect(try await answer(none) == Report(json: Array(#"{"rows": 0, "title": "", "data": []}"#.utf8)))
        }

        /// A price with its currency: the number was lost if no type requested it alone.
        @Test func textBesideAttributes() throws {
            let xml = #"<r><price currency="EUR"> 12.5 </price><p>a <b>bold</b> word</p><n x="1"/></r>"#
            let document = try XMLResponses().parse(Data(xml.utf8))
            let json: JSON = try document.value(at: [])
            #expect(
                json == [
                    "price": ["currency": "EUR", "#text": "12.5"], "p": ["b": "bold", "#text": "a  word"],
                    "n": ["x": "1"],
                ])
            let (price, same): (Double, Double) = (
                try document.value(at: ["price"]), try document.value(at: ["price", "#text"])
            )
            #expect(price == 12.5 && same == 12.5)
        }

        @Test func whatDoesNotFitIsRefusedAndSaysWhere() async throws {
            let missing = "<report><title/><data/></report>"
            await #expect { try await answer(missing) } throws: {
                "\($0)" == "reports.get: undecodable: rows: expected a value, found none (HTTP 200)"
            }
            let wrong =
                "<report><rows>1</rows><title/><data><row><id>1</id></row><row><id>many</id></row></data></report>"
            await #expect { try await answer(wrong) } throws: {
                "\($0)" == "reports.get: undecodable: data[1].id: expected an integer, found \"many\" (HTTP 200)"
            }
            let hexadecimal =
                "<report><rows>1</rows><title/><data><row><id>1</id><visits>0x1p4</visits></row></data></report>"
            await #expect { try await answer(hexadecimal) } throws: {
                "\($0)".contains("data[0].visits: expected a number, found \"0x1p4\"")
            }
            let html = "<html><body><p>Not found<br></body></html>"
            await #expect { try await answer(html) } throws: { ($0 as? APIError)?.code == .undecodable }
        }

        @Test func theRootIsAKeyOfTheEnvelope() async throws {
            let envelope = APIEngine.Envelope(
                result: "response", error: "error", code: "error_code", message: "error_msg")
            #expect(
                try await answer("<response><rows>1</rows><title>t</title><data/></response>", envelope).title == "t")
            #expect(
                try await answer(
                    "<answer><response><rows>1</rows><title>t</title><data/></response></answer>", envelope
                ).title == "t")
            for refusal in [
                "<error><error_code>5</error_code><error_msg>bad a-token</error_msg></error>",
                "<answer><error><error_code>5</error_code><error_msg>bad a-token</error_msg></error></answer>",
            ] {
                await #expect { try await answer(refusal, envelope) } throws: { error in
                    (error as? APIError)?.server?.code?.number == 5 && "\(error)".contains("bad <secret>")
                }
                await #expect { try await answer(refusal, envelope, status: 400) } throws: {
                    ($0 as? APIError)?.server?.code?.number == 5
                }
            }
        }

        @Test(arguments: [
            "<error/>", "<error></error>", "<error>0</error>", "<error>false</error>", "<error> null </error>",
        ])
        func anErrorThatSaysNothingIsNone(error: String) async throws {
            let envelope = APIEngine.Envelope(
                result: "response", error: "error", code: "error_code", message: "error_msg")
            let xml = "<answer>\(error)<response><rows>1</rows><title>t</title><data/></response></answer>"
            #expect(try await answer(xml, envelope).title == "t")
        }

        @Test func theContentTypeDecidesWhereTheAPIDoesNot() async throws {
            let json = #"{"rows": 3, "title": "j", "data": []}"#
            let xml = "<report><rows>3</rows><title>j</title><data/></report>"
            for (type, body) in [
                ("application/json", json), ("text/xml; charset=utf-8", xml), ("application/atom+xml", xml),
            ] {
                let server = try LoopbackServer { _ in .http(200, ["Content-Type: \(type)"], body) }
                let reports = Reports(
                    configuration: Client.Configuration(baseURL: server.baseURL, formats: [XMLResponses()]))
                #expect(try await reports.get().send().title == "j")
                #expect(server.received.first?["Accept"] == "application/json")
            }
        }

        @Test("The first of several media types decides whether they stand for XML")
        func listsOfMediaTypes() {
            #expect(XMLResponses().reads("application/xml, text/xml"))
            #expect(XMLResponses().reads("text/xml;charset=utf-8,application/json"))
            #expect(!XMLResponses().reads("application/json, application/xml"))
        }

        @Test func anAPIInXMLAsksForItAndKeepsIt() async throws {
            let server = try LoopbackServer("<report><rows>3</rows><title>x</title><data/></report>")
            var api = Reports.api
            api.format = XMLResponses()
            let client = Client(api, configuration: Client.Configuration(baseURL: server.baseURL))
            #expect(try await Reports(client: client).get().send().title == "x")
            #expect(try await Reports(client: client).get().response().source == .memory)
            #expect(server.received.map { $0["Accept"] } == ["application/xml"])
        }

        // MARK: Hostile answers

        private static let bomb =
            #"<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><report><title>&b;</title></report>"#

        struct Hostile: Sendable {
            var open = ""
            var piece = ""
            var count = 1
            var close = ""
            var reason: String
            var text: String { open + String(repeating: piece, count: count) + close }
        }

        private static let hostile: [Hostile] = [
            Hostile(open: bomb, reason: "document type"),
            Hostile(
                open: #"<?xml version="1.0"?><!DOCTYPE r SYSTEM "file:///etc/passwd"><report/>"#,
                reason: "document type"),
            Hostile(open: "<report><!DOCTYPE r><title/></report>", reason: "document type"),
            Hostile(
                open: #"<?xml version="1.0" encoding="UTF-7"?>+ADw-+ACE-DOCTYPE r+AD4-<report/>"#,
                reason: "encoding is utf-7"),
            Hostile(open: "<?xml version='1.0' encoding = 'UTF-16'?><report/>", reason: "encoding is utf-16"),
            Hostile(open: "<\u{0}report/>", reason: "not in UTF-8"),
            Hostile(
                piece: "<a>", count: 101, close: String(repeating: "</a>", count: 101), reason: "nest deeper than 100"),
            Hostile(piece: "<a>", count: 100_000, reason: "nest deeper than 100"),
            Hostile(open: "<a>", piece: "<b/>", count: 500_000, close: "</a>", reason: "more than 500000 elements"),
            Hostile(
                open: "<a>", piece: "<b a='' b='' c='' d=''/>", count: 100_000, close: "</a>",
                reason: "more than 500000 elements"),
            Hostile(open: "<a", piece: " b=''", count: 1001, close: "/>", reason: "more than 1000 attributes"),
            Hostile(open: "<a>", piece: "x", count: 10_000_000, close: "</a>", reason: "more than 10000000"),
            Hostile(open: "<a>", piece: "&lt;", count: 2_000_000, close: "</a>", reason: "too many pieces"),
            Hostile(open: "<r>", piece: "<?", count: 200_000, close: "</r>", reason: "?> is missing"),
            Hostile(open: "<a><b></a></b>", reason: "not well formed"),
            Hostile(open: "<a>&unknown;</a>", reason: "not well formed"),
            Hostile(open: "<a b='", reason: "within a tag"),
            Hostile(open: "<?xml version='1.0' encoding='windows-1251'?><report/>", reason: "encoding is windows-1251"),
            Hostile(open: "<?xml version='1.0'? ><!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>?>", reason: "document type"),
            Hostile(open: "<?xml version='1.0'? ><?a?><r/>", reason: "empty processing instruction"),
            Hostile(open: "<?xml version='1.0'? ><r/> ?>", reason: "not well formed"),
            Hostile(open: "<r a='<?b c?>'/>", reason: "not well formed"),
            Hostile(open: "<r>\u{1}</r>", reason: "control characters"),
            Hostile(open: "<r><?a?></r>", reason: "empty processing instruction"),
            Hostile(open: "<!-- ", reason: "-->"),
            Hostile(open: "text", reason: "no element"),
            Hostile(reason: "no element"),
        ]

        /// FoundationXML would end the process.
        @Test(arguments: ["<r\u{FF}/>", "<r><!-- \u{FF} --></r>", "<r>\u{FF}</r>", "<r a='\u{FF}'/>"])
        func bytesThatAreNoTextAreRefused(xml: String) throws {
            let bytes = Data(xml.unicodeScalars.map { UInt8($0.value) })
            #expect { try XMLResponses().parse(bytes) } throws: { "\($0)".contains("not in UTF-8") }
        }

        @Test(arguments: hostile)
        func hostileAnswersAreRefused(_ hostile: Hostile) throws {
            #expect { try XMLResponses().parse(Data(hostile.text.utf8)) } throws: { error in
                (error as? APIError)?.code == .undecodable && "\(error)".contains(hostile.reason)
                    && "\(error)".utf8.count < 200
            }
        }

        /// The parser below is C, and its wrapper traps on unexpected input.
        @Test func noMutilatedAnswerEndsTheProcess() {
            let whole = Array(
                (#"<?xml version="1.0" encoding="UTF-8"?><?style a="b"?><m:report xmlns:m="u" rows="2" m:x='1'><!-- c --><title>a &amp; ё &#62;"#
                    + #"&#x1F600;</title><data count="2"><row><id>1</id><tag/></row><![CDATA[ x ]]><row id="2"/></data></m:report>"#)
                    .utf8)
            let pieces = [
                "<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&", ";", "&#0;", "&#xD800;", "'",
                "=", ":", "\r", "xmlns:",
            ]
            var random = SystemRandomNumberGenerator()
            for _ in 0..<2000 {
                var text = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<text.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: text[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: text.removeSubrange(place..<min(text.count, place + 9))
                    default:
                        text.insert(contentsOf: Array(pieces.randomElement(using: &random)?.utf8 ?? "".utf8), at: place)
                    }
                }
                do throws(APIError) {
                    let value: JSON = try XMLResponses().parse(Data(text)).value(at: ["report"])
                    #expect(value != .null)
                } catch {
                    #expect(error.code == .undecodable, "\(Data(text).base64EncodedString())")
                }
            }
        }

        @Test func aHostileAnswerFailsItsCallOnly() async throws {
            await #expect { try await answer(Self.bomb) } throws: {
                ($0 as? APIError)?.status == 200 && "\($0)".contains("document type")
            }
        }

        @Test func largeAnswersAreRead() throws {
            let rows = (0..<20_000).map { "<row><id>\($0)</id><visits>1.5</visits></row>" }.joined(separator: "\n")
            let document = try XMLResponses().parse(
                Data("<report><rows>1</rows><title/><data>\(rows)</data></report>".utf8))
            let report: Report = try document.value(at: [])
            #expect(report.data.count == 20_000 && report.data.last?.id == 19_999)
        }

        private func answer(_ xml: String, _ envelope: APIEngine.Envelope = .init(), status: Int = 200) async throws
            -> Report
        {
            let server = try LoopbackServer { _ in .http(status, ["Content-Type: application/xml"], xml) }
            var api = Reports.api
            api.envelope = envelope
            let configuration = Client.Configuration(baseURL: server.baseURL, formats: [XMLResponses()])
            return try await Reports(
                client: Client(api, account: Account(id: 1, token: Token("a-token")), configuration: configuration)
            ).get().send()
        }
    }

    /// An API in the form that the generator prints.
    private struct Reports: APIClient {
        let client: Client
        static let api = APIDescription(
            name: "Reports", baseURL: "https://reports.example/", authorization: .parameter("token"))

        func get() -> Request<Report> { Request(Call(client, .init("reports.get", reads: true, cache: 60))) }
    }

    /// A model in the form that the generator prints.
    private struct Report: APIEngine.Model {
        var rows: Int = 0
        var isSampled: Bool?
        var title: String = ""
        var data: [Row] = []
        var note: JSON?

        init(_: APIEngine.Blank) {}
        static let _fields = APIEngine.FieldTable("!rows,isSampled,!title,!data,note")
        mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
            switch index {
            case 0: cursor.int(&rows)
            case 1: cursor.boolIfPresent(&isSampled)
            case 2: cursor.string(&title)
            case 3: cursor.array(&data)
            case 4: cursor.valueIfPresent(&note)
            default: break
            }
        }
    }

    private struct Row: APIEngine.Model {
        var id: Int = 0
        var visits: Double?
        var tags: [String]?

        init(_: APIEngine.Blank) {}
        static let _fields = APIEngine.FieldTable("!id,visits,tags")
        mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
            switch index {
            case 0: cursor.int(&id)
            case 1: cursor.doubleIfPresent(&visits)
            case 2: cursor.arrayIfPresent(&tags)
            default: break
            }
        }
    }
#endif
