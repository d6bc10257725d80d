// swift-tools-version: 6.2
import PackageDescription

/// A library with the typed API of one service, made from its schema.
func service(_ name: String, _ products: [String] = []) -> Target {
    .target(
        name: name,
        dependencies: (["Methodical"] + products).map { .product(name: $0, package: "methodical") },
        plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")])
}

let package = Package(
    name: "Services",
    platforms: [.macOS(.v13)],
    // Services, MastodonClient and Live name the same traits, so that they can share a build.
    dependencies: [.package(name: "methodical", path: "../..", traits: ["MockServer"])],
    targets: [
        service("TaskService", ["MethodicalOperations"]),
        service("ObjectStore", ["MethodicalTransfers"]),
        service("LanguageModel", ["MethodicalStreams"]),
        .testTarget(
            name: "ServicesTests",
            dependencies: [
                "TaskService", "ObjectStore", "LanguageModel",
                .product(name: "Methodical", package: "methodical"),
                .product(name: "MethodicalTransfers", package: "methodical"),
                .product(name: "MethodicalMock", package: "methodical"),
                .product(name: "MethodicalTesting", package: "methodical"),
            ]),
    ]
)
