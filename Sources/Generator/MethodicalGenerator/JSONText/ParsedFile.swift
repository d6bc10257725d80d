/// The file that nodes belong to. It finds the lines of their places, and numbers them.
package final class ParsedFile {
    /// A number that identifies the file among those that are compiled together.
    let number: Int
    /// The number of nodes that have been created for the file.
    var nodeCount = 0
    private let path: String
    /// The offsets at which the lines begin that have been parsed.
    private var lineStarts = [0]

    package init(path: String, number: Int) {
        self.path = path
        self.number = number
    }

    /// Records a line that begins at an offset.
    package func addLine(at offset: Int) {
        lineStarts.append(offset)
    }

    /// Returns the place of an offset.
    package func place(at offset: Int) -> Place {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset {
                low = middle
            } else {
                high = middle
            }
        }
        return Place(file: path, line: low + 1, column: offset - lineStarts[low] + 1)
    }
}
