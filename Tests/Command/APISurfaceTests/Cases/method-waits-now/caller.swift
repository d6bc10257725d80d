import Methodical

func methodWaitsNow(_ api: MethodWaitsNow) async throws {
    let request: Request<Int> = api.reports.create(day: "1")
    _ = try await request.send()
}
