func headerAndRegionAdded(_ api: HeaderAndRegionAdded) async throws {
    let size: Int? = try await HeaderAndRegionAdded(region: .eu).files.list().response().size
    _ = size
}
