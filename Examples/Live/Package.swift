// swift-tools-version: 6.2
import PackageDescription

func methodical(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "methodical") } }

let package = Package(
    name: "Live",
    platforms: [.macOS(.v13)],
    // Services, MastodonClient and Live name the same traits, so that they can share a build.
    dependencies: [.package(name: "methodical", path: "../..", traits: ["MockServer"])],
    targets: [
        .executableTarget(
            name: "Live",
            dependencies: methodical(
                "Methodical", "MethodicalCache", "MethodicalLive", "MethodicalMock", "MethodicalTesting"),
            plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")]),
        .testTarget(name: "LiveTests", dependencies: ["Live"]),
    ]
)
