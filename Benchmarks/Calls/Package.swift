// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CallBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        // A link to the tests' target.
        .target(name: "LoopbackServer"),
        .target(name: "Allocations"),
        .executableTarget(
            name: "CallBenchmark",
            dependencies: ["Allocations", "LoopbackServer", .product(name: "Methodical", package: "methodical")]),
    ]
)
