// swift-tools-version: 6.2
import PackageDescription

// The sources and the schema are links to those of the package's own tests, so that both test the same.
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
