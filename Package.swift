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

let metricsTestKit = Target.Dependency.product(
    name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Logging"]))

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

let webSocket: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["WebSocket"])),
    .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["WebSocket"])),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["WebSocket"])),
    .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["WebSocket"])),
    .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["WebSocket"])),
]

let httpTypes = Target.Dependency.product(
    name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["HTTPTypes"]))

let tracing = Target.Dependency.product(
    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))

let inMemoryTracing = Target.Dependency.product(
    name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))

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
        .library(name: "MethodicalLive", targets: ["MethodicalLive"]),
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
        .library(name: "MethodicalWebSocket", targets: ["MethodicalWebSocket"]),
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
        .trait(name: "WebSocket", description: "WebSockets for servers and Linux, on SwiftNIO."),
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
        .plugin(name: "MethodicalPlugin", capability: .buildTool(), dependencies: ["methodical-generate"]),
        // It declares no permission: SwiftPM would ask for it in each run, even of `check`, and fail without a terminal.
        // Imports from a URL need `--allow-network-connections all` on macOS, and what writes needs
        // `--allow-writing-to-package-directory`.
        .plugin(
            name: "MethodicalCommand",
            capability: .command(
                intent: .custom(
                    verb: "methodical", description: "Checks API schemas, compares them and generates Swift.")),
            dependencies: ["methodical"]),
    ]
)

/// Returns the targets that lie in a folder, each in a folder of its own name unless it has a path.
func targets(in folder: String, _ targets: [Target]) -> [Target] {
    for target in targets where target.path == nil {
        target.path = "\(folder)/\(target.name)"
    }
    return targets
}

// Every user of the plugin compiles the generator, so it depends on nothing.
package.targets += targets(
    in: "Sources/Generator",
    [
        .target(name: "MethodicalGenerator"),
        .executableTarget(name: "methodical-generate", dependencies: ["MethodicalGenerator"]),
    ])

// Generated code imports these.
package.targets += targets(
    in: "Sources/Runtime",
    [
        .target(name: "Methodical", exclude: ["Engine/README.md"]),
        .target(name: "MethodicalTransfers", dependencies: ["Methodical"]),
        .target(name: "MethodicalStreams", dependencies: ["Methodical"]),
        .target(name: "MethodicalOperations", dependencies: ["Methodical"]),
        .target(name: "MethodicalWebhooks", dependencies: ["Methodical", crypto]),
    ])

// Apps and servers import these.
package.targets += targets(
    in: "Sources/Additions",
    [
        .target(name: "MethodicalAccounts", dependencies: ["Methodical", crypto]),
        .target(name: "MethodicalCache", dependencies: ["Methodical"]),
        .target(name: "MethodicalCrypto", dependencies: ["Methodical", "MethodicalAccounts", crypto]),
        .target(name: "MethodicalFleet", dependencies: ["Methodical", "MethodicalAccounts", "MethodicalCrypto"]),
        .target(name: "MethodicalLive", dependencies: ["Methodical"]),
        .target(name: "MethodicalVK", dependencies: ["Methodical", crypto]),
        .target(name: "MethodicalXML", dependencies: ["Methodical", xml]),
    ])

// Each of these connects the runtime with another package.
package.targets += targets(
    in: "Sources/Adapters",
    [
        .target(name: "MethodicalAsyncHTTPClient", dependencies: ["Methodical"] + asyncHTTPClient),
        .target(name: "MethodicalHTTPTypes", dependencies: ["Methodical", httpTypes]),
        .target(name: "MethodicalLogging", dependencies: ["Methodical"] + logging),
        .target(name: "MethodicalTracing", dependencies: ["Methodical", tracing]),
        .target(name: "MethodicalWebSocket", dependencies: ["Methodical", "MethodicalStreams"] + webSocket),
    ])

// The command, and its parts: the public surface of an API and its comparison with an earlier one, corrections of a
// schema from recorded responses, calls without generated code, and the translation of documents in other formats into
// the dialect. Learning depends on the runtime, because the runtime's own code chooses the cases of unions.
// `swift run PRODUCT` makes SwiftPM's next `swift build` build every executable of the packages that it depends on.
// Without the trait, the executables `methodical` and `methodical-mock` are empty.
package.targets += targets(
    in: "Sources/Command",
    [
        .target(name: "APISurface", dependencies: ["MethodicalGenerator"]),
        .target(name: "APILearning", dependencies: ["APISurface", "Methodical", "MethodicalGenerator"]),
        .target(
            name: "APICalling",
            dependencies: [
                "APILearning", "Methodical", "MethodicalGenerator", "MethodicalStreams", "MethodicalTransfers",
            ]),
        .target(name: "APIImport", dependencies: ["APISurface", "MethodicalGenerator", yams]),
        .executableTarget(
            name: "methodical",
            dependencies: commandLine(["APICalling", "APIImport", "APILearning", "APISurface", "MethodicalGenerator"])
                + [argumentParser]),
    ])

