// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Hello",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        .executableTarget(
            name: "Hello",
            dependencies: [
                .product(name: "Methodical", package: "methodical"),
                .product(name: "MethodicalLive", package: "methodical"),
            ],
            plugins: [.plugin(name: "MethodicalPlugin", package: "methodical")])
    ]
)
