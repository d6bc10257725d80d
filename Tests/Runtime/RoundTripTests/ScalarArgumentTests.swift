import Methodical
import Testing

/// Tests of arguments of several scalar kinds, which take a value of each kind and lists of either.
@Suite struct ScalarArgumentTests {
    private struct Member {
        let id: Int
        let name: String?
    }

    private let members = [Member(id: 1, name: "ada"), Member(id: 2, name: nil)]

    /// Returns the query of a call without its question mark, or an empty string.
    private func query(_ request: (ScalarsAPI) -> Request<JSON>) async throws -> String {
        let target = try await exchange(ScalarsAPI.self, request).target
        return target.firstIndex(of: "?").map { String(target[$0...].dropFirst()) } ?? ""
    }

    @Test func `a list takes integers, strings and both`() async throws {
        let someone = IntegerOrString.string("ada")
        #expect(try await query { $0.items.list(owners: members.map(\.id)) } == "owners=1,2")
        #expect(try await query { $0.items.list(owners: members.map { member in member.id }) } == "owners=1,2")
        #expect(try await query { $0.items.list(owners: members.compactMap(\.name)) } == "owners=ada")
        #expect(try await query { $0.items.list(owners: ["durov"]) } == "owners=durov")
        #expect(try await query { $0.items.list(owners: [1, "durov"]) } == "owners=1,durov")
        #expect(try await query { $0.items.list(owners: [someone, 1]) } == "owners=ada,1")
        #expect(try await query { $0.items.list(owners: [someone]) } == "owners=ada")
        #expect(try await query { $0.items.list(owners: members.map { .integer($0.id) }) } == "owners=1,2")
    }

    @Test func `an argument takes an integer, a string or a union`() async throws {
        let (id, name, someone) = (7, "ada", IntegerOrString.integer(8))
        #expect(try await query { $0.items.list(owner: 1) } == "owner=1")
        #expect(try await query { $0.items.list(owner: "x") } == "owner=x")
        #expect(try await query { $0.items.list(owner: id) } == "owner=7")
        #expect(try await query { $0.items.list(owner: name) } == "owner=ada")
        #expect(try await query { $0.items.list(owner: someone) } == "owner=8")
        #expect(try await query { $0.items.list(owner: .string(name)) } == "owner=ada")
        #expect(try await exchange(ScalarsAPI.self) { $0.items.get(id: id) }.target == "/items/7")
        #expect(try await exchange(ScalarsAPI.self) { $0.items.get(id: "a/b") }.target == "/items/a%2Fb")
    }

    @Test func `an optional without a value is not sent`() async throws {
        let noIDs: [Int]? = nil
        #expect(try await query { $0.items.list(owner: members.last?.id, owners: [1]) } == "owner=2&owners=1")
        #expect(try await query { $0.items.list(owner: members[1].name, owners: noIDs) } == "")
        #expect(try await query { $0.items.list(owner: nil, owners: nil) } == "")
        #expect(try await query { $0.items.list(owners: Optional([3])) } == "owners=3")
    }

    @Test func `each union takes its kinds`() async throws {
        #expect(try await query { $0.items.list(depth: 2, depths: [1, true]) } == "depth=2&depths=1,true")
        #expect(try await query { $0.items.list(depth: false, depths: [1, 2]) } == "depth=false&depths=1,2")
        #expect(try await query { $0.items.list(trace: "on", traces: [true, "x"]) } == "trace=on&traces=true,x")
        #expect(try await query { $0.items.list(price: 1.5, prices: [2, 0.5, "n"]) } == "price=1.5&prices=2,0.5,n")
        #expect(try await query { $0.items.list(price: Int.max) } == "price=9223372036854775807")
        #expect(
            try await query { $0.items.list(depth: .flag(true), trace: .flag(true), price: .number(2)) }
                == "depth=true&trace=true&price=2")
    }

    @Test func `a body holds each value as its own kind`() async throws {
        let mixed = try await exchange(ScalarsAPI.self) { $0.items.create(owner: "1", owners: [1, "1"]) }
        #expect(mixed.body == #"{"owner":"1","owners":[1,"1"]}"#)
        let plain = try await exchange(ScalarsAPI.self) { $0.items.create(owner: 1, owners: members.map(\.id)) }
        #expect(plain.body == #"{"owner":1,"owners":[1,2]}"#)
    }

    @Test func `an argument that may be null takes a union`() async throws {
        let null = try await exchange(ScalarsAPI.self) { $0.items.create(parent: .null) }
        #expect(null.body == #"{"parent":null}"#)
        let parent = try await exchange(ScalarsAPI.self) { $0.items.create(parent: 5) }
        #expect(parent.body == #"{"parent":5}"#)
    }
}