// Stubs, random valid responses for an API's types, and the mock server. The server is a program of its own so that the
// other subcommands of the command do not wait for its build.
package.targets += targets(
    in: "Sources/Testing",
    [
        .target(name: "Lifelike"),
        .target(name: "APISamples", dependencies: ["MethodicalGenerator", "Lifelike"]),
        .target(name: "MethodicalTesting", dependencies: ["Methodical", "MethodicalStreams", "Lifelike"]),
        .target(
            name: "MethodicalMock",
            dependencies: [
                "MethodicalGenerator", "APISamples", "Methodical", "MethodicalStreams", "MethodicalTesting", flyingFox,
            ]),
        .executableTarget(
            name: "methodical-mock", dependencies: commandLine(["MethodicalGenerator", "MethodicalMock"])),
    ])

// The bundled APIs.
package.targets += targets(
    in: "Schema",
    [
        .target(
            name: "VKAPI", dependencies: ["Methodical", "MethodicalTransfers", "MethodicalWebhooks"],
            path: "Schema/VK", plugins: ["MethodicalPlugin"]),
        .target(
            name: "MetrikaAPI", dependencies: ["Methodical", "MethodicalTransfers", "MethodicalStreams"],
            path: "Schema/Metrika", plugins: ["MethodicalPlugin"]),
        .target(
            name: "HuabanAPI", dependencies: ["Methodical"], path: "Schema/Huaban", plugins: ["MethodicalPlugin"]),
    ])

// Parts of several tests, and programs that tests start and kill.
package.targets += targets(
    in: "Tests/Support",
    [
        .target(name: "TestFiles"),
        .target(name: "ParallelismLimit"),
        .target(name: "LoopbackServer", dependencies: ["ParallelismLimit"]),
        .target(name: "Toolchain", dependencies: ["ParallelismLimit"]),
        .target(name: "EachTransport", dependencies: ["Methodical", "MethodicalAsyncHTTPClient"]),
        .target(name: "SampleChecks", dependencies: ["MethodicalGenerator", "APISamples", "Methodical"]),
        .executableTarget(name: "CacheStress", dependencies: ["Methodical", "MethodicalCache"]),
        .executableTarget(
            name: "ChaosStress",
            dependencies: [
                "Methodical", "MethodicalAccounts", "MethodicalStreams", "MethodicalTransfers",
                "MethodicalAsyncHTTPClient", "LoopbackServer",
            ]),
        .target(name: "SocketServer", dependencies: webSocket),
        .executableTarget(
            name: "SocketStress",
            dependencies: ["Methodical", "MethodicalStreams", "MethodicalWebSocket", "SocketServer"]),
        .executableTarget(
            name: "StreamStress",
            dependencies: ["Methodical", "MethodicalStreams", "MethodicalAsyncHTTPClient", "LoopbackServer"]),
        .executableTarget(
            name: "TokenStress",
            dependencies: ["Methodical", "MethodicalAccounts", "MethodicalCrypto", "MethodicalFleet"]),
        .executableTarget(
            name: "TransferStress", dependencies: ["Methodical", "MethodicalTransfers", "MethodicalAsyncHTTPClient"]),
        .executableTarget(
            name: "TransportFaults", dependencies: ["Methodical", "MethodicalAsyncHTTPClient", "LoopbackServer"]),
        .executableTarget(
            name: "TransportStress",
            dependencies: [
                "Methodical", "MethodicalTransfers", "MethodicalStreams", "MethodicalAsyncHTTPClient", "LoopbackServer",
            ]),
    ])

