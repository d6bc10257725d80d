import Foundation
import Methodical
import Testing

/// Tests of large models, which are one reference to their properties.
@Suite struct SharedTests {
    private typealias Profile = ShapesAPI.Profile

    private let profile = Profile(
        id: 1, city: .init(id: 2), friends: [3], partner: Profile(id: 4, city: .init(id: 5)), o: "o",
        additionalProperties: ["x": 6])

    @Test func copiesShareUntilOneIsChanged() {
        #expect(MemoryLayout<Profile>.size == MemoryLayout<AnyObject>.size)
        var copy = profile
        copy.friends?.append(7)
        copy.partner?.partner = profile
        copy.additionalProperties["x"] = nil
        #expect(profile.friends == [3] && profile.partner?.partner == nil && profile.additionalProperties == ["x": 6])
        #expect(copy.friends == [3, 7] && copy.partner?.partner == profile && copy.additionalProperties.isEmpty)
        let second = copy
        copy.city.id = 8
        #expect(second.city.id == 2 && copy.city.id == 8 && second != copy)
        var all = [profile, profile]
        for i in all.indices { all[i].id = i }
        #expect(all.map(\.id) == [0, 1] && profile.id == 1)
    }

    @Test func changesWhatNobodySharesInPlace() throws {
        var mine = Profile(id: 1, city: .init(id: 2), friends: Array(0..<100))
        let before = mine.friends?.withUnsafeBufferPointer { $0.baseAddress }
        mine.friends?[0] = 5
        #expect(mine.friends?.withUnsafeBufferPointer { $0.baseAddress } == before)
    }

    @Test func equalityAndHashFollowEveryProperty() throws {
        let text = #"{"id":1,"city":{"id":2},"friends":[3],"partner":{"id":4,"city":{"id":5}},"o":"o","x":6}"#
        let read = try Profile(json: Array(text.utf8))
        #expect(read == profile && read.hashValue == profile.hashValue && profile == profile)
        #expect(String(decoding: try read.json(), as: UTF8.self) == text)
        let changes: [(inout Profile) -> Void] = [
            { $0.id = 0 }, { $0.city.id = 0 }, { $0.friends = nil }, { $0.partner?.o = "" }, { $0.o = nil },
            { $0.a = "" },
            { $0.wide = .init() }, { $0.additionalProperties = [:] },
        ]
        for change in changes {
            var other = read
            change(&other)
            #expect(other != profile && other.hashValue != profile.hashValue)
        }
        #expect(Set([profile, read]).count == 1)
    }

    @Test("Each field of a model with more fields than a field index has cases is read, written, compared and hashed")
    func modelWithManyFields() throws {
        let members = (0..<260).map { "\"field\($0)\":\($0)" } + [#""other":260"#]
        let text = "{" + members.joined(separator: ",") + "}"
        let model = try ShapesAPI.ManyFields(json: Array(text.utf8))
        #expect(model.field0 == 0)
        #expect(model.field254 == 254)
        #expect(model.field255 == 255)
        #expect(model.field259 == 259)
        #expect(model.additionalProperties == ["other": 260])
        #expect(String(decoding: try model.json(), as: UTF8.self) == text)
        let changes: [(inout ShapesAPI.ManyFields) -> Void] = [
            { $0.field254 = 0 }, { $0.field255 = 0 }, { $0.field259 = nil }, { $0.additionalProperties = [:] },
        ]
        for change in changes {
            var other = model
            change(&other)
            #expect(other != model)
            #expect(other.hashValue != model.hashValue)
        }
    }

    @Test func throughOtherCoders() throws {
        #expect(try JSONDecoder().decode(Profile.self, from: JSONEncoder().encode(profile)) == profile)
        #expect(
            try PropertyListDecoder().decode([Profile].self, from: PropertyListEncoder().encode([profile])) == [profile]
        )
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Profile.self, from: Data(#"{"id":1}"#.utf8)) }
    }

    @Test func whatIsReadTwiceIsReadAnew() throws {
        let text =
            #"{"id":1,"partner":{"id":4,"city":{"id":5},"o":"x"},"city":{"id":2},"partner":{"id":4,"city":{"id":5}},"x":6,"o":"o","friends":[3]}"#
        #expect(try Profile(json: Array(text.utf8)) == profile)
        #expect(throws: (any Error).self) { try Profile(json: Array(#"{"id":1}"#.utf8)) }
    }

    @Test func showsItsProperties() {
        let children = Mirror(reflecting: profile).children
        #expect(children.first { $0.label == "id" }?.value as? Int == 1)
        #expect(children.contains { $0.label == "partner" } && !children.contains { $0.label == "_storage" })
        var text = ""
        dump(profile, to: &text)
        #expect(text.contains("- id: 4") && !text.contains("SharedFields"))
    }

    @Test func printsWhatIsThere() throws {
        let text =
            #"{"id":1,"city":{"id":2,"parent":{"id":3}},"partner":{"id":4,"city":{"id":5}},"friends":[6],"o":"\"o\""}"#
        let profile = try Profile(json: Array(text.utf8))
        let printed =
            #"Profile(id: 1, city: Node(id: 2, parent: Node(id: 3)), friends: [6], "#
            + #"partner: Profile(id: 4, city: Node(id: 5), additionalProperties: [:]), o: "\"o\"", additionalProperties: [:])"#
        #expect("\(profile)" == printed)
        #expect("\([profile.city, nil])" == "[Optional(Node(id: 2, parent: Node(id: 3))), nil]")
    }
}
