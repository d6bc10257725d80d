// swift-tools-version: 6.2
import PackageDescription

func methodical(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "methodical") } }

// Debian's file for pkg-config contains a flag that SwiftPM refuses with a warning, and its paths are the usual ones.
#if os(Linux)
    let pkgConfig: String? = nil
#else
    let pkgConfig: String? = "hiredis"
#endif

let package = Package(
    name: "Fleet",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "methodical", path: "../..", traits: ["Crypto"])],
    targets: [
        // The C client of Valkey and Redis: `apt-get install libhiredis-dev` or `brew install hiredis`.
        .systemLibrary(
            name: "CHiredis", pkgConfig: pkgConfig, providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
        .target(name: "ValkeyEngine", dependencies: ["CHiredis"] + methodical("MethodicalFleet")),
        // One process of a fleet.
        .executableTarget(
            name: "FleetWorker",
            dependencies: ["ValkeyEngine"]
                + methodical("Methodical", "MethodicalAccounts", "MethodicalCrypto", "MethodicalFleet")),
        .testTarget(name: "FleetTests", dependencies: ["FleetWorker"]),
    ]
)
