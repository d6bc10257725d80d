// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "methodical",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Methodical", targets: ["Methodical"]),
        .plugin(name: "MethodicalPlugin", targets: ["MethodicalPlugin"]),
        .executable(name: "methodical-generate", targets: ["methodical-generate"]),
    ],
    targets: [
        .target(name: "JSONText"),
        .target(name: "APIModel"),
        .target(name: "SchemaCompiler", dependencies: ["JSONText", "APIModel"]),
        .target(name: "SwiftEmitter", dependencies: ["APIModel"]),
        .executableTarget(name: "methodical-generate", dependencies: ["JSONText", "APIModel", "SchemaCompiler", "SwiftEmitter"]),
        .plugin(name: "MethodicalPlugin", capability: .buildTool(), dependencies: ["methodical-generate"]),
        .target(name: "Methodical"),
        .testTarget(name: "MethodicalTests", dependencies: ["Methodical"]),
    ]
)
