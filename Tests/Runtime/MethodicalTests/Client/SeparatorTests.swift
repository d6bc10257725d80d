import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of lists whose elements contain the separator of the list.
@Suite struct SeparatorTests {
    /// The separator stays plain, and a comma inside an element is escaped (RFC 6570, section 3.2.1), so that a server
    /// that divides before it decodes finds the same elements.
    @Test func commasInQueryAndPathAreEscaped() async throws {
        let received = try await exchange(Method("m", .get, "tags/{tags}", parameters: .query)) { call in
            call.add("tags", ["a,b", "c/d"], .path)
            call.add("q", ["1", "a,b", "", "é"])
            call.add("one", ["x,y"])
            call.add("none", [String]())
            call.add("numbers", [1, 2])
        }
        #expect(received.target == "/tags/a%2Cb,c%2Fd?q=1,a%2Cb,,%C3%A9&one=x%2Cy&none=&numbers=1,2")
    }

    @Test func aListInThePathIsOneSegment() async throws {
        for element in ["..", "."] {
            let error = try await refusal(at: "m/{ids}") { $0.add("ids", [element], .path) }
            #expect(error.code == .invalidRequest)
        }
    }

    /// Forms, header fields and cookies are decoded before they are divided, or are not encoded at all.
    @Test(arguments: [
        ParameterStyle.form, .header, .cookie, [.query, .pipes], [.query, .spaces], [.query, .tabs], [.form, .pipes],
    ])
    func anElementWithTheSeparatorIsRefused(style: ParameterStyle) async throws {
        let separator =
            style.contains(.pipes) ? "|" : style.contains(.spaces) ? " " : style.contains(.tabs) ? "\t" : ","
        let error = try await refusal { $0.add("tags", ["a", "b\(separator)c"], style) }
        #expect(error.code == .invalidRequest)
        #expect(error.message?.hasPrefix("element 2 of tags \(JSON.string("b\(separator)c")) contains a ") == true)
    }

    /// Other marks than the separator are part of an element.
    @Test func otherMarksBelongToElements() async throws {
        let received = try await exchange(Method("m", parameters: .form)) { call in
            call.add("a", ["x|y", "z w"])
            call.add("b", ["x,y", "z"], .pipes)
            call.add("c", ["x,y", "z|w"], .spaces)
        }
        #expect(received.body == "a=x%7Cy%2Cz%20w&b=x%2Cy%7Cz&c=x%2Cy%20z%7Cw")
    }

    /// Objects and lists delimit themselves.
    @Test func objectsInAListAreNotRefused() async throws {
        let received = try await exchange(Method("m", parameters: .form)) { call in
            call.add("users", [VK.User(id: 1, firstName: "a"), VK.User(id: 2)])
        }
        #expect(
            received.body.removingPercentEncoding == #"users={"id":1,"first_name":"a"},{"id":2}"#)
    }

    /// The error of a secret argument shows no part of it.
    @Test func theErrorShowsNoSecret() async throws {
        let error = try await refusal { $0.add("codes", ["hush,hush"], [.form, .secret]) }
        #expect(error.message?.hasPrefix("element 1 of codes contains a comma") == true)
    }

    /// The keys of an object in brackets cannot contain brackets.
    @Test(arguments: ["a[b", "a]b", ""]) func aKeyWithBracketsIsRefused(key: String) async throws {
        let error = try await refusal { $0.add("filter", [key: 1], [.query, .brackets]) }
        #expect(error.code == .invalidRequest && error.message?.hasPrefix("filter has the key") == true)
    }

    // MARK: Names of header fields

    /// The name of a field is a token (RFC 9110, sections 5.1 and 5.6.2).
    @Test(arguments: Array("\"(),/:;<=>?@[\\]{} \u{0}\r\n\t\u{7F}é").map { "X-\($0)" } + [""])
    func aNameThatIsNoTokenIsRefused(name: String) async throws {
        #expect(try await refusal { $0.add(name, "1", .header) }.code == .invalidRequest)
        #expect(try await refusal { $0.add(name, "1", .cookie) }.code == .invalidRequest)
    }

    @Test func everyTokenIsAName() throws {
        for mark in "!#$%&'*+-.^_`|~09azAZ" {
            #expect(try HTTPHeaders.checked("X\(mark)", value: "1") == "1")
        }
    }

    /// Returns the error of a call that must not reach the server.
    private func refusal(
        at path: String = "m", _ arguments: @Sendable (inout Call) -> Void
    ) async throws -> APIError {
        let server = try LoopbackServer("1")
        let client = Client(plainAPI(), configuration: .init(baseURL: server.baseURL))
        var call = Call(client, Method("m", .post, path))
        arguments(&call)
        let error = try await failure(Request<Int>(call))
        #expect(server.received.isEmpty)
        return error
    }
}
