// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ScaleBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        // A link to the tests' target.
        .target(name: "LoopbackServer"),
        .executableTarget(
            name: "Scale",
            dependencies: [
                "LoopbackServer",
                .product(name: "Methodical", package: "methodical"),
                .product(name: "MethodicalCache", package: "methodical"),
                .product(name: "MethodicalStreams", package: "methodical"),
            ]),
    ]
)
