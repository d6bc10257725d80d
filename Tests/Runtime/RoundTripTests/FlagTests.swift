import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of an API whose servers send the numbers 0 and 1 for flags, under the strict policy.
@Suite struct FlagTests {
    private func thing(_ body: String) async throws -> FlagsAPI.Thing {
        try await answer(FlagsAPI.self, body) { $0.things.get() }
    }

    @Test func numbersAreFlags() async throws {
        #expect(try await thing(#"{"on":1}"#).on == true)
        #expect(try await thing(#"{"on":0,"maybe":1}"#) == FlagsAPI.Thing(on: false, maybe: true))
        #expect(try await thing(#"{"on":true,"maybe":null}"#) == FlagsAPI.Thing(on: true))
        #expect(try await thing(#"{"days":[1,0,true]}"#).days == [true, false, true])
        #expect(try await thing(#"{"rights":{"a":1,"b":false}}"#).rights == ["a": true, "b": false])
    }

    @Test("A whole response of 0 or 1 is a flag, alone and in a list")
    func wholeResponses() async throws {
        #expect(try await answer(FlagsAPI.self, "1") { $0.things.like() })
        #expect(try await !answer(FlagsAPI.self, "0") { $0.things.like() })
        #expect(try await answer(FlagsAPI.self, "[0,1,false]") { $0.things.likes() } == [false, true, false])
    }

    @Test func otherNumbersAreNone() async throws {
        #expect(try await thing(#"{"can_repost":3}"#).canRepost == 3)
        for value in ["2", "-1", "1.0", "10", #""1""#, #""true""#] {
            let error = try await failure(FlagsAPI.self, #"{"on":\#(value)}"#) { $0.things.get() }
            #expect(error.code == .undecodable, "\(value)")
        }
    }

    @Test("The numbers 0 and 1 are flags in a union, unless it has an integer")
    func unions() async throws {
        #expect(try await thing(#"{"state":1}"#).state == .flag(true))
        #expect(try await thing(#"{"state":"1"}"#).state == .string("1"))
        #expect(try await thing(#"{"count":1}"#).count == .integer(1))
        #expect(try await thing(#"{"place":1}"#).place == .boolean(true))
        #expect(try await thing(#"{"place":{"open":0}}"#).place == .place(.init(open: false)))
        #expect(try await thing(#"{"owner":{"open":1}}"#).owner == .place(.init(open: true)))
        #expect(try await failure(FlagsAPI.self, #"{"state":2}"#) { $0.things.get() }.code == .undecodable)
    }

    /// A model knows the spelling without the API's description.
    @Test("A model reads 0 and 1 as flags without a client, and a model of another API refuses them")
    func modelsAlone() throws {
        var mismatches: [Mismatch] = []
        let text = Array(#"{"on":1,"days":[0]}"#.utf8)
        #expect(try FlagsAPI.Thing(json: text, reading: .strict).on == true)
        #expect(try FlagsAPI.Thing(json: text, mismatches: &mismatches).days == [false])
        #expect(mismatches.isEmpty)
        #expect(throws: ReadingProblem.self) {
            try StrictAPI.Thing(json: Array(#"{"id":1,"on":1}"#.utf8), reading: .strict)
        }
    }
}
