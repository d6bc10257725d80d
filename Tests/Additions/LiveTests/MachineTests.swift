import Foundation
import Methodical
import Testing

@testable import MethodicalLive

/// A machine with lists of numbers as values, and the effects that wait to be carried out.
struct TestedMachine {
    typealias Machine = LiveMachine<[Int]>

    var machine = Machine()
    var looks: [Int] = []
    var requests: [Int] = []
    var cancelled: [Int] = []
    var resumed: [Int: Result<[Int], APIError>] = [:]
    var now = Date(timeIntervalSince1970: 1000)

    /// Creates a machine that somebody looks at, whose request is in flight because nothing is cached.
    static func looking() -> TestedMachine {
        var tested = TestedMachine()
        tested.send(.looked(at: tested.now))
        tested.finishLook(.nothing)
        return tested
    }

    /// Creates a machine that shows a value and is idle.
    static func showing(_ value: [Int], generation: UInt64 = 0) -> TestedMachine {
        var tested = looking()
        tested.respond(value, generation: generation)
        return tested
    }

    var value: [Int]? { machine.value }

    mutating func send(_ event: Machine.Event) {
        for effect in machine.handle(event) {
            switch effect {
            case .look(let number, _): looks.append(number)
            case .request(let number): requests.append(number)
            case .cancel(let number):
                requests.removeAll { $0 == number }
                cancelled.append(number)
            case .resume(let waiter, let result): resumed[waiter] = result
            }
        }
    }

    mutating func finishLook(_ result: Call.CacheLook<[Int]>) {
        send(.found(result, look: looks.removeFirst(), at: now))
    }

    /// Ends the oldest request with a response.
    mutating func respond(_ value: [Int], generation: UInt64 = 0, isCurrent: Bool = true) {
        let response = response(value, generation: generation, isCurrent: isCurrent)
        send(.responded(response, request: requests.removeFirst()))
    }

    mutating func fail(_ code: APIError.Code) {
        send(.failed(APIError(code), request: requests.removeFirst()))
    }

    func response(
        _ value: [Int], generation: UInt64 = 0, isCurrent: Bool = true, lifetime: CacheEntry.Lifetime = .oneHour
    ) -> ObservedResponse<[Int]> {
        ObservedResponse(
            value: value, mark: CacheMark(generation: generation, body: Data("\(value)".utf8)),
            dates: CacheDates(stored: now, lifetime: lifetime), isCurrent: isCurrent)
    }
}

/// Tests of the state behind a live value, for every order of its events.
@Suite struct MachineTests {
    @Test("Nothing is sent before somebody looks")
    func rest() {
        var tested = TestedMachine()
        tested.send(.cacheChanged)
        tested.send(.generation(1))
        tested.send(.becameActive(at: tested.now))
        #expect(tested.looks.isEmpty && tested.requests.isEmpty)
        tested.send(.looked(at: tested.now))
        #expect(tested.looks.count == 1 && tested.requests.isEmpty && tested.machine.isRefreshing)
    }

    @Test("A fresh cached response is shown without a request")
    func freshResponse() {
        var tested = TestedMachine()
        tested.send(.looked(at: tested.now))
        tested.finishLook(.found(tested.response([1])))
        #expect(tested.value == [1] && tested.requests.isEmpty && !tested.machine.isRefreshing)
    }

    @Test("A cached response without a lifetime is shown, and renewed")
    func staleResponse() {
        var tested = TestedMachine()
        tested.send(.looked(at: tested.now))
        tested.finishLook(.found(tested.response([1], lifetime: .never)))
        #expect(tested.value == [1] && tested.requests.count == 1)
    }

    @Test("A cached response that a write has overtaken is shown only without a connection")
    func overtakenResponse() {
        var tested = TestedMachine()
        tested.send(.looked(at: tested.now))
        tested.finishLook(.found(tested.response([1], isCurrent: false)))
        #expect(tested.value == nil)
        tested.fail(.connection)
        #expect(tested.value == [1] && tested.machine.error == nil)
    }

