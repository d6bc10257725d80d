import Foundation
import Methodical
import Testing

@testable import MethodicalLive

/// Tests of two optimistic changes and a request in every order of their steps.
@Suite struct OptimisticOrderTests {
    /// The steps of the request and of two writes. The server takes the snapshot for the request's response, and
    /// applies a write, at any moment between the first and the last step.
    private enum Step: Hashable {
        case snapshot, respond
        case begin(Int), apply(Int), end(Int)
    }

    /// Returns all orders in which the steps of several sequences can be taken.
    private static func orders(of sequences: [[Step]]) -> [[Step]] {
        if sequences.allSatisfy(\.isEmpty) {
            return [[]]
        }
        var orders: [[Step]] = []
        for (index, sequence) in sequences.enumerated() {
            guard let first = sequence.first else { continue }
            var rest = sequences
            rest[index].removeFirst()
            orders += Self.orders(of: rest).map { [first] + $0 }
        }
        return orders
    }

    private static let orders = orders(of: [
        [.snapshot, .respond],
        [.begin(1), .apply(1), .end(1)],
        [.begin(2), .apply(2), .end(2)],
    ])

    @Test(
        "A change is shown exactly once from its beginning, and never after its refusal",
        arguments: [[], [1], [2], [1, 2]], [false, true])
    func everyOrder(refused: Set<Int>, hasValue: Bool) {
        #expect(Self.orders.count == 560)
        for order in Self.orders {
            run(order, refused: refused, hasValue: hasValue)
        }
    }

    private func run(_ order: [Step], refused: Set<Int>, hasValue: Bool) {
        var tested = TestedMachine.looking()
        if hasValue {
            tested.respond([0])
            tested.send(.becameActive(at: tested.now + 7200))
        }
        var server = [0]
        var snapshot: [Int] = []
        var shown: Set<Int> = []
        for step in order {
            switch step {
            case .snapshot: snapshot = server
            case .respond: tested.respond(snapshot)
            case .begin(let number):
                tested.send(.changeBegan(number) { $0.append(number) })
                shown.insert(number)
            case .apply(let number):
                if !refused.contains(number) {
                    server.append(number)
                }
            case .end(let number):
                if refused.contains(number) {
                    tested.send(.changeFailed(number))
                    shown.remove(number)
                } else {
                    tested.send(.changeSucceeded(number))
                }
            }
            if let value = tested.value {
                #expect(value.sorted() == [0] + shown.sorted(), "\(order) after \(step)")
            } else {
                #expect(!hasValue)
            }
        }
        while !tested.requests.isEmpty {
            tested.respond(server)
        }
        #expect(tested.value == server, "\(order)")
        #expect(!tested.machine.isRefreshing)
    }
}
