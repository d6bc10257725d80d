#if CommandLine
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of `methodical call` with bodies, forms, files, pages, streams and downloads.
    @Suite struct CallContentTests {
        private static let token = "tok-5f2b81c6"

        /// Runs `call` in a shop's folder, and checks that no output contains the token.
        private func call(_ words: [String], in shop: Shop) async throws -> Command {
            let ran = try await Command.methodical(
                ["call"] + words + ["--schema", shop.folder.path], in: shop.work,
                environment: ["METHODICAL_TOKEN": Self.token])
            #expect(!ran.output.contains(Self.token) && !ran.errors.contains(Self.token), "\(ran)")
            return ran
        }

        @Test("A body comes from a file, the command line or standard input, and is checked by its type")
        func bodies() async throws {
            let server = try LoopbackServer { _ in .http(204) }
            let shop = try Shop(baseURL: server.baseURL, hasEnvelope: false)
            try shop.write("book.json", "{\n  \"price\": 2,\n  \"id\": 7,\n  \"title\": \"Emma\"\n}\n")
            #expect(try await call(["books.save", "--body", "@book.json"], in: shop).status == 0)
            #expect(
                try await call(["books.save", "--body", #"{"title":"Emma","id":7,"price":2}"#], in: shop).status == 0)
            let script = "methodical call books.save --body - --schema Schema < book.json"
            #expect(try await Command.shell(script, in: shop.work).status == 0)
            try #require(server.received.count == 3)
            #expect(server.received.map(\.body) == Array(repeating: #"{"id":7,"title":"Emma","price":2}"#, count: 3))
            try shop.write("wrong.json", "{\n  \"id\": 7,\n  \"titel\": \"Emma\"\n}\n")
            let wrong = try await call(["books.save", "--body", "@wrong.json"], in: shop)
            #expect(wrong.status == 2)
            #expect(wrong.errors == "wrong.json:3:3: error: body has no member \"titel\"; did you mean \"title\"?\n")
            try shop.write("broken.json", "{\n  \"id\": ,\n}\n")
            let broken = try await call(["books.save", "--body", "@broken.json"], in: shop)
            #expect(
                broken.status == 2 && broken.errors.hasPrefix("broken.json:2:9: error: this is not JSON: "), "\(broken)"
            )
            let missing = try await call(["books.save"], in: shop)
            #expect(missing.status == 2 && missing.errors == "error: books.save requires --body: expected an object\n")
            #expect(server.received.count == 3)
        }

        @Test("A form sends files and texts")
        func form() async throws {
            let server = try LoopbackServer("5")
            let shop = try Shop(baseURL: server.baseURL, hasEnvelope: false)
            try shop.write("sea.jpg", "JPEG")
            let ran = try await call(["photos.add", "--form", "photo=@sea.jpg", "--form", "caption=Sea"], in: shop)
            #expect(ran.status == 0 && ran.output == "5\n", "\(ran)")
            let body = try #require(server.received.first).body
            #expect(body.contains("name=\"photo\"; filename=\"sea.jpg\"\r\nContent-Type: image/jpeg\r\n\r\nJPEG\r\n"))
            #expect(body.contains("name=\"caption\"\r\n\r\nSea\r\n"))
            let missing = try await call(["photos.add", "photo=@no.jpg"], in: shop)
            #expect(missing.status == 2 && missing.errors == "error: cannot read no.jpg\n")
            let text = try await call(["photos.add", "photo=sea.jpg"], in: shop)
            #expect(text.status == 2 && text.errors == "error: photo is a file; write photo=@PATH\n")
            let shown = try await call(["photos.add", "photo=@sea.jpg", "caption=Sea", "--dry-run"], in: shop).output
            #expect(shown.contains("\n\nphoto=@sea.jpg\ncaption=Sea\n"), "\(shown)")
            #expect(shown.contains("  --form 'photo=@\"sea.jpg\"' \\\n  --form 'caption=\"Sea\"'\n"), "\(shown)")
        }

        @Test("All pages are one list of their items, and one page is a response")
        func pages() async throws {
            let server = try LoopbackServer { request in
                let offset = request.target.firstMatch(of: /offset=([0-9]+)/).flatMap { Int($0.1) } ?? 0
                let items = (offset..<min(offset + 2, 5)).map { "{\"id\":\($0),\"n\":1.0}" }.joined(separator: ",")
                return .http(200, [], "{\"count\":5,\"items\":[\(items)]}")
            }
            let shop = try Shop(baseURL: server.baseURL, hasEnvelope: false)
            let all = try await call(["notes.list", "--page", "all"], in: shop)
            let items = (0..<5).map { "  {\n    \"id\": \($0),\n    \"n\": 1.0\n  }" }.joined(separator: ",\n")
            #expect(all.status == 0 && all.output == "[\n\(items)\n]\n", "\(all)")
            #expect(server.received.count == 3)
            let third = try await call(["notes.list", "--page", "3"], in: shop)
            #expect(third.output.contains("\"count\": 5") && third.output.contains("\"id\": 4"), "\(third)")
            let ninth = try await call(["notes.list", "--page", "9"], in: shop)
            #expect(ninth.status == 2 && ninth.errors == "error: there is no page 9; the last one is 3\n")
            let none = try await call(["books.get", "id=1", "--page", "all"], in: shop)
            #expect(none.status == 2 && none.errors == "error: the schema does not describe pages of books.get\n")
        }

        @Test("The elements of a stream are printed as they arrive, without the token")
        func stream() async throws {
            let server = try LoopbackServer { _ in
                .raw(
                    [
                        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"id\": 1}\n",
                        "{\"id\": 2, \"title\": \"\(Self.token)\"}\n",
                    ], pause: 0.2)
            }
            let shop = try Shop(baseURL: server.baseURL, hasEnvelope: false)
            let ran = try await call(["logs.stream", "--stream"], in: shop)
            #expect(ran.status == 0 && ran.output == "{\"id\":1}\n{\"id\":2,\"title\":\"<secret>\"}\n", "\(ran)")
            let other = try await call(["books.get", "id=7", "--stream"], in: shop)
            #expect(other.status == 2 && other.errors == "error: the response of books.get is not a stream\n")
        }

        @Test("A response is written to a file, and a download continues where it stopped")
        func files() async throws {
            let whole = Data((0..<20000).map { UInt8(truncatingIfNeeded: $0) })
            let server = try LoopbackServer { request in
                guard request.target.hasPrefix("/files/") else { return .http(200, [], #"{"id":7,"title":"a"}"#) }
                if let range = request["Range"], let start = Int(range.dropFirst("bytes=".count).dropLast()) {
                    return .data(
                        206, ["ETag: \"1\"", "Content-Range: bytes \(start)-19999/20000"], whole.dropFirst(start))
                }
                return .slow(200, ["ETag: \"1\"", "Content-Type: application/octet-stream"], whole, cut: 12000)
            }
            let shop = try Shop(baseURL: server.baseURL, hasEnvelope: false)
            let ran = try await call(["files.get", "name=a", "--to", "a.bin"], in: shop)
            #expect(ran.status == 0 && ran.output.isEmpty && ran.errors == "a.bin: 20000 bytes\n", "\(ran)")
            #expect(try Data(contentsOf: shop.work.appending(path: "a.bin")) == whole)
            let json = try await call(["books.get", "id=7", "--to", "b.json"], in: shop)
            #expect(json.status == 0 && json.output.isEmpty, "\(json)")
            let written = try Data(contentsOf: shop.work.appending(path: "b.json"))
            #expect(written == Data(#"{"id":7,"title":"a"}"#.utf8))
        }
    }

    extension Shop {
        /// Writes a file beside the folder of the schema.
        func write(_ name: String, _ content: String) throws {
            try Data(content.utf8).write(to: work.appending(path: name))
        }
    }
#endif