    @Test("A write sends one request, and another one for a response that was requested before it")
    func writes() {
        var tested = TestedMachine.showing([1])
        tested.send(.generation(1))
        #expect(tested.requests.count == 1)
        tested.send(.generation(1))
        tested.send(.generation(2))
        tested.send(.generation(3))
        #expect(tested.requests.count == 1)
        tested.respond([1, 2], generation: 1, isCurrent: false)
        #expect(tested.requests.count == 1)
        tested.respond([1, 2, 3], generation: 3)
        #expect(tested.requests.isEmpty && tested.value == [1, 2, 3])
    }

    @Test("A write that is known only after the response sends another request")
    func lateWrite() {
        var tested = TestedMachine.showing([1])
        tested.send(.becameActive(at: tested.now + 7200))
        // The response was current when it arrived, and a write followed before it was taken.
        tested.send(.generation(1))
        tested.respond([1], generation: 0, isCurrent: true)
        #expect(tested.requests.count == 1)
    }

    @Test("A value that nobody looks at is refreshed at the next look")
    func absence() {
        var tested = TestedMachine.showing([1])
        tested.send(.left)
        tested.send(.generation(1))
        #expect(tested.requests.isEmpty)
        tested.send(.looked(at: tested.now))
        #expect(tested.requests.count == 1)
    }

    @Test("A response that another call has received meanwhile is taken over without a request")
    func takenOver() {
        var tested = TestedMachine.showing([1])
        tested.send(.left)
        tested.send(.generation(1))
        tested.send(.cacheChanged)
        tested.send(.looked(at: tested.now))
        tested.finishLook(.found(tested.response([1, 2], generation: 1)))
        #expect(tested.value == [1, 2] && tested.requests.isEmpty)
    }

    @Test("The cache is not looked at during a request, and decides after it")
    func lookAfterRequest() {
        var tested = TestedMachine.showing([1])
        tested.send(.generation(1))
        tested.send(.cacheChanged)
        #expect(tested.looks.isEmpty)
        tested.respond([2], generation: 1)
        #expect(tested.value == [2])
        tested.finishLook(.found(tested.response([3], generation: 1)))
        #expect(tested.value == [3] && tested.requests.isEmpty)
    }

    @Test("A look that a request overtakes has no effect")
    func overtakenLook() {
        var tested = TestedMachine.showing([1])
        tested.send(.cacheChanged)
        let look = tested.looks.removeFirst()
        tested.send(.asked(waiter: 1))
        tested.send(.found(.found(tested.response([0])), look: look, at: tested.now))
        #expect(tested.value == [1])
        tested.respond([2])
        #expect(tested.value == [2])
    }

    @Test("Errors keep the last value, and a success removes the error")
    func errors() {
        var tested = TestedMachine.looking()
        tested.fail(.connection)
        #expect(tested.machine.error?.code == .connection && tested.requests.isEmpty)
        tested.send(.networkReturned)
        tested.respond([1])
        #expect(tested.machine.error == nil && tested.value == [1])
        tested.send(.generation(1))
        tested.fail(.server)
        #expect(tested.machine.error?.code == .server && tested.value == [1])
        tested.send(.generation(1))
        #expect(tested.requests.isEmpty, "the failure is not repeated")
        tested.send(.generation(2))
        tested.fail(.connection)
        #expect(tested.machine.error == nil && tested.value == [1], "without a connection the value is enough")
        tested.send(.networkReturned)
        #expect(tested.requests.count == 1)
    }

    @Test("A caller of refresh waits for the request in flight, unless a write has overtaken it")
    func waiters() throws {
        var tested = TestedMachine.looking()
        tested.send(.asked(waiter: 1))
        tested.send(.generation(1))
        tested.send(.generation(2))
        tested.send(.asked(waiter: 2))
        tested.respond([1], generation: 1, isCurrent: false)
        #expect(try tested.resumed[1]?.get() == [1])
        #expect(tested.resumed[2] == nil)
        tested.respond([2], generation: 2)
        #expect(try tested.resumed[2]?.get() == [2])
    }

    @Test("A caller that is cancelled has no effect on the others")
    func cancellation() {
        var tested = TestedMachine.looking()
        tested.send(.asked(waiter: 1))
        tested.send(.asked(waiter: 2))
        tested.send(.gaveUp(waiter: 1))
        tested.fail(.server)
        #expect(tested.resumed.keys.sorted() == [2])
    }

