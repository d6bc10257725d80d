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
        // The generator: a stage each. Every user of the plugin compiles it, so it depends on nothing.
        .target(name: "JSONText"),
        .target(name: "APIModel"),
        .target(name: "SchemaCompiler", dependencies: ["JSONText", "APIModel"]),
        .target(name: "SwiftEmitter", dependencies: ["APIModel"]),
        .executableTarget(name: "methodical-generate", dependencies: ["JSONText", "APIModel", "SchemaCompiler", "SwiftEmitter"]),
        .plugin(name: "MethodicalPlugin", capability: .buildTool(), dependencies: ["methodical-generate"]),

        // Random valid answers for an API's types, for tests.
        .target(name: "APISamples", dependencies: ["APIModel"]),

        // The runtime that generated code stands on, and the bundled APIs.
        .target(name: "Methodical"),
        .target(name: "VKAPI", dependencies: ["Methodical"], path: "Schema/VK", plugins: ["MethodicalPlugin"]),
        .target(name: "MetrikaAPI", dependencies: ["Methodical"], path: "Schema/Metrika", plugins: ["MethodicalPlugin"]),
        .target(name: "HuabanAPI", dependencies: ["Methodical"], path: "Schema/Huaban", plugins: ["MethodicalPlugin"]),

        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
        .testTarget(name: "SchemaCompilerTests", dependencies: ["JSONText", "APIModel", "SchemaCompiler"]),
        .testTarget(name: "APISamplesTests", dependencies: ["JSONText", "APIModel", "SchemaCompiler", "APISamples"]),
        .testTarget(name: "SwiftEmitterTests", dependencies: ["APIModel", "SwiftEmitter"]),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer"),
        .executableTarget(name: "CacheStress", dependencies: ["Methodical"], path: "Tests/CacheStress"),
        .testTarget(name: "MethodicalTests", dependencies: ["Methodical", "LoopbackServer", "CacheStress"]),
        .target(
            name: "SampleChecks", dependencies: ["JSONText", "APIModel", "SchemaCompiler", "SwiftEmitter", "APISamples", "Methodical"],
            path: "Tests/SampleChecks"),
        .testTarget(
            name: "RoundTripTests", dependencies: ["JSONText", "Methodical", "LoopbackServer", "SampleChecks", "VKAPI", "MetrikaAPI", "HuabanAPI"],
            plugins: ["MethodicalPlugin"]),
        .testTarget(name: "GoldenTests", dependencies: ["JSONText", "SchemaCompiler", "SwiftEmitter", "Methodical"], exclude: ["Cases"]),
        .testTarget(name: "BundledTests", dependencies: ["JSONText", "SchemaCompiler"]),
        .testTarget(name: "ConsumerTests", dependencies: ["SampleChecks"]),
    ]
)
