// swift-tools-version: 6.2
import PackageDescription

// The sources and the schema are those of the package's own tests, by links, so that both try the same.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz", dependencies: [.product(name: "Methodical", package: "methodical")],
            plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")])
    ]
)
