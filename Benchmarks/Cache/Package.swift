// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CacheBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        .executableTarget(
            name: "CacheBenchmark", dependencies: [.product(name: "MethodicalCache", package: "methodical")])
    ]
)
