import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of responses that are not JSON, of results by status, of header fields and of typed failures.
@Suite struct ContentTests {
    private func response<Value>(
        _ body: Data, _ status: Int = 200, _ headers: [String] = [], _ request: (ContentsAPI) -> Request<Value>
    ) async throws -> (Response<Value>, Received) {
        let server = try LoopbackServer { _ in .data(status, headers, body) }
        let response = try await request(ContentsAPI(server, token: "t0ken")).response()
        return (response, try #require(server.received.first))
    }

    // MARK: Text and bytes

    @Test(
        "A text is decoded by the character set of its media type",
        arguments: [
            (Data("a,b\r\n1,\"2\"\r\n".utf8), "text/csv", "a,b\r\n1,\"2\"\r\n"),
            (Data("\"quoted\"\n".utf8), "text/csv; charset=UTF-8", "\"quoted\"\n"),
            (
                Data([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]), "text/csv; header=present; charset=\"windows-1251\"",
                "Привет"
            ),
            (Data([0x63, 0x61, 0x66, 0xE9]), "text/csv;charset=ISO-8859-1", "café"),
            (Data("[1]".utf8), "application/json", "[1]"), (Data(), "text/csv", ""),
        ])
    func text(body: Data, type: String, expected: String) async throws {
        let (response, request) = try await response(body, 200, ["Content-Type: \(type)"]) { $0.reports.csv() }
        #expect(response.value == expected && response.body == body && response.mismatches.isEmpty)
        #expect(request.line == "GET /report.csv HTTP/1.1" && request["Accept"] == "text/csv")
    }

    @Test("Bytes are requested as such and returned unchanged, with the values of header fields")
    func bytes() async throws {
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let (response, request) = try await response(
            body, 200, ["Content-Type: image/png", "ETag: \"7\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"]
        ) { $0.objects.get(id: "a") }
        #expect(response.value == body && request["Accept"] == "application/octet-stream")
        #expect(response.etag == "\"7\"" && response.contentLength == 100_000)
        #expect(response.lastModified?.date == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "A call asks for all media types of its response, in order",
        arguments: [
            "application/vnd.store+json", "application/json; charset=utf-8",
        ])
    func severalMediaTypes(type: String) async throws {
        let body = Data(#"{"id": 7}"#.utf8)
        let (response, request) = try await response(body, 200, ["Content-Type: \(type)"]) { $0.objects.first() }
        #expect(response.value.id == 7)
        #expect(request["Accept"] == "application/vnd.store+json; version=2, application/json")
    }

    /// An error in JSON is an error, although the method returns text or bytes.
    @Test func errorsInsteadOfBytes() async throws {
        let body = #"{"error": {"message": "gone"}}"#
        let server = try LoopbackServer { _ in .http(200, ["Content-Type: application/json"], body) }
        let api = ContentsAPI(server)
        #expect(try await failure(api.objects.get(id: "a")).server?.message == "gone")
        #expect(try await failure(api.reports.csv()).server?.message == "gone")
        let refusing = try LoopbackServer { _ in .http(404, [], "no") }
        #expect(try await failure(ContentsAPI(refusing).objects.get(id: "a")).status == 404)
    }

    @Test func bytesToAFile() async throws {
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let server = try LoopbackServer { request in
            if request.line.contains("missing") { return .http(404, [], #"{"error": {"message": "no file"}}"#) }
            return .data(200, ["ETag: \"1\""], body)
        }
        let api = ContentsAPI(server, token: "t0ken")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("object")
        #expect(try await api.objects.get(id: "a").download(to: file).send() == body.count)
        #expect(try Data(contentsOf: file) == body)
        #expect(server.received.first?.line == "GET /objects/a HTTP/1.1")
        let error = await #expect(throws: APIError.self) {
            try await api.objects.get(id: "missing").download(to: file).send()
        }
        #expect(error?.status == 404 && error?.server?.message == "no file" && error?.method == "objects.get")
        #expect(try Data(contentsOf: file) == body)
    }

    // MARK: Results by status

    @Test(
        "The status selects the case of a result",
        arguments: [
            (200, #"{"id": 1}"#, ContentsAPI.Objects.PutResult.ok(.init(id: 1))),
            (201, #"{"id": 2, "name": "b"}"#, .created(.init(id: 2, name: "b"))),
            (204, "", .noContent), (409, #"{"current": 7}"#, .conflict(.init(current: 7))),
            (415, "only text, please", .unsupportedMediaType("only text, please")),
            (207, "\u{1}\u{2}", .preview(Data([1, 2]))),
        ])
    func union(status: Int, body: String, expected: ContentsAPI.Objects.PutResult) async throws {
        let (response, request) = try await response(Data(body.utf8), status) { $0.objects.put(id: "a") }
        #expect(response.value == expected && response.status == status)
        #expect(request["Accept"] == "application/json, text/plain, image/*")
    }

    @Test func statusesThatAreNoResults() async throws {
        for status in [304, 400, 500] {
            let error = try await failure(ContentsAPI.self, "{}", status: status) { $0.objects.put(id: "a") }
            #expect(error.code == .server && error.status == status)
        }
        let error = try await failure(ContentsAPI.self, "{}", status: 409) { $0.objects.put(id: "a") }
        #expect(error.code == .undecodable && error.problem?.path == "current")
    }

    @Test(
        "A list is read from each status with this result, and from a status that is not listed",
        arguments: [200, 206, 416, 203])
    func equalResults(status: Int) async throws {
        let (response, _) = try await response(Data(#"[{"id": 3}]"#.utf8), status) { $0.objects.list() }
        #expect(response.value == [.init(id: 3)])
    }

    @Test(
        "The status of a response is the flag, and statuses that are not listed are errors",
        arguments: [(204, true), (404, false)])
    func flags(status: Int, expected: Bool) async throws {
        let (response, request) = try await response(Data("gone".utf8.prefix(status == 204 ? 0 : 4)), status) {
            $0.flags.isSet(id: 5)
        }
        #expect(response.value == expected && request.line == "GET /flags/5 HTTP/1.1")
        #expect(try await failure(ContentsAPI.self, "", status: 200) { $0.flags.isSet(id: 5) }.code == .undecodable)
        #expect(try await failure(ContentsAPI.self, "", status: 500) { $0.flags.isSet(id: 5) }.code == .server)
    }

    // MARK: Header fields

    @Test("The header fields of a response have the types of the schema")
    func headers() async throws {
        let (response, _) = try await response(
            Data("[]".utf8), 200,
            [
                "x-total-count: 120", "X-RateLimit-Reset: 1433160000", "X-Seconds: 0.25", "X-Cached: true",
                "X-Kind: private", "X-Scopes: repo, user", "X-Scopes: \"gist\"", "Age: 7",
            ]
        ) { $0.objects.find() }
        #expect(response.totalCount == 120 && response.rateLimitReset?.date.timeIntervalSince1970 == 1_433_160_000)
        #expect(response.seconds == 0.25 && response.cached == true && response.kind == .private)
        #expect(response.scopes == ["repo", "user", "\"gist\""] && response.ageHeader == 7)
    }

    @Test func headersThatAreAbsentOrWrong() async throws {
        let (response, _) = try await response(Data("[]".utf8), 200, ["X-Total-Count: many"]) { $0.objects.find() }
        #expect(response.totalCount == nil && response.scopes == nil && response.kind == nil)
    }

    // MARK: Failures

    @Test("A failure is read as the type of its status and as no other, without secrets")
    func failures() async throws {
        let body = #"{"errors": [{"field": "name", "code": "blank"}]}"#
        let invalid = try await failure(ContentsAPI.self, body, status: 422) { $0.objects.put(id: "a") }
        #expect(invalid.failure(as: ContentsAPI.Invalid.self)?.errors?.first?.field == "name")
        #expect(invalid.failure(as: ContentsAPI.Missing.self) == nil)
        #expect(invalid.failure(as: ContentsAPI.Problem.self) == nil)
        let missing = try await failure(
            ContentsAPI.self, #"{"error": {"message": "no t0ken", "resource": "a"}}"#, status: 404, token: "t0ken"
        ) { $0.objects.put(id: "a") }
        let problem = try #require(missing.failure(as: ContentsAPI.Missing.self))
        #expect(problem.error.resource == "a" && problem.error.message == "no <secret>")
        #expect(missing.failure(as: ContentsAPI.Invalid.self) == nil)
        #expect(
            try await failure(ContentsAPI.self, "<html>", status: 404) { $0.objects.put(id: "a") }.failure(
                as: ContentsAPI.Missing.self) == nil)
    }

    @Test func failuresAreNotShown() async throws {
        let body = #"{"error": {"message": "m"}, "private": "hidden"}"#
        let error = try await failure(ContentsAPI.self, body, status: 404) { $0.objects.put(id: "a") }
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!"\(error)\(dumped)\(String(reflecting: error))".contains("hidden"))
    }
}