    @Test("A sign-out during a refresh empties the value, and what arrives later has no effect")
    func signOut() {
        var tested = TestedMachine.showing([1])
        tested.send(.changeBegan(1) { $0.append(2) })
        tested.send(.changeFailed(1))
        tested.send(.generation(1))
        tested.send(.asked(waiter: 1))
        let request = tested.requests[0]
        tested.send(.changeBegan(2) { $0.append(3) })
        #expect(tested.value == [1, 3])
        tested.send(.signedOut)
        #expect(tested.value == nil && tested.cancelled == [request] && !tested.machine.isRefreshing)
        #expect(throws: APIError.self) { try tested.resumed[1]?.get() }
        tested.send(.responded(tested.response([9]), request: request))
        tested.send(.changeSucceeded(2))
        tested.send(.generation(2))
        #expect(tested.value == nil && tested.requests.isEmpty && tested.looks.isEmpty)
        tested.send(.signedIn)
        #expect(tested.looks.count == 1)
    }

    @Test("A change is not shown twice if a cached response has it, and the server cannot be reached")
    func overtakenResponseWithChange() {
        var tested = TestedMachine()
        tested.send(.changeBegan(1) { $0.append(1) })
        tested.send(.changeSucceeded(1))
        tested.send(.looked(at: tested.now))
        // Another call has read the change, and another write has overtaken that response.
        tested.finishLook(.found(tested.response([0, 1], isCurrent: false)))
        tested.fail(.connection)
        #expect(tested.value == nil)
        tested.send(.networkReturned)
        tested.respond([0, 1, 2])
        #expect(tested.value == [0, 1, 2])
    }

    @Test("Equal values do not count as new")
    func equalValues() {
        var tested = TestedMachine.showing([1])
        let version = tested.machine.valueVersion
        tested.send(.generation(1))
        tested.respond([1], generation: 1)
        #expect(tested.machine.valueVersion == version)
        tested.send(.changeBegan(1) { $0 = [1] })
        tested.send(.changeFailed(1))
        #expect(tested.machine.valueVersion == version)
    }

    @Test("The end of a lifetime sends a request only while somebody looks")
    func lifetimes() {
        var tested = TestedMachine.showing([1])
        tested.send(.expired(at: tested.now + 3599))
        #expect(tested.requests.isEmpty)
        tested.send(.expired(at: tested.now + 3600))
        #expect(tested.requests.count == 1)
        tested.respond([2])
        tested.send(.left)
        tested.send(.expired(at: tested.now + 9000))
        #expect(tested.requests.isEmpty)
    }

    @Test("A request in flight is enough for the return to the foreground and the end of a lifetime")
    func requestInFlight() {
        var tested = TestedMachine.looking()
        tested.send(.becameActive(at: tested.now))
        tested.respond([1])
        #expect(tested.requests.isEmpty)
        let expiry = tested.now + 3600
        tested.send(.expired(at: expiry))
        tested.send(.expired(at: expiry + 1))
        tested.send(.becameActive(at: expiry + 1))
        #expect(tested.requests.count == 1)
        tested.now = expiry
        tested.respond([2])
        #expect(tested.requests.isEmpty && tested.value == [2])
    }

    @Test("A failed request is not repeated because the lifetime is still over")
    func failedRequestAfterLifetime() {
        var tested = TestedMachine.showing([1])
        tested.send(.expired(at: tested.now + 3600))
        tested.fail(.server)
        tested.send(.expired(at: tested.now + 3601))
        #expect(tested.requests.isEmpty)
        tested.send(.becameActive(at: tested.now + 3601))
        #expect(tested.requests.count == 1)
    }

    @Test("A return of the network during a request repeats it only if it does not reach the server")
    func networkReturnsDuringRequest() {
        var tested = TestedMachine.showing([1])
        tested.send(.generation(1))
        tested.fail(.connection)
        tested.send(.networkReturned)
        tested.send(.networkReturned)
        #expect(tested.requests.count == 1)
        tested.fail(.connection)
        #expect(tested.requests.count == 1)
        tested.respond([2], generation: 1)
        #expect(tested.requests.isEmpty)
    }
}
