// swift-tools-version: 6.2
import PackageDescription

// What only Apple's systems have, in the shape that it has there, so that the code that uses it is compiled and run
// elsewhere. A package of its own:
// in the root package, every target could import these modules.
let package = Package(
    name: "AppleShapes",
    platforms: [.macOS(.v13)],
    targets: [
        // Apple's modules are not in Swift 6's mode either: what they call back is checked when it runs.
        .target(name: "Security", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "AuthenticationServices", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "BackgroundURLSession"),
        .target(name: "PackagePlugin"),
        .target(name: "XcodeProjectPlugin", dependencies: ["PackagePlugin"]),
        .executableTarget(name: "MethodicalPlugin", dependencies: ["PackagePlugin", "XcodeProjectPlugin"]),
        .target(name: "Methodical", exclude: ["Engine/README.md"]),
        .target(name: "LoopbackServer"),
        .target(name: "MethodicalTransfers", dependencies: ["Methodical", "BackgroundURLSession"]),
        .target(name: "MethodicalAccounts", dependencies: ["Methodical", "Security", "AuthenticationServices"]),
        .testTarget(
            name: "AppleTests",
            dependencies: [
                "Methodical", "MethodicalAccounts", "MethodicalTransfers", "LoopbackServer", "Security",
                "AuthenticationServices",
                "BackgroundURLSession", "MethodicalPlugin", "PackagePlugin", "XcodeProjectPlugin",
            ]),
    ]
)
