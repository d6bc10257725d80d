// swift-tools-version: 6.2
import PackageDescription

// JSON's tests on the code that only release builds have: debug builds look at eight bytes of a string at once, others
// at sixteen. The runtime and these
// tests alone, by links, since the whole package takes too long to optimise.
let package = Package(
    name: "Optimised",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "Methodical", exclude: ["Engine/README.md"]),
        .testTarget(name: "JSONTests", dependencies: ["Methodical"]),
    ]
)