package.targets += targets(
    in: "Tests/Generator",
    [
        .testTarget(name: "JSONTextTests", dependencies: ["MethodicalGenerator", "TestFiles"]),
        .testTarget(name: "SchemaCompilerTests", dependencies: ["MethodicalGenerator", "TestFiles"]),
        .testTarget(name: "SwiftEmitterTests", dependencies: ["MethodicalGenerator"]),
        .testTarget(
            name: "GoldenTests",
            dependencies: [
                "APISurface", "MethodicalGenerator", "Methodical", "MethodicalTransfers", "MethodicalXML",
                "MethodicalStreams", "MethodicalOperations", "MethodicalWebhooks", "Toolchain", "TestFiles",
            ],
            exclude: ["Cases"]),
    ])

package.targets += targets(
    in: "Tests/Runtime",
    [
        .testTarget(
            name: "MethodicalTests",
            dependencies: [
                "Methodical", "MethodicalCache", "LoopbackServer", "TransportFaults", "EachTransport", "TestFiles",
            ]),
        .testTarget(
            name: "TransfersTests",
            dependencies: [
                "Methodical", "MethodicalTransfers", "VKAPI", "MetrikaAPI", "LoopbackServer", "TransferStress",
                "TransportStress", "EachTransport",
            ]),
        .testTarget(
            name: "StreamsTests",
            dependencies: [
                "Methodical", "MethodicalStreams", "MethodicalTesting", "LoopbackServer", "StreamStress",
                "EachTransport",
            ]),
        .testTarget(name: "OperationsTests", dependencies: ["Methodical", "MethodicalOperations", "LoopbackServer"]),
        .testTarget(
            name: "WebhooksTests",
            dependencies: ["Methodical", "MethodicalWebhooks", "MethodicalVK", "VKAPI", "LoopbackServer", "TestFiles"],
            plugins: ["MethodicalPlugin"]),
        .testTarget(
            name: "RoundTripTests",
            dependencies: [
                "APICalling", "APILearning", "MethodicalGenerator", "Methodical", "MethodicalTransfers",
                "MethodicalOperations",
                "MethodicalStreams", "MethodicalMock", "MethodicalTesting", "VKAPI", "MetrikaAPI", "HuabanAPI",
                "LoopbackServer", "SampleChecks", "TestFiles",
            ],
            exclude: ["Documents"], plugins: ["MethodicalPlugin"]),
        .testTarget(
            name: "ChaosTests", dependencies: ["Methodical", "ChaosStress", "LoopbackServer", "EachTransport"]),
    ])

package.targets += targets(
    in: "Tests/Additions",
    [
        .testTarget(
            name: "AccountsTests",
            dependencies: [
                "Methodical", "MethodicalAccounts", "VKAPI", "MetrikaAPI", "HuabanAPI", "LoopbackServer",
                "EachTransport",
            ]),
        .testTarget(
            name: "CacheTests",
            dependencies: ["Methodical", "MethodicalCache", "LoopbackServer", "CacheStress", "TestFiles"]),
        .testTarget(
            name: "CryptoTests",
            dependencies: [
                "Methodical", "MethodicalCache", "MethodicalAccounts", "MethodicalCrypto", "MethodicalVK",
                "LoopbackServer", "TokenStress",
            ]),
        .testTarget(name: "FleetTests", dependencies: ["Methodical", "MethodicalFleet", "LoopbackServer"]),
        .testTarget(
            name: "LiveTests",
            dependencies: [
                "Methodical", "MethodicalLive", "MethodicalCache", "MethodicalFleet", "MethodicalTesting",
                "CacheStress", "TestFiles",
            ]),
        .testTarget(name: "VKTests", dependencies: ["Methodical", "MethodicalVK", "LoopbackServer"]),
        .testTarget(name: "XMLTests", dependencies: ["Methodical", "MethodicalXML", "LoopbackServer"]),
    ])

