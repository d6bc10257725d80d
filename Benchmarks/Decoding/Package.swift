// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Decoding",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        .executableTarget(
            name: "Decoding",
            dependencies: [.product(name: "Methodical", package: "methodical")],
            plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")])
    ]
)
