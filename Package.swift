// swift-tools-version: 6.2
import PackageDescription

/// The tool of the plugin as a binary for this host: its address and its checksum. `.ci/release` writes them into the
/// manifest of a release. Without a binary, SwiftPM compiles the tool.
let prebuiltTool: (url: String, checksum: String)? = nil

/// Enabled by a trait that is off by default. Without the trait, the package is neither fetched nor built.
let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto",
    condition: .when(platforms: [.linux, .android, .windows, .openbsd, .custom("freebsd")], traits: ["Crypto"]))

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"]))

func commandLine(_ names: [String]) -> [Target.Dependency] {
    names.map { .target(name: $0, condition: .when(traits: ["CommandLine"])) }
}

let logging: [Target.Dependency] = [
    .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
    .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Logging"])),
]

let asyncHTTPClient: [Target.Dependency] = [
    .product(
        name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["AsyncHTTPClient"])),
    .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
    .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
    .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: .when(traits: ["AsyncHTTPClient"])),
    .product(name: "NIOFoundationCompat", package: "swift-nio", condition: .when(traits: ["AsyncHTTPClient"])),
    .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["AsyncHTTPClient"])),
]

let httpTypes = Target.Dependency.product(
    name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["HTTPTypes"]))

let tracing = Target.Dependency.product(
    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))

let xml = Target.Dependency.product(name: "XMLCoder", package: "XMLCoder", condition: .when(traits: ["XML"]))

let yams = Target.Dependency.product(name: "Yams", package: "Yams", condition: .when(traits: ["YAML"]))

let flyingFox = Target.Dependency.product(
    name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["MockServer"]))

