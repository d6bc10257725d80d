// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LiveBenchmark",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        .target(name: "Heap"),
        .executableTarget(
            name: "LiveBenchmark",
            dependencies: [
                "Heap", .product(name: "Methodical", package: "methodical"),
                .product(name: "MethodicalLive", package: "methodical"),
            ]),
    ]
)
