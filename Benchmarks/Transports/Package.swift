// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TransportBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "methodical", path: "../..", traits: ["AsyncHTTPClient"]),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.26.0"),
    ],
    targets: [
        .target(name: "QuickServer"),
        .executableTarget(
            name: "TransportBenchmark",
            dependencies: [
                "QuickServer", .product(name: "Methodical", package: "methodical"),
                .product(name: "MethodicalAsyncHTTPClient", package: "methodical"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
    ]
)
