import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of expressions in paths, cookies, joiners of lists, and flags without a value.
@Suite struct WireNameTests {
    @Test("A parameter of several segments keeps its slashes and its escapes in the path")
    func severalSegments() async throws {
        let received = try await exchange(WireAPI.self) { $0.files.read(path: "a b/c?d#e/f%2Fg/ё%", page: 2) }
        #expect(received.target == "/files/a%20b/c%3Fd%23e/f%2Fg/%D1%91%25?page=2")
    }

    @Test(arguments: ["", "..", ".", "a/../../b", "a/./b", "%2e%2E/b", "a/.%2e", "a/%2E"])
    func valuesThatWouldLeaveThePath(path: String) async throws {
        let server = try LoopbackServer("null")
        #expect(try await failure(WireAPI(server).files.read(path: path)).code == .invalidRequest)
        #expect(server.connections == 0)
    }

    @Test("Optional expressions of a path vanish without arguments, and refuse `..`")
    func optionalExpressions() async throws {
        let nothing = try await exchange(WireAPI.self) { $0.files.list() }
        #expect(nothing.target == "/")
        let all = try await exchange(WireAPI.self, at: "/v1/") {
            $0.files.list(
                folders: ["a/b", "c"], format: "json", q: "x&y", size: 3, tags: ["b": "2", "a": "1 1"], deep: true)
        }
        #expect(all.target == "/v1/a%2Fb/c.json?q=x%26y&size=3&a=1%201&b=2&deep=1")
        let some = try await exchange(WireAPI.self, at: "/v1") { $0.files.list(q: "", deep: false) }
        #expect(some.target == "/v1?q=&deep=0")
        let dots = try LoopbackServer("null")
        #expect(try await failure(WireAPI(dots).files.list(folders: ["..", "a"])).code == .invalidRequest)
        #expect(dots.connections == 0)
    }

    @Test func namedSegmentsAndPrefixes() async throws {
        let received = try await exchange(WireAPI.self) { $0.files.near(long: 2.5, key: "ёжик") }
        #expect(received.target == "/map;long=2.5/%D1%91%D0%B6/%D1%91%D0%B6%D0%B8%D0%BA")
    }

    @Test func partsOfSegments() async throws {
        let named = try await exchange(WireAPI.self) { $0.files.named(name: "files.named?") }
        #expect(named.target == "/named/files.named%3F")
        let received = try await exchange(WireAPI.self) { $0.files.part(sid: "a/b", from: 1, to: 2, verb: "run") }
        #expect(received.target == "/sheets/a%2Fb.json/1-2/v1:run")
    }

    @Test("Cookies of a method follow those of the caller, and constants are always sent")
    func cookies() async throws {
        let received = try await exchange(WireAPI.self) {
            $0.session.get(sid: "a%3Db==", theme: "dark", ids: [1, 2]).header("Cookie", "own=1")
        }
        #expect(received["Cookie"] == "own=1; sid=a%3Db==; theme=dark; ids=1,2; beta=1")
        let few = try await exchange(WireAPI.self) { $0.session.get() }
        #expect(few["Cookie"] == "beta=1")
    }

    @Test(arguments: ["a;b", "a b", "a\r\nX-Evil: 1", "ё", "a\u{7F}"])
    func valuesThatWouldBeAnotherCookie(text: String) async throws {
        let server = try LoopbackServer("null")
        let error = try await failure(WireAPI(server).session.get(sid: text))
        #expect(error.code == .invalidRequest && !error.description.contains(text))
        #expect(server.connections == 0)
    }

    @Test("The description of a request shows a plain cookie and no secret one")
    func secretCookie() {
        let request = WireAPI().session.get(sid: "hush-hush", theme: "dark")
        #expect(!"\(request)".contains("hush") && "\(request)".contains("dark"))
    }

    @Test("Lists in a query have the separators of their parameters, and a flag can be a key alone")
    func joiners() async throws {
        let received = try await exchange(WireAPI.self) {
            $0.lists.get(pipes: [1, 2], spaces: ["a", "b"], tabs: ["d", "e"], minor: true, word: true)
        }
        #expect(received.target == "/lists?pipes=1%7C2&spaces=a%20b&tabs=d%09e&minor&word=true&bot")
        let off = try await exchange(WireAPI.self) { $0.lists.get(minor: false, word: false) }
        #expect(off.target == "/lists?word=false&bot")
    }

    @Test("Reserved characters stay in a query, except for those that separate pairs or end the query")
    func reservedCharactersInAQuery() async throws {
        let received = try await exchange(WireAPI.self) {
            $0.filters.get(
                q: "a:b/c?d@e!$'()*,;&f=g+h#i[j] k%ё", paths: ["a/b,c", "d:e"], again: ["a,b", "c&d"],
                bars: ["a/b", "c"],
                deep: .init(label: "1:2"), point: .init(x: 1), plain: "a/b")
        }
        #expect(
            received.target == "/filters?q=a:b/c?d@e!$'()*,;%26f%3Dg%2Bh%23i%5Bj%5D%20k%25%D1%91&paths=a/b%2Cc,d:e"
                + "&again=a,b&again=c%26d&bars=a/b%7Cc&deep%5Blabel%5D=1:2&point=%7B%22x%22:1%7D&plain=a%2Fb")
    }

    @Test("An escape in a value with reserved characters stays, so that it can name the other ones")
    func escapesBesideReservedCharacters() async throws {
        let received = try await exchange(WireAPI.self) { $0.filters.get(q: "a%26b%2", paths: ["a%2Cb", "%zz"]) }
        #expect(received.target == "/filters?q=a%26b%252&paths=a%2Cb,%25zz")
    }

    @Test func reservedCharactersInAForm() async throws {
        let received = try await exchange(WireAPI.self) { $0.filters.apply(to: "https://a.b/?c=d&e+f", plain: "/") }
        #expect(received.body == "to=https://a.b/?c%3Dd%26e%2Bf&plain=%2F")
    }

    @Test("A body of parameters has the media type of its method")
    func mediaTypesOfBodies() async throws {
        let json = try await exchange(WireAPI.self) { $0.filters.replace(name: "a") }
        #expect(json["Content-Type"] == #"application/json; profile="full, new""#)
        #expect(json.body == #"{"name":"a"}"#)
        let form = try await exchange(WireAPI.self) { $0.filters.merge(name: "a") }
        #expect(form["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
        #expect(form.body == "name=a")
        let nothing = try await exchange(WireAPI.self) { $0.filters.replace() }
        #expect(nothing["Content-Type"] == nil)
    }

    @Test("An object in the path is its keys and values, unless its format is JSON")
    func objectsInThePath() async throws {
        let received = try await exchange(WireAPI.self) {
            $0.shapes.get(point: .init(label: "a,b", x: 1), tags: ["c,d", "e"], place: .init(x: 2))
        }
        #expect(received.target == "/shapes/label,a%2Cb,x,1/c%2Cd,e/%7B%22x%22%3A2%7D")
        let server = try LoopbackServer("null")
        let empty = WireAPI(server).shapes.get(point: .init(), tags: ["a"], place: .init())
        #expect(try await failure(empty).code == .invalidRequest)
        #expect(server.connections == 0)
    }

    @Test func presenceInForms() async throws {
        let received = try await exchange(WireAPI.self) { $0.lists.edit(title: "a", minor: true, ids: ["x", "y"]) }
        #expect(received.body == "title=a&minor&ids=x%7Cy")
    }
}
