import Methodical
import MethodicalMock
import TaskService
import Testing

/// Tests of a task service: null in a `PATCH`, retries of writes, typed errors, pages, and a call that waits.
@Suite struct TaskServiceTests {
    private let server: MockServer
    private let service: TaskService

    init() async throws {
        server = try await MockServer.start("TaskService")
        service = TaskService(account: Account(token: "a token"), configuration: server.configuration)
    }

    // MARK: Null

    /// An absent argument leaves the value as it is, `.null` removes it, and anything else replaces it.
    @Test func absentNullOrAValue() async throws {
        try await service.tasks.update(id: 7, title: "Milk").send()
        #expect(server.lastBody == #"{"title":"Milk"}"#)

        try await service.tasks.update(id: 7, due: .null).send()
        #expect(server.lastBody == #"{"due":null}"#)

        try await service.tasks.update(id: 7, due: "2026-11-30", assignee: 5).send()
        #expect(server.lastBody == #"{"due":"2026-11-30","assignee":5}"#)
    }

    /// A form on the screen has an optional. `Nullable` sends its `nil` as null.
    @Test(arguments: [nil, 5]) func nullFromAnOptional(assignee: Int?) async throws {
        try await service.tasks.update(id: 7, assignee: Nullable(assignee)).send()
        #expect(server.lastBody == (assignee == nil ? #"{"assignee":null}"# : #"{"assignee":5}"#))
    }

    /// Types that are only received have plain optionals: null and an absent value are both `nil`.
    @Test func nullInAResponse() async throws {
        server.on("tasks.update", ["id": 7, "title": "Milk", "due": nil])
        #expect(try await service.tasks.update(id: 7, title: "Milk").send().line == "Milk")

        server.on("tasks.update", ["id": 7, "title": "Milk", "due": "2026-11-30"])
        #expect(try await service.tasks.update(id: 7, title: "Milk").send().line == "Milk (2026-11-30)")
    }

    /// The body of this request is not an object but a list.
    @Test func aListAsTheBody() async throws {
        try await service.tasks.reorder([3, 1, 2]).send()
        #expect(server.lastBody == "[3,1,2]")
    }

    // MARK: Failures

    /// A lost response does not create a second task: the retry has the idempotency key of the first attempt.
    @Test func aRetryWithTheSameKey() async throws {
        server.fail("tasks.create", code: 503, status: 503, times: 1)
        try await service.tasks.create(title: "Milk").send()
        try await service.tasks.create(title: "Milk").send()

        let keys = server.calls.map { $0.arguments["Idempotency-Key"] }
        #expect(keys.count == 3)
        #expect(keys[0] != nil && keys[0] == keys[1] && keys[1] != keys[2])
    }

    /// The schema describes the body of a failure with the status 422, so that a form can mark the wrong fields.
    @Test func aTypedFailure() async throws {
        server.fail(
            "tasks.create", code: 422, "The task is not valid.", status: 422,
            details: ["fields": ["title": ["must not be empty"]]])
        let error = await #expect(throws: APIError.self) { try await service.tasks.create(title: "").send() }

        #expect(error?.status == 422)
        let problem = try #require(error?.failure(as: TaskService.ValidationProblem.self))
        #expect(problem.message == "The task is not valid.")
        #expect(problem.fields["title"] == ["must not be empty"])
    }

    /// The status 404 is not an error of this method. It means "no star".
    @Test(arguments: [true, false]) func notFoundMeansNo(isStarred: Bool) async throws {
        server.on("tasks.isStarred", .bool(isStarred))
        let response = try await service.tasks.isStarred(id: 7).response()
        #expect(response.value == isStarred)
        #expect(response.status == (isStarred ? 204 : 404))
    }

    // MARK: Pages

    /// The loop ends after the last page. The server's lists have 50 tasks.
    @Test func allPages() async throws {
        var ids: Set<Int> = []
        for try await task in service.tasks.list(project: 3).items { ids.insert(task.id) }
        #expect(ids.count == 50)
        #expect(server.calls.compactMap { $0.arguments["page"] } == ["2", "3"])
    }

    /// The schema lists a header field of the response, which is a property of it.
    @Test func theNumberOfAllTasks() async throws {
        let response = try await service.tasks.list(labels: ["home", "work"], archived: true).response()
        #expect(response.totalCount == 50)
        #expect(server.calls.last?.arguments == ["labels": "home,work", "archived": "true"])
    }

    // MARK: A call that waits

    /// The server writes the file after the call. The client asks for the state until the file is ready.
    @Test func aFileThatTakesTime() async throws {
        let export = service.tasks.export().start()
        var percents: [Double] = []
        for await progress in export.progress { percents.append(progress.value ?? 0) }

        #expect(percents == percents.sorted() && percents.last == 100)
        #expect(try await export.value.address.url != nil)
    }

    /// Without progress, an operation is a call like any other.
    @Test func onlyTheFile() async throws {
        server.on("tasks.export", ["address": "https://tasks.example.com/1.csv", "tasks": 12])
        let file = try await service.tasks.export().deadline(.seconds(3600)).send()
        #expect(file.address.url?.lastPathComponent == "1.csv" && file.tasks == 12)
    }
}
