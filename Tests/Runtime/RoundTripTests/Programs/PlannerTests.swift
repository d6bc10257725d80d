#if MockServer
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalTesting
    import Testing

    /// The program of an app for an API like Vikunja, against the mock server.
    @Suite struct PlannerTests {
        private let server: MockServer
        private let planner: Planner

        init() async throws {
            server = try await MockServer.start(schemas: Programs.schema("Planner"))
            planner = Planner(token: "a token", baseURL: server.baseURL)
        }

        private static let task: JSON = [
            "id": 7, "title": "Buy milk", "done": false, "done_at": nil, "due_date": "2026-03-01T08:00:00+01:00",
            "start_date": "0001-01-01T00:00:00Z", "percent_done": 0.25, "labels": [label],
            "assignees": [["id": 2, "username": "ada", "created": "2020-01-01T00:00:00Z"]],
            "reminders": [["reminder": "2026-02-28T08:00:00Z", "relative_to": "due_date"]],
            "related_tasks": ["blocking": [["id": 8, "title": "Cook", "updated": "2026-01-01T00:00:00Z"]]],
            "created_by": ["id": 1, "username": "bob"], "created": "2026-01-01T00:00:00Z",
            "updated": "2026-01-02T00:00:00Z",
        ]
        private static let label: JSON = [
            "id": 3, "title": "home", "created_by": ["id": 1, "username": "bob"], "created": "2025-01-01T00:00:00Z",
        ]

        @Test func `a task is read, changed and sent whole without what only the server sets`() async throws {
            server.on("tasks.get", Self.task)
            var task: Planner.Task = try await planner.tasks.get(id: 7).send()
            let before = task
            task.done = true
            task.percentDone = 1
            task.labels = .value((task.labels?.wrapped ?? []) + [Planner.Label(title: "new")])
            #expect(before.done == false && before.labels?.wrapped?.count == 1)
            try await planner.tasks.update(task, id: 7).send()
            #expect(
                try server.lastBody == [
                    "title": "Buy milk", "done": true, "due_date": "2026-03-01T08:00:00+01:00",
                    "start_date": "0001-01-01T00:00:00Z", "percent_done": 1,
                    "labels": [["id": 3, "title": "home"], ["title": "new"]],
                    "assignees": [["id": 2, "username": "ada"]],
                    "reminders": [["reminder": "2026-02-28T08:00:00Z", "relative_to": "due_date"]],
                    "related_tasks": ["blocking": [["title": "Cook"]]],
                ])
        }

        @Test func `an invented task is sent as it was read`() async throws {
            let task = try await planner.tasks.get(id: 7).send()
            try await planner.tasks.update(task, id: 7).send()
            var members = try #require(try JSON(json: try task.json()).objectValue)
            for name in ["id", "done_at", "created_by", "created", "updated"] {
                #expect(members[name] != nil, "the server invents no \(name)")
                members[name] = nil
            }
            let sent = try #require(try server.lastBody.objectValue)
            #expect(sent.keys.sorted() == members.keys.sorted())
            let plain = members.filter { !["labels", "assignees", "related_tasks"].contains($0.key) }
            #expect(sent.filter { plain[$0.key] != nil } == plain)
        }

        @Test func `a due date is set, set to null, and left alone`() async throws {
            let noon = Date(timeIntervalSince1970: 1_772_366_400)
            try await planner.tasks.update(id: 7, dueDate: .value(noon)).send()
            #expect(try server.lastBody == ["due_date": "2026-03-01T12:00:00Z"])
            try await planner.tasks.update(id: 7, dueDate: .null, labels: .null).send()
            #expect(try server.lastBody == ["due_date": nil, "labels": nil])
            try await planner.tasks.update(id: 7, done: true).send()
            #expect(try server.lastBody == ["done": true])

            server.on("tasks.get", Self.task)
            var task = try await planner.tasks.get(id: 7).send()
            #expect(task.startDate?.date.map { $0 < Date(timeIntervalSince1970: -62_000_000_000) } == true)
            task.dueDate = .null
            try await planner.tasks.update(task, id: 7).send()
            #expect(try server.lastBody.objectValue?["due_date"] == .null)
            task.dueDate = nil
            task.startDate = DateTime(noon)
            try await planner.tasks.update(task, id: 7).send()
            #expect(try server.lastBody.objectValue?["due_date"] == nil)
            #expect(try server.lastBody.objectValue?["start_date"] == "2026-03-01T12:00:00Z")
        }

        @Test func `a put creates and a post updates`() async throws {
            let fresh = Planner.Task(title: "Buy milk", reminders: [.init(relativePeriod: -60, relativeTo: .dueDate)])
            try await planner.projects.tasks.create(fresh, id: 4).send()
            #expect(server.calls.last?.method == "projects.tasks.create")
            #expect(
                try server.lastBody == [
                    "title": "Buy milk", "reminders": [["relative_period": -60, "relative_to": "due_date"]],
                ])
            var project = try await planner.projects.create(title: "House").send()
            #expect(try server.lastBody == ["title": "House"])
            project.title = "Garden"
            project.isArchived = true
            try await planner.projects.update(project, id: project.id ?? 4).send()
            let sent = try #require(try server.lastBody.objectValue)
            #expect(sent["title"] == "Garden" && sent["is_archived"] == true)
            #expect(sent["id"] == nil && sent["owner"] == nil && sent["created"] == nil)
        }

        @Test func `a label is created, and added to a task`() async throws {
            server.on("labels.create", Self.label)
            let label = try await planner.labels.create(Planner.Label(title: "home", hexColor: "00ff00")).send()
            #expect(try server.lastBody == ["title": "home", "hex_color": "00ff00"])
            try await planner.tasks.labels.create(id: 7, labelID: try #require(label.id)).send()
            #expect(try server.lastBody == ["label_id": 3])
        }

        @Test func `a label has its number in the path and in the body`() async throws {
            server.on("labels.create", Self.label)
            var label = try await planner.labels.create(title: "home").send()
            label.title = "house"
            try await planner.labels.update(label, id: 3).send()
            #expect(try server.lastBody == ["id": 3, "title": "house"])
            #expect(server.calls.last?.arguments["id"] == "3")
            try await planner.labels.update(id: 3, hexColor: "ffffff").send()
            #expect(try server.lastBody == ["hex_color": "ffffff"])
            #expect(server.calls.last?.arguments["id"] == "3")
        }

        @Test func `all tasks are read page by page`() async throws {
            var ids: [Int?] = []
            for try await task in planner.tasks.list(perPage: 20, sortBy: [.dueDate, .id]).items { ids.append(task.id) }
            #expect(ids.count == 50 && Set(ids).count == 50)
            #expect(server.calls.map { $0.arguments["page"] ?? "1" } == ["1", "2", "3"])
            #expect(server.calls.allSatisfy { $0.arguments["sort_by"] == "due_date,id" })
            #expect(server.calls.allSatisfy { $0.arguments["per_page"] == "20" })
        }

        @Test func `a refusal is caught as its type`() async throws {
            server.fail("tasks.update", code: 4002, "The task is gone", status: 404, details: ["code": 4002])
            let error = await #expect(throws: APIError.self) {
                try await planner.tasks.update(id: 7, done: true).send()
            }
            #expect(error?.failure() == Planner.Refusal(code: 4002, message: "The task is gone"))
        }
    }
#endif