package.targets += targets(
    in: "Tests/Adapters",
    [
        .testTarget(
            name: "AsyncHTTPClientTests",
            dependencies: ["Methodical", "MethodicalAsyncHTTPClient", "LoopbackServer"] + asyncHTTPClient),
        .testTarget(
            name: "HTTPTypesTests", dependencies: ["Methodical", "MethodicalHTTPTypes", "LoopbackServer", httpTypes]),
        .testTarget(
            name: "LoggingTests",
            dependencies: ["Methodical", "MethodicalLogging", "LoopbackServer", metricsTestKit] + logging),
        .testTarget(
            name: "TracingTests",
            dependencies: [
                "Methodical", "MethodicalTracing", "MethodicalAsyncHTTPClient", "MethodicalStreams",
                "MethodicalTransfers", "MethodicalVK", "LoopbackServer", tracing, inMemoryTracing,
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "WebSocketTests",
            dependencies: [
                "Methodical", "MethodicalStreams", "MethodicalTesting", "MethodicalWebSocket", "SocketServer",
            ] + webSocket,
            exclude: ["Autobahn"]),
    ])

package.targets += targets(
    in: "Tests/Command",
    [
        .testTarget(
            name: "APISurfaceTests",
            dependencies: [
                "APIImport", "APISurface", "MethodicalGenerator", "Methodical", "MethodicalTransfers",
                "MethodicalOperations", "MethodicalStreams", "methodical", "methodical-mock", "Toolchain", "TestFiles",
            ],
            exclude: ["Cases"]),
        .testTarget(
            name: "APICallingTests",
            dependencies: [
                "APICalling", "Methodical", "MethodicalGenerator", "methodical", "methodical-mock", "LoopbackServer",
                "Toolchain", "TestFiles",
            ]),
        .testTarget(
            name: "APILearningTests",
            dependencies: [
                "APILearning", "APISamples", "APISurface", "Methodical", "MethodicalGenerator", "methodical",
                "TestFiles",
            ]),
        .testTarget(
            name: "APIImportTests",
            dependencies: [
                "APIImport", "APISurface", "MethodicalGenerator", "Methodical", "MethodicalTransfers", "MethodicalXML",
                "MethodicalStreams", "MethodicalWebhooks", "methodical", "LoopbackServer", "Toolchain", "TestFiles",
            ],
            exclude: ["Cases", "Command/Terminal"]),
    ])

package.targets += targets(
    in: "Tests/Testing",
    [
        .testTarget(name: "APISamplesTests", dependencies: ["MethodicalGenerator", "APISamples"]),
        .testTarget(
            name: "TestingTests",
            dependencies: ["Methodical", "MethodicalTesting", "VKAPI", "HuabanAPI", "LoopbackServer"]),
        .testTarget(
            name: "MockTests",
            dependencies: [
                "Methodical", "MethodicalMock", "MethodicalTesting", "MethodicalAccounts", "MethodicalTransfers",
                "MethodicalStreams", "MethodicalOperations", "MethodicalWebSocket", "MethodicalVK",
                "MethodicalGenerator", "APISamples", "VKAPI", "MetrikaAPI", "HuabanAPI", "SampleChecks", "TestFiles",
            ],
            exclude: ["Schema"]),
    ])

package.targets += targets(
    in: "Tests/Schema",
    [
        .testTarget(name: "BundledTests", dependencies: ["APILearning", "MethodicalGenerator", "TestFiles"]),
        .testTarget(
            name: "MetrikaTests",
            dependencies: [
                "MetrikaAPI", "Methodical", "MethodicalTransfers", "MethodicalTesting", "MethodicalGenerator",
                "LoopbackServer", "Toolchain", "TestFiles",
            ]),
    ])

// Tests of the package as a whole: what its pages say, and packages that use it.
package.targets += targets(
    in: "Tests/Package",
    [
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "MethodicalGenerator", "Methodical", "MethodicalAccounts", "MethodicalCache", "MethodicalCrypto",
                "MethodicalAsyncHTTPClient", "MethodicalFleet", "MethodicalHTTPTypes", "MethodicalLive",
                "MethodicalLogging",
                "MethodicalMock", "MethodicalTesting", "MethodicalTracing", "MethodicalTransfers", "MethodicalVK",
                "MethodicalXML", "MethodicalStreams", "MethodicalOperations", "MethodicalWebhooks",
                "MethodicalWebSocket", "VKAPI", "MetrikaAPI", "HuabanAPI", "APIImport", "Toolchain", "TestFiles",
            ],
            exclude: ["SetUp"]),
        .testTarget(
            name: "ConsumerTests",
            dependencies: [
                "APIImport", "APILearning", "APISurface", "MethodicalGenerator", "SampleChecks", "TestFiles",
            ],
            exclude: ["Recorded/exchanges.py", "Recorded/verdicts.py"]),
    ])

if let prebuiltTool, Context.environment["METHODICAL_TOOL"] != "source" {
    package.targets.removeAll { $0.name == "methodical-generate" }
    package.targets.append(
        .binaryTarget(name: "methodical-generate", url: prebuiltTool.url, checksum: prebuiltTool.checksum))
    package.products.removeAll { $0.name == "methodical-generate" }
}
