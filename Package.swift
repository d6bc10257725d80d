// swift-tools-version: 6.2
import PackageDescription

/// The tool of the plugin as a binary for this host: its address and its checksum. `.ci/release` writes them into the
/// manifest of a release. Without a binary, SwiftPM compiles the tool.
let prebuiltTool: (url: String, checksum: String)? = nil

// The libraries, each with a target of its name.
let runtime = ["Methodical", "MethodicalOperations", "MethodicalStreams", "MethodicalTransfers", "MethodicalWebhooks"]
let additions = ["Accounts", "Cache", "Crypto", "Fleet", "Live", "VK", "XML"].map { "Methodical" + $0 }
let adapters = ["AsyncHTTPClient", "HTTPTypes", "Logging", "Tracing", "WebSocket"].map { "Methodical" + $0 }
let bundledAPIs = ["HuabanAPI", "MetrikaAPI", "VKAPI"]
let libraries = runtime + additions + adapters + ["MethodicalMock", "MethodicalTesting"] + bundledAPIs

let package = Package(
    name: "methodical",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: libraries.map { .library(name: $0, targets: [$0]) }
        + ["methodical", "methodical-generate", "methodical-mock"].map { .executable(name: $0, targets: [$0]) }
        + ["MethodicalCommand", "MethodicalPlugin"].map { .plugin(name: $0, targets: [$0]) },
    // All are off by default. SwiftPM fetches and builds a dependency only for an enabled trait.
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
        .trait(name: "Logging", description: "Logs and metrics of calls, on swift-log and swift-metrics."),
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
        // It declares no permission: SwiftPM would ask for it in each run, even of `check`, and fail without a
        // terminal. Imports from a URL need `--allow-network-connections all` on macOS, and what writes needs
        // `--allow-writing-to-package-directory`.
        .plugin(
            name: "MethodicalCommand",
            capability: .command(
                intent: .custom(
                    verb: "methodical", description: "Checks API schemas, compares them and generates Swift.")),
            dependencies: ["methodical"]),
    ]
)

// Modules that several targets use.
let commandModules = ["Calling", "Import", "Inference", "Learning", "Surface", "Verification"].map { "API" + $0 }
let commandParts = commandModules + ["MethodicalGenerator"]
let testSupport = ["LoopbackServer", "MethodicalTesting", "TestFiles", "Toolchain"]
let stressPrograms = [
    "ChaosStress", "SocketStress", "StreamStress", "TransferStress", "TransportFaults", "TransportStress",
]
let calls: [Target.Dependency] = ["Methodical", "MethodicalOperations", "MethodicalStreams", "MethodicalTransfers"]

// Files and folders in targets' folders that no target compiles.
let excluded = [
    "APIImportTests": ["Cases", "Command/Terminal"], "APISurfaceTests": ["Cases"],
    "ConsumerTests": ["Recorded/exchanges.py", "Recorded/verdicts.py"], "DocumentationTests": ["SetUp"],
    "GoldenTests": ["Cases"], "Methodical": ["Engine/README.md"], "MockTests": ["Schema"],
    "RoundTripTests": ["Documents"], "TracingTests": ["Golden"], "WebSocketTests": ["Autobahn"],
]

// Products of other packages, each with the trait that adds it.
let asyncHTTPClient =
    products("AsyncHTTPClient", of: "async-http-client", for: "AsyncHTTPClient")
    + products("NIOCore", "NIOFoundationCompat", "NIOHTTP1", "NIOPosix", of: "swift-nio", for: "AsyncHTTPClient")
    + products("NIOHTTP2", of: "swift-nio-http2", for: "AsyncHTTPClient")
    + products("NIOSSL", of: "swift-nio-ssl", for: "AsyncHTTPClient")
let argumentParser = products("ArgumentParser", of: "swift-argument-parser", for: "CommandLine")
let withoutCryptoKit: [Platform] = [.linux, .android, .windows, .openbsd, .custom("freebsd")]
let crypto: [Target.Dependency] = [
    .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: withoutCryptoKit, traits: ["Crypto"]))
]
let signIn = modules(["Methodical", "MethodicalAccounts", "MethodicalCrypto"], for: "Crypto")
let httpTypes = products("HTTPTypes", of: "swift-http-types", for: "HTTPTypes")
let logging =
    products("Logging", of: "swift-log", for: "Logging") + products("Metrics", of: "swift-metrics", for: "Logging")
let tracing = products("Tracing", of: "swift-distributed-tracing", for: "Tracing")
let testKits =
    products("InMemoryTracing", of: "swift-distributed-tracing", for: "Tracing")
    + products("MetricsTestKit", of: "swift-metrics", for: "Logging")
let webSocket =
    products("NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket", of: "swift-nio", for: "WebSocket")
    + products("NIOSSL", of: "swift-nio-ssl", for: "WebSocket")
let yams = products("Yams", of: "Yams", for: "YAML")

