import Foundation
import Methodical
import MethodicalLive

/// A dialogue with a person: prints each state of the list and of the open chore, and carries out commands.
@MainActor final class Session {
    private let household: Household
    private let list: LivePages<Household.ChorePage>
    /// The task that prints the states of the open chore. The look ends with it.
    private var detail: Task<Void, Never>?

    init(_ household: Household) {
        self.household = household
        list = household.chores.list().livePages()
    }

    /// Carries out commands until the input ends.
    func run() async {
        say("commands: more, done NUMBER, open NUMBER, close, refresh, offline, online, quit")
        let states = list.states
        let printing = Task {
            var last = ""
            for await state in states {
                let text = Self.text(of: state)
                if text != last { say(text) }
                last = text
            }
        }
        for await line in Self.input {
            let words = line.split(separator: " ").map(String.init)
            guard let command = words.first else { continue }
            if command == "quit" { break }
            do throws(APIError) {
                try await carryOut(command, number: words.dropFirst().first.flatMap { Int($0) } ?? 0)
            } catch {
                say("! \(error.server?.message ?? error.description)")
            }
        }
        printing.cancel()
        detail?.cancel()
    }

    private func carryOut(_ command: String, number: Int) async throws(APIError) {
        switch command {
        case "more": try await list.loadMore()
        case "done": try await complete(number)
        case "open": open(number)
        case "close": detail?.cancel()
        case "refresh": try await list.refresh()
        case "offline": household.isOffline = true
        case "online": household.isOffline = false
        default: say("? \(command)")
        }
    }

    /// Shows the chore as done at once. If the server refuses, the list is shown as before.
    private func complete(_ number: Int) async throws(APIError) {
        try await list.change(
            { chores in
                for index in chores.indices where chores[index].id == number {
                    chores[index].isDone = true
                }
            }, by: household.chores.complete(id: number))
    }

    /// Prints the states of a chore, beside those of the list.
    private func open(_ number: Int) {
        detail?.cancel()
        let chore = household.chores.get(id: number).live()
        detail = Task {
            for await state in chore.states {
                if let value = state.value {
                    say("chore \(value.id): \(value.title), \(value.isDone ? "done" : "to do") by \(value.assignee)")
                } else if let error = state.error {
                    say("! \(error.server?.message ?? error.description)")
                }
            }
        }
    }

    private static func text(of state: LivePagesState<Household.Chore>) -> String {
        guard let chores = state.value else {
            return state.error.map { "! \($0)" } ?? "loading"
        }
        let lines = chores.map { "  \($0.id) \($0.isDone ? "[x]" : "[ ]") \($0.title) (\($0.assignee))" }
        let head = "\(chores.count) chores\(state.hasMore ? ", and more" : "")"
        return ([head] + lines).joined(separator: "\n")
    }

    /// The lines of the standard input. A thread of its own waits for them.
    private static var input: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() {
                    continuation.yield(line)
                }
                continuation.finish()
            }
        }
    }
}
