import Foundation
import Methodical
import MethodicalStreams

extension Metrika {
    /// The rows of one part of a log, as they arrive: `for try await row in metrika.logRequests.rows(…) { … }`.
    ///
    /// Neither the part nor its file is held in memory. A line that is longer than `SessionOptions.largestResponse`
    /// ends the sequence with `.tooLarge`. Each loop sends the call, and its end ends the request. To keep the part,
    /// download it: `metrika.logRequests.downloadPart(…).download(to: file)`.
    public struct LogRows: AsyncSequence, Sendable {
        /// The error that ends the sequence.
        public typealias Failure = APIError
        /// A row of the log.
        public typealias Element = LogRow

        let chunks: StreamRequest<Data>
        let longestLine: Int

        /// Sends the call when the first row is asked for.
        public func makeAsyncIterator() -> Iterator {
            Iterator(chunks: chunks.makeAsyncIterator(), lines: LogLines(longest: longestLine))
        }

        /// An iterator over the rows.
        public struct Iterator: AsyncIteratorProtocol {
            var chunks: StreamRequest<Data>.Iterator
            var lines: LogLines

            /// Returns the next row, or `nil` after the last one.
            public mutating func next() async throws(APIError) -> LogRow? {
                while true {
                    if let row = try lines.next() { return row }
                    guard !lines.isFinished else { return nil }
                    if let chunk = try await chunks.next() { lines.append(chunk) } else { lines.finish() }
                }
            }
        }
    }

    /// A row of a log: a visit or a hit.
    public struct LogRow: Hashable, Sendable {
        /// The names of the columns, which all rows share.
        final class Columns: Sendable {
            let names: [String]
            let places: [String: Int]

            init(_ names: [String]) {
                self.names = names
                places = Dictionary(zip(names, names.indices)) { first, _ in first }
            }
        }

        let columns: Columns
        /// The values in the order of the columns.
        public let values: [String]

        /// The names of the columns: `ym:s:visitID`.
        public var names: [String] { columns.names }

        /// The value of a column, or `nil` if the log has no column of this name.
        public subscript(_ name: String) -> String? { columns.places[name].map { values[$0] } }

        public static func == (left: LogRow, right: LogRow) -> Bool {
            left.values == right.values && left.names == right.names
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }
}

extension Metrika.LogRequests {
    /// Returns the rows of one part of a log that the server has written.
    public func rows(counterID: Int, requestID: Int, partNumber: Int) -> Metrika.LogRows {
        let request = downloadPart(counterID: counterID, requestID: requestID, partNumber: partNumber)
        return Metrika.LogRows(
            chunks: StreamRequest(chunks: request.call),
            longestLine: request.call.client.configuration.session.largestResponse)
    }
}
