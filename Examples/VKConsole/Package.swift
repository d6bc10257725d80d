// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "VKConsole",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "methodical", path: "../..", traits: ["Crypto", "MockServer"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "VKConsole",
            dependencies: [
                .product(name: "VKAPI", package: "methodical"),
                .product(name: "MethodicalAccounts", package: "methodical"),
                .product(name: "MethodicalCache", package: "methodical"),
                .product(name: "MethodicalCrypto", package: "methodical"),
                .product(name: "MethodicalMock", package: "methodical"),
                .product(name: "MethodicalTesting", package: "methodical"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "VKConsoleTests",
            dependencies: ["VKConsole", .product(name: "MethodicalTesting", package: "methodical")],
            exclude: ["Recordings"]),
    ]
)
