// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "MastodonClient",
    platforms: [.macOS(.v13)],
    // Services, MastodonClient and Live name the same traits, so that they can share a build.
    dependencies: [.package(name: "methodical", path: "../..", traits: ["MockServer"])],
    targets: [
        .target(
            name: "MastodonClient",
            dependencies: [
                .product(name: "Methodical", package: "methodical"),
                .product(name: "MethodicalStreams", package: "methodical"),
            ],
            plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")]),
        .testTarget(
            name: "MastodonClientTests",
            dependencies: [
                "MastodonClient",
                .product(name: "Methodical", package: "methodical"),
                .product(name: "MethodicalMock", package: "methodical"),
            ]),
    ]
)