let package = Package(
    name: "methodical",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Methodical", targets: ["Methodical"]),
        .library(name: "MethodicalCache", targets: ["MethodicalCache"]),
        .library(name: "MethodicalAccounts", targets: ["MethodicalAccounts"]),
        .library(name: "MethodicalTransfers", targets: ["MethodicalTransfers"]),
        .library(name: "MethodicalCrypto", targets: ["MethodicalCrypto"]),
        .library(name: "MethodicalStreams", targets: ["MethodicalStreams"]),
        .library(name: "MethodicalOperations", targets: ["MethodicalOperations"]),
        .library(name: "MethodicalWebhooks", targets: ["MethodicalWebhooks"]),
        .library(name: "MethodicalVK", targets: ["MethodicalVK"]),
        .library(name: "MethodicalAsyncHTTPClient", targets: ["MethodicalAsyncHTTPClient"]),
        .library(name: "MethodicalHTTPTypes", targets: ["MethodicalHTTPTypes"]),
        .library(name: "MethodicalTracing", targets: ["MethodicalTracing"]),
        .library(name: "MethodicalFleet", targets: ["MethodicalFleet"]),
        .library(name: "MethodicalLogging", targets: ["MethodicalLogging"]),
        .library(name: "MethodicalXML", targets: ["MethodicalXML"]),
        .library(name: "MethodicalTesting", targets: ["MethodicalTesting"]),
        .library(name: "MethodicalMock", targets: ["MethodicalMock"]),
        .plugin(name: "MethodicalPlugin", targets: ["MethodicalPlugin"]),
        .executable(name: "methodical-generate", targets: ["methodical-generate"]),
        .executable(name: "methodical", targets: ["methodical"]),
        .executable(name: "methodical-mock", targets: ["methodical-mock"]),
        .plugin(name: "MethodicalCommand", targets: ["MethodicalCommand"]),
        .library(name: "VKAPI", targets: ["VKAPI"]),
        .library(name: "MetrikaAPI", targets: ["MetrikaAPI"]),
        .library(name: "HuabanAPI", targets: ["HuabanAPI"]),
    ],
    traits: [
        .trait(name: "AsyncHTTPClient", description: "A transport for servers, on async-http-client."),
        .trait(
            name: "CommandLine",
            description: "The command `methodical` with its mock server, on swift-argument-parser.",
            enabledTraits: ["MockServer", "YAML"]),
        .trait(
            name: "Crypto",
            description: "Encrypted tokens, proof keys and signatures, on swift-crypto on systems without CryptoKit."),
        .trait(name: "HTTPTypes", description: "Conversions of requests and responses, on swift-http-types."),
        .trait(
            name: "Logging",
            description: "Logs and metrics of calls, on swift-log and swift-metrics."),
        .trait(name: "MockServer", description: "A local mock server for the APIs of the schemas, on FlyingFox."),
        .trait(name: "Tracing", description: "Traces of calls, on swift-distributed-tracing."),
        .trait(name: "XML", description: "Responses in XML, on XMLCoder."),
        .trait(name: "YAML", description: "Documents in YAML for `methodical import`, on Yams."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
        .package(url: "https://github.com/CoreOffice/XMLCoder", from: "0.17.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        // The generator: a folder for each stage. Every user of the plugin compiles it, so it depends on nothing.
        .target(name: "MethodicalGenerator"),
        .executableTarget(name: "methodical-generate", dependencies: ["MethodicalGenerator"]),
        .plugin(name: "MethodicalPlugin", capability: .buildTool(), dependencies: ["methodical-generate"]),

        // The public surface of an API, and its comparison with an earlier one.
        .target(name: "APISurface", dependencies: ["MethodicalGenerator"]),
        // Corrections of a schema from recorded responses.
        // It depends on the runtime, because the runtime's own code chooses the cases of unions.
        .target(name: "APILearning", dependencies: ["APISurface", "Methodical", "MethodicalGenerator"]),
        // The translation of documents in other formats into the dialect.
        .target(name: "APIImport", dependencies: ["APISurface", "MethodicalGenerator", yams]),
        // `swift run PRODUCT` makes SwiftPM's next `swift build` build every executable of the packages that it depends
        // on. Without the trait, these two are empty.
        .executableTarget(
            name: "methodical",
            dependencies: commandLine(["APIImport", "APILearning", "APISurface", "MethodicalGenerator"]) + [
                argumentParser
            ]),
        // The server of `methodical mock`, a program of its own so that the other subcommands do not wait for its build.
        .executableTarget(
            name: "methodical-mock", dependencies: commandLine(["MethodicalGenerator", "MethodicalMock"])),
        .plugin(
            name: "MethodicalCommand",
            capability: .command(
                intent: .custom(
                    verb: "methodical", description: "Checks API schemas, compares them and generates Swift.")),
            dependencies: ["methodical"]),

        // Random valid responses for an API's types, for tests and the mock server.
        .target(name: "Lifelike"),
        .target(name: "APISamples", dependencies: ["MethodicalGenerator", "Lifelike"]),
        .target(
            name: "MethodicalMock",
            dependencies: [
                "MethodicalGenerator", "APISamples", "Methodical", "MethodicalStreams", "MethodicalTesting", flyingFox,
            ]),

        // The runtime of generated code, and the bundled APIs.
        .target(name: "Methodical", exclude: ["Engine/README.md"]),
        .target(name: "MethodicalTesting", dependencies: ["Methodical", "MethodicalStreams", "Lifelike"]),
        .target(name: "MethodicalCache", dependencies: ["Methodical"]),
        .target(name: "MethodicalTransfers", dependencies: ["Methodical"]),
        .target(name: "MethodicalAccounts", dependencies: ["Methodical", crypto]),
        .target(name: "MethodicalCrypto", dependencies: ["Methodical", "MethodicalAccounts", crypto]),
        .target(name: "MethodicalVK", dependencies: ["Methodical", crypto]),
        .target(name: "MethodicalStreams", dependencies: ["Methodical"]),
        .target(name: "MethodicalOperations", dependencies: ["Methodical"]),
        .target(name: "MethodicalWebhooks", dependencies: ["Methodical", crypto]),
        .target(name: "MethodicalAsyncHTTPClient", dependencies: ["Methodical"] + asyncHTTPClient),
        .target(name: "MethodicalHTTPTypes", dependencies: ["Methodical", httpTypes]),
        .target(name: "MethodicalTracing", dependencies: ["Methodical", tracing]),
        .target(name: "MethodicalFleet", dependencies: ["Methodical", "MethodicalAccounts", "MethodicalCrypto"]),
        .target(name: "MethodicalLogging", dependencies: ["Methodical"] + logging),
        .target(name: "MethodicalXML", dependencies: ["Methodical", xml]),
        .target(
            name: "VKAPI", dependencies: ["Methodical", "MethodicalTransfers", "MethodicalWebhooks"], path: "Schema/VK",
            plugins: ["MethodicalPlugin"]),
        .target(
            name: "MetrikaAPI", dependencies: ["Methodical", "MethodicalTransfers", "MethodicalStreams"],
            path: "Schema/Metrika",
            plugins: ["MethodicalPlugin"]),
        .target(name: "HuabanAPI", dependencies: ["Methodical"], path: "Schema/Huaban", plugins: ["MethodicalPlugin"]),

        .testTarget(name: "JSONTextTests", dependencies: ["MethodicalGenerator"]),
        .testTarget(name: "SchemaCompilerTests", dependencies: ["MethodicalGenerator"]),
        .testTarget(name: "APISamplesTests", dependencies: ["MethodicalGenerator", "APISamples"]),
        .testTarget(name: "SwiftEmitterTests", dependencies: ["MethodicalGenerator"]),
        .testTarget(
            name: "APISurfaceTests",
            dependencies: [
                "APISurface", "MethodicalGenerator", "Methodical", "MethodicalTransfers", "MethodicalOperations",
                "MethodicalStreams",
                "Toolchain", "methodical", "methodical-mock",
            ],
            exclude: ["Cases"]),
        .testTarget(
            name: "APILearningTests",
            dependencies: [
                "APILearning", "APISamples", "APISurface", "Methodical", "MethodicalGenerator", "methodical",
            ]),
        .testTarget(
            name: "APIImportTests",
            dependencies: [
                "APIImport", "APISurface", "MethodicalGenerator", "Methodical", "MethodicalTransfers", "MethodicalXML",
                "MethodicalStreams", "MethodicalWebhooks", "LoopbackServer", "Toolchain", "methodical",
            ],
            exclude: ["Cases", "Command/Terminal"]),
        .target(name: "ParallelismLimit", path: "Tests/ParallelismLimit"),
        .target(name: "LoopbackServer", dependencies: ["ParallelismLimit"], path: "Tests/LoopbackServer"),
        // A trait that runs a test over each transport.
        .target(
            name: "EachTransport", dependencies: ["Methodical", "MethodicalAsyncHTTPClient"],
            path: "Tests/EachTransport"),
        .target(name: "Toolchain", dependencies: ["ParallelismLimit"], path: "Tests/Toolchain"),
        .executableTarget(
            name: "CacheStress", dependencies: ["Methodical", "MethodicalCache"], path: "Tests/CacheStress"),
        .executableTarget(
            name: "TransportFaults", dependencies: ["Methodical", "MethodicalAsyncHTTPClient", "LoopbackServer"],
            path: "Tests/TransportFaults"),
        .testTarget(
            name: "MethodicalTests",
            dependencies: [
                "Methodical", "MethodicalCache", "LoopbackServer", "CacheStress", "TransportFaults", "EachTransport",
            ]),
        .executableTarget(
            name: "TransferStress", dependencies: ["Methodical", "MethodicalTransfers", "MethodicalAsyncHTTPClient"],
            path: "Tests/TransferStress"),
        .executableTarget(
            name: "TransportStress",
            dependencies: [
                "Methodical", "MethodicalTransfers", "MethodicalStreams", "MethodicalAsyncHTTPClient", "LoopbackServer",
            ],
            path: "Tests/TransportStress"),
        .testTarget(
            name: "TransfersTests",
            dependencies: [
                "Methodical", "MethodicalTransfers", "LoopbackServer", "TransferStress", "TransportStress", "VKAPI",
                "MetrikaAPI", "EachTransport",
            ]),
        .testTarget(
            name: "TestingTests",
            dependencies: ["Methodical", "MethodicalTesting", "LoopbackServer", "VKAPI", "HuabanAPI"]),
        .testTarget(
            name: "MockTests",
            dependencies: [
                "Methodical", "MethodicalMock", "MethodicalTesting", "MethodicalAccounts", "MethodicalTransfers",
                "MethodicalStreams", "MethodicalOperations", "MethodicalVK", "MethodicalGenerator", "APISamples",
                "SampleChecks", "VKAPI", "MetrikaAPI",
                "HuabanAPI",
            ],
            exclude: ["Schema"]),
        .testTarget(
            name: "AccountsTests",
            dependencies: [
                "Methodical", "MethodicalAccounts", "LoopbackServer", "EachTransport", "VKAPI", "MetrikaAPI",
                "HuabanAPI",
            ]),
        .executableTarget(
            name: "TokenStress",
            dependencies: ["Methodical", "MethodicalAccounts", "MethodicalCrypto", "MethodicalFleet"],
            path: "Tests/TokenStress"),
        .testTarget(
            name: "CryptoTests",
            dependencies: [
                "Methodical", "MethodicalCache", "MethodicalAccounts", "MethodicalCrypto", "MethodicalVK",
                "LoopbackServer", "TokenStress",
            ]),
        .testTarget(
            name: "LoggingTests",
            dependencies: [
                "Methodical", "MethodicalLogging", "LoopbackServer",
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Logging"])),
            ] + logging),
        .testTarget(
            name: "AsyncHTTPClientTests",
            dependencies: ["Methodical", "MethodicalAsyncHTTPClient", "LoopbackServer"] + asyncHTTPClient),
        .testTarget(
            name: "HTTPTypesTests",
            dependencies: ["Methodical", "MethodicalHTTPTypes", "LoopbackServer", httpTypes]),
        .testTarget(
            name: "TracingTests",
            dependencies: [
                "Methodical", "MethodicalTracing", "MethodicalAsyncHTTPClient", "MethodicalStreams",
                "MethodicalTransfers",
                "MethodicalVK",
                "LoopbackServer", tracing,
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Tracing"])),
            ],
            exclude: ["Golden"]),
        .testTarget(name: "FleetTests", dependencies: ["Methodical", "MethodicalFleet", "LoopbackServer"]),
        .testTarget(name: "XMLTests", dependencies: ["Methodical", "MethodicalXML", "LoopbackServer"]),
        .testTarget(name: "VKTests", dependencies: ["Methodical", "MethodicalVK", "LoopbackServer"]),
        .executableTarget(
            name: "StreamStress",
            dependencies: ["Methodical", "MethodicalStreams", "MethodicalAsyncHTTPClient", "LoopbackServer"],
            path: "Tests/StreamStress"),
        .testTarget(
            name: "StreamsTests",
            dependencies: [
                "Methodical", "MethodicalStreams", "MethodicalTesting", "LoopbackServer", "StreamStress",
                "EachTransport",
            ]),
        .executableTarget(
            name: "ChaosStress",
            dependencies: [
                "Methodical", "MethodicalAccounts", "MethodicalStreams", "MethodicalTransfers",
                "MethodicalAsyncHTTPClient", "LoopbackServer",
            ],
            path: "Tests/ChaosStress"),
        .testTarget(
            name: "ChaosTests", dependencies: ["Methodical", "ChaosStress", "LoopbackServer", "EachTransport"]),
        .testTarget(
            name: "OperationsTests", dependencies: ["Methodical", "MethodicalOperations", "LoopbackServer"]),
        .testTarget(
            name: "WebhooksTests",
            dependencies: ["Methodical", "MethodicalWebhooks", "MethodicalVK", "LoopbackServer", "VKAPI"],
            plugins: ["MethodicalPlugin"]),
        .target(
            name: "SampleChecks", dependencies: ["MethodicalGenerator", "APISamples", "Methodical"],
            path: "Tests/SampleChecks"),
        .testTarget(
            name: "RoundTripTests",
            dependencies: [
                "MethodicalGenerator", "Methodical", "MethodicalTransfers", "MethodicalOperations", "MethodicalStreams",
                "MethodicalMock", "MethodicalTesting", "LoopbackServer", "SampleChecks", "VKAPI", "MetrikaAPI",
                "HuabanAPI",
            ],
            exclude: ["Documents"],
            plugins: ["MethodicalPlugin"]),
        .testTarget(
            name: "GoldenTests",
            dependencies: [
                "APISurface", "MethodicalGenerator", "Methodical", "MethodicalTransfers", "MethodicalXML",
                "MethodicalStreams", "MethodicalOperations", "MethodicalWebhooks", "Toolchain",
            ],
            exclude: ["Cases"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "MethodicalGenerator", "Methodical", "MethodicalAccounts", "MethodicalCache", "MethodicalCrypto",
                "MethodicalAsyncHTTPClient", "MethodicalFleet", "MethodicalHTTPTypes", "MethodicalLogging",
                "MethodicalMock", "MethodicalTesting", "MethodicalTracing", "MethodicalTransfers", "MethodicalVK",
                "MethodicalXML", "MethodicalStreams", "MethodicalOperations", "MethodicalWebhooks", "Toolchain",
                "VKAPI", "MetrikaAPI", "HuabanAPI", "APIImport",
            ],
            exclude: ["SetUp"]),
        .testTarget(name: "BundledTests", dependencies: ["APILearning", "MethodicalGenerator"]),
        .testTarget(
            name: "MetrikaTests",
            dependencies: [
                "MetrikaAPI", "Methodical", "MethodicalTransfers", "MethodicalTesting", "MethodicalGenerator",
                "LoopbackServer", "Toolchain",
            ]),
        .testTarget(
            name: "ConsumerTests",
            dependencies: ["APIImport", "APILearning", "APISurface", "MethodicalGenerator", "SampleChecks"],
            exclude: ["Recorded/exchanges.py", "Recorded/verdicts.py"]),
    ]
)

if let prebuiltTool, Context.environment["METHODICAL_TOOL"] != "source" {
    package.targets.removeAll { $0.name == "methodical-generate" }
    package.targets.append(
        .binaryTarget(name: "methodical-generate", url: prebuiltTool.url, checksum: prebuiltTool.checksum))
    package.products.removeAll { $0.name == "methodical-generate" }
}
