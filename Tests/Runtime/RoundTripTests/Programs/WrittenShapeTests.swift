import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of values that are read, changed and written back, with a body of each shape. The schema is imported.
@Suite struct WrittenShapeTests {
    @Test(
        "A value that was read is changed and written back, without a loss and without its read-only members",
        arguments: WrittenShape.all)
    func readAndWriteBack(shape: WrittenShape) async throws {
        let server = try LoopbackServer { request in
            request.verb == "GET" ? .http(200, [], shape.response) : .http(200, [], "null")
        }
        try await shape.program(Workshop(server))
        let write = try #require(server.received.last)
        try #require(server.received.map { $0.verb == "GET" } == [true, false])
        let type = (write["Content-Type"] ?? "").components(separatedBy: "; boundary=")
        #expect(type.first == shape.type)
        let body = type.count == 2 ? write.body.replacingOccurrences(of: type[1], with: "B") : write.body
        #expect(body == shape.body)
    }
    @Test func `a record that was read has no read-only members in a query`() async throws {
        let text = #"{"id":1,"name":"Ada","boss":{"id":2,"name":"Bob"}}"#
        let server = try LoopbackServer { _ in .http(200, [], text) }
        let workshop = Workshop(server)
        let person = try await workshop.person.get().send()
        try await workshop.people.delete(like: person, except: person.boss).send()
        let target = try #require(server.received.last?.target.removingPercentEncoding)
        #expect(target == #"/people?like[boss][name]=Bob&like[name]=Ada&except={"name":"Bob"}"#)
    }
}
