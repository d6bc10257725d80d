import Methodical
import MethodicalMock
import MethodicalTesting

/// The service: the chores, which are lost at its end. It knows its caller as Ada.
actor ChoreBook {
    private struct Chore {
        let id: Int
        let title: String
        let assignee: String
        var isDone = false

        var json: JSON {
            [
                "id": .integer(id), "title": .string(title), "isDone": .bool(isDone), "assignee": .string(assignee),
            ]
        }
    }

    private var chores = [
        Chore(id: 1, title: "Water the plants", assignee: "Ada"),
        Chore(id: 2, title: "Take out the bins", assignee: "Ben"),
        Chore(id: 3, title: "Buy milk", assignee: "Ada"),
        Chore(id: 4, title: "Mend the bicycle", assignee: "Ben"),
        Chore(id: 5, title: "Call grandmother", assignee: "Ada"),
    ]
    private static let pageSize = 3

    /// Makes a server respond to the calls of the API.
    nonisolated func answer(_ server: MockServer) {
        server.on("chores.list") { await self.page($0.number("page") ?? 1) }
        server.on("chores.get") { try await self.chore($0.number("id")) }
        server.on("chores.add") { await self.add($0.arguments["title"] ?? "") }
        server.on("chores.complete") { call in
            // A person sees that the change is shown before the response is here.
            try await Task.sleep(for: .milliseconds(300))
            return try await self.complete(call.number("id"))
        }
    }

    private func page(_ number: Int) -> JSON {
        let page = chores.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize)
        let pages = (chores.count + Self.pageSize - 1) / Self.pageSize
        return ["chores": .array(page.map(\.json)), "pages": .integer(pages)]
    }

    private func chore(_ id: Int?) throws -> JSON {
        try chores[index(of: id)].json
    }

    private func add(_ title: String) -> JSON {
        let chore = Chore(id: chores.count + 1, title: title, assignee: "Ada")
        chores.insert(chore, at: 0)
        return chore.json
    }

    private func complete(_ id: Int?) throws -> JSON {
        let index = try index(of: id)
        let assignee = chores[index].assignee
        guard assignee == "Ada" else {
            throw ServerFailure(status: 403, "\(assignee) does that")
        }
        chores[index].isDone = true
        return chores[index].json
    }

    private func index(of id: Int?) throws -> Int {
        guard let index = chores.firstIndex(where: { $0.id == id }) else {
            throw ServerFailure(status: 404, "there is no such chore")
        }
        return index
    }
}

extension MockCall {
    fileprivate func number(_ name: String) -> Int? {
        arguments[name].flatMap { Int($0) }
    }
}
