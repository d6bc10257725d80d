import Foundation

/// The folders of this package that tests read.
public enum Checkout {
    /// The folder of the root package.
    ///
    /// The path of the actual file counts, because packages in `Tests/Package` compile this target through a link.
    public static let root = (1...4).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { folder, _ in
        folder.deletingLastPathComponent()
    }

    /// The folder of the bundled APIs.
    public static let schema = root.appending(path: "Schema")

    /// The folder of the schemas that `RoundTripTests` compiles.
    public static let roundTripSchemas = root.appending(path: "Tests/Runtime/RoundTripTests/Schema")

    /// The folder of the golden cases of the generator.
    public static let goldenCases = root.appending(path: "Tests/Generator/GoldenTests/Cases")
}
