// swift-tools-version: 6.2
import PackageDescription

// Stand-ins for modules of Apple's systems, so that the code that uses them compiles and runs elsewhere. They are in a
// package of their own, because in the root package every target could import them.
let package = Package(
    name: "AppleShapes",
    platforms: [.macOS(.v13)],
    targets: [
        // Apple's modules do not use Swift 6's mode either: their callbacks are checked at run time.
        .target(name: "Security", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "AuthenticationServices", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "BackgroundURLSession"),
        .target(name: "os"),
        .target(name: "SwiftUI"),
        .target(name: "PackagePlugin"),
        .target(name: "XcodeProjectPlugin", dependencies: ["PackagePlugin"]),
        .executableTarget(name: "MethodicalPlugin", dependencies: ["PackagePlugin", "XcodeProjectPlugin"]),
        .target(name: "Methodical", exclude: ["Engine/README.md"]),
        .target(name: "LoopbackServer"),
        .target(name: "MethodicalTransfers", dependencies: ["Methodical", "BackgroundURLSession"]),
        .target(name: "MethodicalAccounts", dependencies: ["Methodical", "Security", "AuthenticationServices"]),
        .target(name: "MethodicalLogging", dependencies: ["Methodical", "os"]),
        .target(name: "MethodicalLive", dependencies: ["Methodical"]),
        // The views of an app, with the generated code of its API.
        .target(name: "LiveViews", dependencies: ["MethodicalLive", "SwiftUI"]),
        // The app of the tutorial, and its view as it is after earlier steps. The files are those that the tutorial shows.
        .executableTarget(name: "BlogApp", dependencies: ["MethodicalLive", "SwiftUI"]),
        .target(name: "TutorialFirstStep", dependencies: ["MethodicalLive", "SwiftUI"]),
        .target(name: "TutorialSecondStep", dependencies: ["MethodicalLive", "SwiftUI"]),
        .testTarget(
            name: "AppleTests",
            dependencies: [
                "Methodical", "MethodicalAccounts", "MethodicalTransfers", "MethodicalLogging", "LoopbackServer",
                "Security", "AuthenticationServices", "os",
                "BackgroundURLSession", "MethodicalPlugin", "PackagePlugin", "XcodeProjectPlugin", "LiveViews",
                "SwiftUI", "BlogApp", "TutorialFirstStep", "TutorialSecondStep",
            ]),
    ]
)
