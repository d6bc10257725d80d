// swift-tools-version: 6.2
import PackageDescription

// The JSON tests in release configuration, in which the reader looks at sixteen bytes of a string at once instead of
// eight. The package contains only the runtime and these tests, by links, because the whole package takes too long to
// optimise.
let package = Package(
    name: "Optimised",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "Methodical", exclude: ["Engine/README.md"]),
        .target(name: "TestFiles"),
        .testTarget(name: "JSONTests", dependencies: ["Methodical", "TestFiles"]),
    ]
)
