#if MockServer
    import APICalling
    import APILearning
    import APIVerification
    import Foundation
    import Methodical
    import MethodicalMock
    import TestFiles
    import Testing

    /// Tests that a verification finds faults of servers, each seeded alone into the responses of a mock server.
    @Suite struct SeededFaultTests {
        private static let token = "tok-5f2b81c6"

        @Test("A fault of the library's server is found", arguments: libraryFaults)
        func library(fault: SeededFault) async throws {
            let folder = TemporaryFolder()
            try Verifications.write(Library.files, to: folder.url)
            try await expect(fault, schemaIn: folder.url)
        }

        @Test("A fault of the server of a bundled API or an example is found", arguments: otherFaults)
        func others(folder: String, only: String, fault: SeededFault) async throws {
            try await expect(fault, schemaIn: Checkout.root.appending(path: folder), only: only)
        }

        @Test("There are at least 50 faults")
        func count() {
            #expect(Self.libraryFaults.count + Self.otherFaults.count >= 50)
        }

        @Test("Without a fault, the library has no mismatch, and each method that reads is verified")
        func noFault() async throws {
            let folder = TemporaryFolder()
            try Verifications.write(Library.files, to: folder.url)
            let report = try await report(schemaIn: folder.url, transport: nil)
            #expect(report.faults.isEmpty, "\(report.text(in: .text))")
            #expect(report.verified.count == Library.readCount, "\(report.text(in: .text))")
        }

        private func expect(_ fault: SeededFault, schemaIn folder: URL, only: String = "*") async throws {
            let report = try await report(schemaIn: folder, only: only, transport: fault.transport)
            let text = report.text(in: .text)
            let found = report.mismatches.filter { $0.message.contains(fault.message) }
            #expect(!found.isEmpty, "\(fault.name): \(text)")
            #expect(found.allSatisfy { $0.place != nil }, "\(fault.name): \(text)")
            #expect(found.allSatisfy { report.line(of: $0.exchange).hasPrefix("methodical call ") })
            #expect(!text.contains(Self.token))
        }

        private func report(
            schemaIn folder: URL,
            only: String = "*",
            transport: FaultyTransport?
        ) async throws -> VerificationReport {
            let server = try await MockServer.start(schemas: folder, items: 45)
            let schema = try Verifications.schema(in: folder).withoutLimits
            var options = VerificationOptions()
            options.only = [only]
            var verification = Verification(
                schema, on: Connection(baseURL: server.baseURL, token: Self.token), options: options,
                transport: transport)
            let report = try await verification.run()
            await server.stop()
            return report
        }
    }

    // MARK: Faults

    extension SeededFaultTests {
        static let libraryFaults = valueFaults + unionFaults + responseFaults + pageFaults + refusalFaults

        private static let book = "/v1/books/*"
        private static let books = "/v1/books"

        /// Faults of values.
        private static let valueFaults = [
            SeededFault("text for a number", at: book, .set("price", "cheap"), "Book.price: expected a number"),
            SeededFault("number for a text", at: book, .set("title", 7), "Book.title: expected a string"),
            SeededFault("number in quotes", at: book, .set("id", "7"), "Book.id: expected an integer, found a string"),
            SeededFault("fraction for an integer", at: book, .set("rating", 1.5), "Book.rating: expected an integer"),
            SeededFault("text for a flag", at: book, .set("lent", "yes"), "Book.lent: expected true or false"),
            SeededFault("number for a flag", at: book, .set("lent", 1), "Book.lent: expected true or false"),
            SeededFault("list for an object", at: book, .set("author", [1]), "author: expected an object"),
            SeededFault("empty list for an object", at: book, .set("author", []), "expected an object"),
            SeededFault("object for a list", at: book, .set("tags", ["a": 1]), "tags: expected a list"),
            SeededFault("text for a list", at: book, .set("tags", "a,b"), "tags: expected a list"),
            SeededFault("element of another type", at: book, .set("tags", ["a", 5]), "expected a string"),
            SeededFault("null in a list", at: book, .set("tags", ["a", nil]), "null"),
            SeededFault("text for an object", at: book, .set("author", "Jane"), "author: expected an object"),
            SeededFault("missing required member", at: book, .remove("title"), "Book.title: missing"),
            SeededFault("missing required object", at: book, .remove("author"), "Book.author: missing"),
            SeededFault("missing member of an inner object", at: book, .remove("author.name"), "Author.name: missing"),
            SeededFault("extra null", at: book, .set("title", nil), "Book.title: null"),
            SeededFault("null for an optional member", at: book, .set("price", nil), "Book.price: null"),
            SeededFault("unknown value of an enumeration", at: book, .set("genre", "drama"), "found drama"),
            SeededFault("value in capitals", at: book, .set("genre", "NOVEL"), "found NOVEL"),
            SeededFault("number for an enumeration", at: book, .set("genre", 2), "expected one of novel, poetry"),
            SeededFault("date and time without a zone", at: book, .set("added", "2024-02-29T12:30:00"), "Book.added"),
            SeededFault("date and time with a space", at: book, .set("added", "2024-02-29 12:30:00Z"), "Book.added"),
            SeededFault("seconds for a date and time", at: book, .set("added", 1_700_000_000), "Book.added"),
            SeededFault("date of another country", at: book, .set("printed", "29.02.2024"), "Book.printed"),
            SeededFault("date that does not exist", at: book, .set("printed", "2023-02-29"), "Book.printed"),
            SeededFault("date and time for a date", at: book, .set("printed", "2024-02-29T12:30:00Z"), "Book.printed"),
            SeededFault(
                "text for seconds", at: "/v1/authors/*", .set("seen", "2024-02-29"), "Author.seen: expected an integer"),
            SeededFault("words for a duration", at: "/v1/loans/*", .set("length", "2 weeks"), "Loan.length"),
            SeededFault("letters in a number", at: book, .set("isbn", "97801A"), "Book.isbn"),
            SeededFault("number below its minimum", at: book, .set("price", -1), "a number of at least 0, found -1"),
            SeededFault("number above its maximum", at: book, .set("rating", 1_000_001), "a number of at most 1000000"),
            SeededFault("number beyond 64 bits", at: book, .set("rating", 1e30), "Book.rating"),
            SeededFault("another constant", at: "/v1/hours", .set("version", 4), "expected 3, found 4"),
            SeededFault(
                "number in a dictionary", at: "/v1/hours", .set("days", ["mon": 1_000_001]),
                "of at most 1000000, found 1000001"),
            SeededFault("text in a dictionary", at: "/v1/hours", .set("days", ["mon": "8"]), "expected an integer"),
            SeededFault("empty text", at: "/v1/hours", .set("notes", [""]), "of at least 1 characters"),
            SeededFault("wrong type in one element of a page", at: books, .set("items.3.title", 7), "Book.title"),
            SeededFault("object in place of a list", at: books, .set("items", ["0": 1]), "items: expected a list"),
        ]

        private static let unionFaults = [
            SeededFault("unknown discriminator", at: "/v1/news", .set("", [["kind": "film"]]), "kind"),
            SeededFault("no discriminator", at: "/v1/news", .set("", [["text": "a"]]), "kind"),
            SeededFault("member of another case", at: "/v1/news", .set("", [["kind": "text", "url": "a"]]), "missing"),
        ]

        /// Faults of statuses, header fields and whole bodies.
        private static let responseFaults = [
            SeededFault("failure of the server", at: "/v1/hours", .status(500), "found HTTP 500"),
            SeededFault("refusal without a reason", at: "/v1/hours", .status(400), "found HTTP 400"),
            SeededFault("unlisted status", at: "/v1/hold", .status(206), "expected the status 200 or 203, found 206"),
            SeededFault("empty body", at: "/v1/hours", .body(""), "without a body"),
            SeededFault("no content", at: "/v1/hours", .instead { $1 = HTTPResponse(status: 204) }, "HTTP 204"),
            SeededFault("body that is cut off", at: "/v1/hours", .body(#"{"days": {"mon": 8"#), "expected JSON"),
            SeededFault("page of HTML", at: "/v1/hours", .body("<html>Sorry</html>"), "expected JSON"),
            SeededFault("label of another type", at: "/v1/hours", .field("Content-Type", "text/xml"), "Content-Type"),
            SeededFault("list as a result", at: "/v1/hours", .body("[]"), "expected an object"),
            SeededFault("null as a result", at: "/v1/hours", .body("null"), "null"),
            SeededFault("text in a header field", at: books, .field("X-Total-Count", "many"), "X-Total-Count"),
            SeededFault("another date in a header field", at: books, .field("X-Since", "29.2.2024"), "X-Since"),
            SeededFault(
                "unknown value in a header field", at: books, .field("X-Tier", "gold"), "X-Tier: expected one of"),
        ]

        private static let pageFaults = [
            SeededFault(
                "page that repeats", at: books,
                .instead { request, response in
                    response.body = Data(page(of: [1, 2], total: 6).utf8)
                }, "repeats page 1"),
            SeededFault(
                "pages that do not end", at: books,
                .instead { request, response in
                    let offset = request.query("offset").flatMap { Int($0) } ?? 0
                    response.body = Data(page(of: [offset + 1, offset + 2], total: offset + 1).utf8)
                }, "the total is"),
            SeededFault(
                "flag that never says that the pages end", at: "/v1/loans",
                .instead { _, response in
                    guard response.status < 300 else { return }
                    response.body = Data(#"{"loans":[],"has_more":true}"#.utf8)
                }, "is empty, but says that more pages follow"),
            SeededFault(
                "cursor that leads to the same page", at: "/v1/authors",
                .instead { request, response in
                    let next = request.query("after") ?? ""
                    response.body = Data(
                        #"{"authors":[{"id":1,"name":"A"},{"id":2,"name":"B"}],"next":"\#(next)x"}"#.utf8)
                }, "repeats page 1"),
            SeededFault(
                "link that leads to the same page", at: "/v1/shelves",
                .instead { request, response in
                    let number = (request.query("mock_start").flatMap { Int($0) } ?? 0) + 1
                    let address = "\(request.url.absoluteString.prefix { $0 != "?" })?mock_start=\(number)"
                    response.headers["Link"] = "<\(address)>; rel=\"next\""
                    response.body = Data(#"[{"id":1,"place":"a"}]"#.utf8)
                }, "repeats page 1"),
            SeededFault(
                "cursors without end", at: "/v1/authors",
                .instead { request, response in
                    let after = request.query("after") ?? ""
                    response.body = Data(#"{"authors":[],"next":"\#(after)x"}"#.utf8)
                }, "pages are empty, but each says that another one follows"),
            SeededFault(
                "fault on the second page alone", at: books,
                .instead { request, response in
                    guard request.query("offset") != nil else { return }
                    var text = String(decoding: response.body, as: UTF8.self)
                    text.replace(#""title":"#, with: #""name":"#)
                    response.body = Data(text.utf8)
                }, "Book.title: missing"),
        ]

        private static let refusalFaults = [
            SeededFault(
                "success for an unknown id", at: "/v1/books/2147483647",
                .instead { _, response in
                    response = HTTPResponse(status: 200, body: Data(book(7).utf8))
                }, "for an id that does not exist, found HTTP 200"),
            SeededFault(
                "failure of the server for an unknown id", at: "/v1/books/2147483647",
                .instead { _, response in response = HTTPResponse(status: 500) },
                "expected a refusal such as 404, found HTTP 500"),
            SeededFault(
                "refusal of an id from a list", at: book,
                .instead { _, response in
                    response = HTTPResponse(status: 404, body: Data(#"{"message":"gone"}"#.utf8))
                }, "for an id that the server returned, found HTTP 404"),
            SeededFault(
                "success without a token", at: "/v1/loans",
                .instead { request, response in
                    guard request.headers["Authorization"] == nil else { return }
                    response = HTTPResponse(status: 200, body: Data(#"{"loans":[],"has_more":false}"#.utf8))
                }, "without a token, found HTTP 200"),
        ]

        /// Faults of other servers, each with the folder of the schema and the methods to call.
        static let otherFaults: [(String, String, SeededFault)] = [
            (hello, "*", SeededFault("number in quotes", at: "/notes", .set("0.id", "1"), "Note.id")),
            (hello, "*", SeededFault("missing text", at: "/notes", .remove("*.text"), "Note.text: missing")),
            (huaban, "users.get*", SeededFault("list as a user", at: "/users/me", .body("[]"), "expected an object")),
            (
                huaban, "search.hints",
                SeededFault("number", at: "/search/hint", .set("result", [7]), "a string")
            ),
            (tasks, "*", SeededFault("text for a number of pages", at: "/v1/tasks", .set("pages", "2"), "pages")),
            (tasks, "*", SeededFault("text for a total", at: "/v1/tasks", .field("X-Total-Count", "x"), "X-Total")),
            (tasks, "*", SeededFault("another date", at: "/v1/tasks", .set("tasks.0.due", "1.2.24"), "Task.due")),
            (vk, "users.get", SeededFault("text for an id", at: "/method/users.get", .set("response.0.id", "x"), "id")),
            (vk, "users.get", SeededFault("no envelope", at: "/method/users.get", .body(#"[{"id":1}]"#), "response")),
            (metrika, "counters.*", SeededFault("text", at: "/management/v1/counters", .set("rows", "x"), "rows")),
        ]

        private static let hello = "Examples/Hello/Sources/Hello/Schema"
        private static let tasks = "Examples/Services/Sources/TaskService/Schema"
        private static let huaban = "Schema/Huaban"
        private static let vk = "Schema/VK"
        private static let metrika = "Schema/Metrika"

        private static func page(of ids: [Int], total: Int) -> String {
            #"{"count":\#(total),"items":[\#(ids.map { book($0) }.joined(separator: ","))]}"#
        }

        private static func book(_ id: Int) -> String {
            #"{"id":\#(id),"title":"a","author":{"id":1,"name":"A"},"genre":"novel","added":"2024-02-29T12:30:00Z"}"#
        }
    }
#endif
