// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Demo",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "methodical", path: "../.."),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        .executableTarget(
            name: "Demo",
            dependencies: [
                .product(name: "MethodicalTransfers", package: "methodical"),
                .product(name: "MethodicalVK", package: "methodical"),
                .product(name: "VKAPI", package: "methodical"),
                .product(name: "MetrikaAPI", package: "methodical"),
                .product(name: "HuabanAPI", package: "methodical"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.copy("Answers")])
    ]
)