// The targets by folder.
add(
    to: "Sources/Generator",  // Every user of the plugin compiles it, so it depends on nothing.
    .target(name: "MethodicalGenerator"),
    .executableTarget(name: "methodical-generate", dependencies: ["MethodicalGenerator"]))
add(
    to: "Sources/Runtime", using: ["Methodical"],  // Generated code imports these.
    .target(name: "Methodical"),
    .target(name: "MethodicalOperations"), .target(name: "MethodicalStreams"), .target(name: "MethodicalTransfers"),
    .target(name: "MethodicalWebhooks", dependencies: crypto))
add(
    to: "Sources/Additions", using: ["Methodical"],  // Apps and servers import these.
    .target(name: "MethodicalCache"), .target(name: "MethodicalLive"),
    .target(name: "MethodicalAccounts", dependencies: crypto),
    .target(name: "MethodicalCrypto", dependencies: ["MethodicalAccounts"] + crypto),
    .target(name: "MethodicalFleet", dependencies: ["MethodicalAccounts", "MethodicalCrypto"]),
    .target(name: "MethodicalVK", dependencies: crypto),
    .target(name: "MethodicalXML", dependencies: products("XMLCoder", of: "XMLCoder", for: "XML")))
add(
    to: "Sources/Adapters", using: ["Methodical"],  // Each connects the runtime with another package.
    .target(name: "MethodicalAsyncHTTPClient", dependencies: asyncHTTPClient),
    .target(name: "MethodicalHTTPTypes", dependencies: httpTypes),
    .target(name: "MethodicalLogging", dependencies: logging),
    .target(name: "MethodicalTracing", dependencies: tracing),
    .target(name: "MethodicalWebSocket", dependencies: ["MethodicalStreams"] + webSocket))
// The command and its parts. Learning depends on the runtime, because the runtime's own code chooses the cases of
// unions. `swift run PRODUCT` makes SwiftPM's next `swift build` build every executable of the packages that it depends
// on. Without the trait, the executables `methodical` and `methodical-mock` are empty.
add(
    to: "Sources/Command",
    .target(name: "APISurface", dependencies: ["MethodicalGenerator"]),
    .target(name: "APILearning", dependencies: ["APISurface", "Methodical", "MethodicalGenerator"]),
    .target(name: "APICalling", dependencies: ["APILearning", "MethodicalGenerator"] + calls),
    .target(name: "APIImport", dependencies: ["APISurface", "MethodicalGenerator"] + yams),
    .target(name: "APIInference", dependencies: ["APIImport", "APILearning", "APISurface", "MethodicalGenerator"]),
    .target(
        name: "APIVerification",
        dependencies: ["APICalling", "APILearning", "APISamples", "APISurface", "Methodical", "MethodicalGenerator"]),
    .executableTarget(
        name: "methodical", dependencies: modules(commandParts, for: "CommandLine") + signIn + argumentParser))
// Stubs, random valid responses, and the mock server: a program of its own, so that `methodical` builds without it.
add(
    to: "Sources/Testing",
    .target(name: "Lifelike"), .target(name: "APISamples", dependencies: ["Lifelike", "MethodicalGenerator"]),
    .target(name: "MethodicalTesting", dependencies: ["Lifelike", "Methodical", "MethodicalStreams"]),
    .target(
        name: "MethodicalMock",
        dependencies: ["APISamples", "Methodical", "MethodicalGenerator", "MethodicalStreams", "MethodicalTesting"]
            + products("FlyingFox", of: "FlyingFox", for: "MockServer")),
    .executableTarget(
        name: "methodical-mock", dependencies: modules(["MethodicalGenerator", "MethodicalMock"], for: "CommandLine")))
add(
    to: "Schema", using: ["Methodical"], plugins: ["MethodicalPlugin"],
    .target(name: "HuabanAPI", path: "Schema/Huaban"),
    .target(name: "MetrikaAPI", dependencies: ["MethodicalStreams", "MethodicalTransfers"], path: "Schema/Metrika"),
    .target(name: "VKAPI", dependencies: ["MethodicalTransfers", "MethodicalWebhooks"], path: "Schema/VK"))
// Parts of several tests, and programs that tests start and kill.
add(
    to: "Tests/Support",
    .target(name: "TestFiles"), .target(name: "ParallelismLimit"),
    .target(name: "LoopbackServer", dependencies: ["ParallelismLimit"]),
    .target(name: "Toolchain", dependencies: ["ParallelismLimit"]),
    .target(name: "SocketServer", dependencies: webSocket),
    .target(name: "EachTransport", dependencies: ["Methodical", "MethodicalAsyncHTTPClient"]),
    .target(name: "SampleChecks", dependencies: ["APISamples", "Methodical", "MethodicalGenerator"]),
    .executableTarget(name: "CacheStress", dependencies: ["Methodical", "MethodicalCache"]),
    .executableTarget(
        name: "TokenStress", dependencies: ["Methodical", "MethodicalAccounts", "MethodicalCrypto", "MethodicalFleet"]))
