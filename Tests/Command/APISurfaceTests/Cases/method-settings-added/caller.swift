func methodSettingsAdded(_ api: MethodSettingsAdded) async throws {
    let report: String = try await api.reports.get().send()
    _ = report
}
