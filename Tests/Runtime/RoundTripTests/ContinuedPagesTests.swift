import LoopbackServer
import Methodical
import Testing

/// Tests of pages that continue in other ways than by one parameter, byte for byte.
@Suite struct ContinuedPagesTests {
    /// TMDB states the number of pages, and its pages have different lengths.
    @Test func upToATotalOfPages() async throws {
        let server = try LoopbackServer { request in
            let page = request.target.contains("page=3") ? 3 : request.target.contains("page=2") ? 2 : 1
            let items = [1: #"{"id":1},{"id":2}"#, 2: #"{"id":3}"#, 3: #"{"id":4},{"id":5}"#][page] ?? ""
            return .http(200, [], #"{"page":\#(page),"results":[\#(items)],"total_pages":3,"total_results":5}"#)
        }
        var ids: [Int] = []
        for try await movie in Listing(server).movies.search(query: "a b").items { ids.append(movie.id) }
        #expect(ids == [1, 2, 3, 4, 5])
        #expect(
            server.received.map(\.target) == ["", "&page=2", "&page=3"].map { "/3/search/movie?query=a%20b" + $0 })
    }

    /// Dropbox takes only the cursor after the first page, by another method.
    @Test func byAnotherMethod() async throws {
        let server = try LoopbackServer { request in
            switch request.body {
            case #"{"path":"/a","limit":2000}"#:
                .http(200, [], #"{"entries":[{"name":"1"}],"cursor":"c1","has_more":true}"#)
            case #"{"cursor":"c1"}"#: .http(200, [], #"{"entries":[{"name":"2"}],"cursor":"c2","has_more":true}"#)
            case #"{"cursor":"c2"}"#: .http(200, [], #"{"entries":[{"name":"3"}],"cursor":"c3","has_more":false}"#)
            default: .http(400)
            }
        }
        for ahead in [0, 2] {
            var names: [String] = []
            let request = Listing(server).files.listFolder(path: "/a").header("X-Team", "7")
            for try await entry in request.items(prefetching: ahead) { names.append(entry.name) }
            #expect(names == ["1", "2", "3"])
        }
        #expect(
            server.received.prefix(3).map(\.target) == [
                "/2/files/list_folder", "/2/files/list_folder/continue", "/2/files/list_folder/continue",
            ])
        #expect(server.received.allSatisfy { $0["X-Team"] == "7" })
    }

    /// MediaWiki's object belongs to the first request, without the members of earlier ones.
    @Test func byTheMembersOfAnObject() async throws {
        let server = try LoopbackServer { request in
            if request.target.hasSuffix("&continue=gapcontinue%7C%7C&gapcontinue=B") {
                return .http(
                    200, [], #"{"continue":{"plcontinue":"3|0|X","continue":"||"},"query":{"pages":[{"pageid":2}]}}"#)
            }
            if request.target.contains("plcontinue") {
                return .http(200, [], #"{"batchcomplete":true,"query":{"pages":[{"pageid":3}]}}"#)
            }
            return .http(
                200, [],
                #"{"continue":{"gapcontinue":"B","continue":"gapcontinue||"},"query":{"pages":[{"pageid":1}]}}"#)
        }
        var ids: [Int] = []
        for try await page in Listing(server).pages.query(generator: "allpages").items { ids.append(page.pageid) }
        #expect(ids == [1, 2, 3])
        let first = "/w/api.php?generator=allpages&action=query"
        #expect(
            server.received.map(\.target) == [
                first, first + "&continue=gapcontinue%7C%7C&gapcontinue=B",
                first + "&continue=%7C%7C&plcontinue=3%7C0%7CX",
            ])
    }

    /// Route 53 continues by a name and a type, and leaves the type out if it has none.
    @Test func byACursorOfTwoParameters() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/records":
                .http(200, [], #"{"records":["1"],"isTruncated":true,"next":{"name":"b","type":"A"}}"#)
            case "/records?startName=b&startType=A":
                .http(200, [], #"{"records":["2"],"isTruncated":true,"next":{"name":"c"}}"#)
            case "/records?startName=c": .http(200, [], #"{"records":["3"],"isTruncated":false}"#)
            default: .http(400)
            }
        }
        var records: [String] = []
        for try await record in Listing(server).records.list().items { records.append(record) }
        #expect(records == ["1", "2", "3"])
    }

    /// A server that always continues does not lead in a circle.
    @Test("A list ends when the server continues at the same place again")
    func noCircles() async throws {
        let server = try LoopbackServer(
            #"{"records":["1"],"isTruncated":true,"next":{"name":"b","type":"A"}}"#)
        var records: [String] = []
        for try await record in Listing(server).records.list().items { records.append(record) }
        #expect(server.received.count == 2)
        let wiki = try LoopbackServer(#"{"continue":{"a":"1"},"query":{"pages":[{"pageid":1}]}}"#)
        for try await _ in Listing(wiki).pages.query(generator: "x").items {}
        #expect(wiki.received.count == 2)
    }
}
