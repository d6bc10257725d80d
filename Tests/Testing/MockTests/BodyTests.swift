#if MockServer
    import TestFiles
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTransfers
    import Testing

    /// Tests of bodies that are one argument, and of forms with files.
    @Suite struct MockBodyTests {
        private func server(_ folder: String) async throws -> (MockServer, Client) {
            let schemas = Checkout.roundTripSchemas.appending(path: folder)
            let server = try await MockServer.start(schemas: schemas)
            let api = APIDescription(name: folder, baseURL: "https://api.example/", arrays: .comma)
            return (server, Client(api, configuration: .mock(server)))
        }

        @Test("A body of bytes is the argument `body`, as text or else in Base64")
        func bytes() async throws {
            let (server, client) = try await server("Bodies")
            var call = Call(client, .init("files.put", .put, "files/{path}", parameters: .query))
            call.add("path", "a b", .path)
            let text = UploadRequest<Int>(raw: .data(Data("a,b".utf8), type: "text/csv"), call)
            _ = try await text.send()
            #expect(server.calls.last?.arguments == ["path": "a b", "body": "a,b"])
            #expect(server.calls.last?.body == Data("a,b".utf8))
            _ = try await UploadRequest<Int>(raw: .data(Data([0xFF, 0]), type: "image/png"), call).send()
            #expect(server.calls.last?.arguments["body"] == "/wA=")
        }

        /// The method takes images only.
        @Test func theTypeMustFit() async throws {
            let (server, client) = try await server("Bodies")
            defer { withExtendedLifetime(server) {} }
            let call = Call(client, .init("files.image", .put, "image", parameters: .query))
            _ = try await UploadRequest<NoContent>(raw: .data(Data([1]), type: "image/png"), call).response()
            await #expect(throws: APIError.self) {
                _ = try await UploadRequest<NoContent>(raw: .data(Data([1]), type: "text/csv"), call).response()
            }
        }

        @Test("A form that is the whole body is the argument `body`, as an object")
        func aForm() async throws {
            let (server, client) = try await server("Bodies")
            let type = "application/x-www-form-urlencoded"
            var call = Call(
                client, .init("form.brackets", parameters: .query, arrays: .brackets, content: type, reads: true))
            call.add("body", ["name": "a b", "sizes": [1, 2], "place": ["city": "Bern"]] as JSON, .whole)
            _ = try await Request<NoContent>(call).response()
            let body = server.calls.last?.arguments["body"].flatMap { JSON($0) }
            #expect(body == ["name": "a b", "sizes": ["1", "2"], "place": ["city": "Bern"]])
        }

        @Test func aFormWithFiles() async throws {
            let (server, client) = try await server("Parts")
            var parts = FormParts(types: ["place": "application/json"])
            var call = Call(client, .init("albums.add", .post, "albums/{album}/photos", parameters: .multipart))
            call.add("album", 7, .path)
            call.add("caption", "a\r\n--ё \"b\"")
            call.add("place", ["city": "Bern"] as JSON, .json)
            parts.add("photo", .data(Data([0, 13, 10, 45, 45]), name: "a \"b\".jpg"), to: &call)
            parts.add("previews", [.data(Data(), name: "1.png"), .data(Data(), name: "2.png")], to: &call)
            call.add("marks", [1, 2], .repeated)
            _ = try await UploadRequest<Int>(parts, call).send()
            #expect(
                server.calls.last?.arguments == [
                    "album": "7", "caption": "a\r\n--ё \"b\"", "place": #"{"city":"Bern"}"#, "photo": "a \"b\".jpg",
                    "previews": "1.png,2.png", "marks": "1,2",
                ])
        }
    }
#endif
