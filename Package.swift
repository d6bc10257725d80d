// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "methodical",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Methodical", targets: ["Methodical"]),
        .plugin(name: "MethodicalPlugin", targets: ["MethodicalPlugin"]),
        .executable(name: "methodical-generate", targets: ["methodical-generate"]),
        .library(name: "VKAPI", targets: ["VKAPI"]),
        .library(name: "MetrikaAPI", targets: ["MetrikaAPI"]),
        .library(name: "HuabanAPI", targets: ["HuabanAPI"]),
    ],
    targets: [
        // The generator: a folder for each stage. Every user of the plugin compiles it, so it depends on nothing.
        .target(name: "MethodicalGenerator"),
        .executableTarget(name: "methodical-generate", dependencies: ["MethodicalGenerator"]),
        .plugin(name: "MethodicalPlugin", capability: .buildTool(), dependencies: ["methodical-generate"]),

        // Random valid answers for an API's types, for tests.
        .target(name: "APISamples", dependencies: ["MethodicalGenerator"]),

        // The runtime that generated code stands on, and the bundled APIs.
        .target(name: "Methodical"),
        .target(name: "VKAPI", dependencies: ["Methodical"], path: "Schema/VK", plugins: ["MethodicalPlugin"]),
        .target(name: "MetrikaAPI", dependencies: ["Methodical"], path: "Schema/Metrika", plugins: ["MethodicalPlugin"]),
        .target(name: "HuabanAPI", dependencies: ["Methodical"], path: "Schema/Huaban", plugins: ["MethodicalPlugin"]),

        .testTarget(name: "JSONTextTests", dependencies: ["MethodicalGenerator"]),
        .testTarget(name: "SchemaCompilerTests", dependencies: ["MethodicalGenerator"]),
        .testTarget(name: "APISamplesTests", dependencies: ["MethodicalGenerator", "APISamples"]),
        .testTarget(name: "SwiftEmitterTests", dependencies: ["MethodicalGenerator"]),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer"),
        .executableTarget(name: "CacheStress", dependencies: ["Methodical"], path: "Tests/CacheStress"),
        .testTarget(name: "MethodicalTests", dependencies: ["Methodical", "LoopbackServer", "CacheStress"]),
        .target(
            name: "SampleChecks", dependencies: ["MethodicalGenerator", "APISamples", "Methodical"],
            path: "Tests/SampleChecks"),
        .testTarget(
            name: "RoundTripTests",
            dependencies: ["MethodicalGenerator", "Methodical", "LoopbackServer", "SampleChecks", "VKAPI", "MetrikaAPI", "HuabanAPI"],
            plugins: ["MethodicalPlugin"]),
        .testTarget(name: "GoldenTests", dependencies: ["MethodicalGenerator", "Methodical"], exclude: ["Cases"]),
        .testTarget(name: "BundledTests", dependencies: ["MethodicalGenerator"]),
        .testTarget(name: "ConsumerTests", dependencies: ["SampleChecks"], exclude: ["Recorded/verdicts.py"]),
    ]
)