add(
    to: "Tests/Support", using: runtime + adapters + ["MethodicalAccounts", "LoopbackServer", "SocketServer"],
    programs: stressPrograms)
// All tests of a folder may use the same modules.
add(
    to: "Tests/Generator", using: testSupport + runtime + ["APISurface", "MethodicalGenerator", "MethodicalXML"],
    tests: ["GoldenTests", "JSONTextTests", "SchemaCompilerTests", "SwiftEmitterTests"])
add(
    to: "Tests/Runtime",
    using: testSupport + runtime + bundledAPIs + stressPrograms + ["EachTransport", "MethodicalCache"],
    tests: ["ChaosTests", "MethodicalTests", "OperationsTests", "StreamsTests", "TransfersTests"])
add(
    to: "Tests/Runtime",
    using: testSupport + runtime + bundledAPIs + commandParts
        + ["MethodicalMock", "MethodicalVK", "MethodicalWebSocket", "SampleChecks", "SocketServer"],
    plugins: ["MethodicalPlugin"], tests: ["RoundTripTests", "WebhooksTests"])
add(
    to: "Tests/Additions",
    using: testSupport + ["Methodical"] + additions + bundledAPIs + ["CacheStress", "EachTransport", "TokenStress"],
    tests: ["AccountsTests", "CacheTests", "CryptoTests", "FleetTests", "LiveTests", "VKTests", "XMLTests"])
add(
    to: "Tests/Adapters", using: testSupport + runtime + adapters + ["MethodicalVK"],
    products: asyncHTTPClient + httpTypes + logging + tracing + testKits,
    tests: ["AsyncHTTPClientTests", "HTTPTypesTests", "LoggingTests", "TracingTests"])
add(
    to: "Tests/Adapters", using: testSupport + runtime + ["MethodicalWebSocket", "SocketServer"], products: webSocket,
    tests: ["WebSocketTests"])
add(
    to: "Tests/Command",
    using: testSupport + runtime + commandParts
        + ["APISamples", "MethodicalMock", "MethodicalXML", "methodical", "methodical-mock"],
    tests: commandModules.map { $0 + "Tests" })
add(
    to: "Tests/Testing",
    using: libraries + ["APISamples", "LoopbackServer", "MethodicalGenerator", "SampleChecks", "TestFiles"],
    tests: ["APISamplesTests", "MockTests", "TestingTests"])
add(
    to: "Tests/Schema", using: testSupport + runtime + bundledAPIs + ["APILearning", "MethodicalGenerator"],
    tests: ["BundledTests", "MetrikaTests"])
add(
    to: "Tests/Package",
    using: libraries + commandParts + ["LoopbackServer", "SampleChecks", "TestFiles", "Toolchain"],
    tests: ["ConsumerTests", "DocumentationTests"])

// SwiftPM compiles the tools of plugins apart from all other code, so a build of this package compiles the command twice.
// Builds that need no command plugin leave it out with this variable.
if Context.environment["METHODICAL_COMMAND_PLUGIN"] == "no" {
    package.targets.removeAll { $0.name == "MethodicalCommand" }
    package.products.removeAll { $0.name == "MethodicalCommand" }
}

if let prebuiltTool, Context.environment["METHODICAL_TOOL"] != "source" {
    let tool = Target.binaryTarget(name: "methodical-generate", url: prebuiltTool.url, checksum: prebuiltTool.checksum)
    package.targets = package.targets.filter { $0.name != tool.name } + [tool]
    package.products.removeAll { $0.name == tool.name }
}

/// Returns products of a package that a trait adds.
func products(_ names: String..., of package: String, for trait: String) -> [Target.Dependency] {
    names.map { .product(name: $0, package: package, condition: .when(traits: [trait])) }
}

/// Returns modules that an executable uses if a trait is enabled.
func modules(_ names: [String], for trait: String) -> [Target.Dependency] {
    names.map { .target(name: $0, condition: .when(traits: [trait])) }
}

/// Adds targets, programs and tests to a folder, each in a folder of its name, with the modules and the products.
@MainActor func add(
    to folder: String, using modules: [String] = [], products: [Target.Dependency] = [],
    plugins: [Target.PluginUsage] = [], programs: [String] = [], tests: [String] = [], _ targets: Target...
) {
    let named = programs.map { Target.executableTarget(name: $0) } + tests.map { Target.testTarget(name: $0) }
    for target in targets + named {
        target.path = target.path ?? "\(folder)/\(target.name)"
        target.exclude = excluded[target.name] ?? []
        target.dependencies += modules.filter { $0 != target.name }.map { .byName(name: $0) } + products
        target.plugins = plugins.isEmpty ? nil : plugins
    }
    package.targets += targets + named
}
