/// The file that nodes belong to. It finds the lines of their places, and numbers them.
final class ParsedFile {
    /// A number that identifies the file among those that are compiled together.
    let number: Int
    /// The number of nodes that have been created for the file.
    var nodeCount = 0
    private let file: SourceFile
    /// The offsets at which lines begin.
    private lazy var lineStarts = [0] + file.bytes.indices.filter { file.bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }

    init(_ file: SourceFile, number: Int) { (self.file, self.number) = (file, number) }

    /// Returns the place of an offset.
    func place(_ offset: Int) -> Place {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return Place(file: file.shownPath, line: low + 1, column: offset - lineStarts[low] + 1)
    }
}
