// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TransferBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..")],
    targets: [
        .executableTarget(
            name: "TransferBenchmark", dependencies: [.product(name: "MethodicalTransfers", package: "methodical")])
    ]
)
