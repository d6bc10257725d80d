// swift-tools-version: 6.2
import PackageDescription

func methodical(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "methodical") } }

let fleet = methodical("Methodical", "MethodicalAccounts", "MethodicalCrypto", "MethodicalFleet")

// Debian's file for pkg-config contains a flag that SwiftPM refuses with a warning, and its paths are the usual ones.
#if os(Linux)
    let pkgConfig: String? = nil
#else
    let pkgConfig: String? = "hiredis"
#endif

let package = Package(
    name: "Fleet",
    platforms: [.macOS(.v13)],
    // VKConsole, MetrikaReport and Fleet name the same traits, so that they can share a build.
    dependencies: [.package(name: "methodical", path: "../..", traits: ["Crypto", "MockServer"])],
    targets: [
        // The C client of Valkey and Redis: `apt-get install libhiredis-dev` or `brew install hiredis`.
        .systemLibrary(
            name: "CHiredis", pkgConfig: pkgConfig, providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
        .target(name: "ValkeyEngine", dependencies: ["CHiredis"] + methodical("MethodicalFleet")),
        // Two processes in one program.
        .executableTarget(name: "FleetDemo", dependencies: ["ValkeyEngine"] + fleet),
        // One process of the tests.
        .executableTarget(name: "FleetWorker", dependencies: ["ValkeyEngine"] + fleet),
        .testTarget(name: "FleetTests", dependencies: ["FleetDemo", "FleetWorker"]),
    ]
)
