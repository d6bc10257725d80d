import Methodical

extension Metrika {
    /// The metrics and dimensions of a report.
    ///
    ///     let sources = Metrika.Selection<Metrika.Visits>(
    ///         metrics: [.visits, .bounceRate], dimensions: [.trafficSource(attribution: .lastSign)])
    ///     let report = try await metrika.reports.table(sources, counterIDs: [44147844]).send()
    ///
    /// The names of other tables do not compile here.
    public struct Selection<Table: ReportTable>: Hashable, Sendable {
        /// The figures, at most 20.
        public var metrics: [Table.Metric]
        /// The dimensions that split the figures, at most 10.
        public var dimensions: [Table.Dimension]
        /// The order of the rows. If it is empty, the rows are sorted by the first metric.
        public var sort: [Order]

        /// Creates a selection.
        public init(metrics: [Table.Metric], dimensions: [Table.Dimension] = [], sort: [Order] = []) {
            (self.metrics, self.dimensions, self.sort) = (metrics, dimensions, sort)
        }

        /// The columns of the selected metrics, which format figures.
        public var columns: [Column] { metrics.map(\.column) }

        /// A metric or a dimension by which rows are sorted.
        public struct Order: Hashable, Sendable {
            let name: String
            let isDescending: Bool

            /// Returns the order by a metric, the least figure first.
            public static func ascending(_ metric: Table.Metric) -> Order {
                Order(name: metric.rawValue, isDescending: false)
            }

            /// Returns the order by a metric, the greatest figure first.
            public static func descending(_ metric: Table.Metric) -> Order {
                Order(name: metric.rawValue, isDescending: true)
            }

            /// Returns the order by a dimension, the least value first.
            public static func ascending(by dimension: Table.Dimension) -> Order {
                Order(name: dimension.rawValue, isDescending: false)
            }

            /// Returns the order by a dimension, the greatest value first.
            public static func descending(by dimension: Table.Dimension) -> Order {
                Order(name: dimension.rawValue, isDescending: true)
            }
        }
    }
}

extension Metrika.Selection {
    /// Checked names, as a report's parameters.
    struct Names {
        var metrics: [String]
        var dimensions: [String]?
        var sort: [String]?
    }

    /// Returns the names. Throws an error if the server would refuse them.
    func names() throws(APIError) -> Names {
        try check(metrics.map(\.rawValue), "metric", 1...20)
        try check(dimensions.map(\.rawValue), "dimension", 0...10)
        try check(sort.map(\.name), "name to sort by", 0...30)
        return Names(
            metrics: metrics.map(\.rawValue),
            dimensions: dimensions.isEmpty ? nil : dimensions.map(\.rawValue),
            sort: sort.isEmpty ? nil : sort.map { ($0.isDescending ? "-" : "") + $0.name })
    }

    private func check(_ names: [String], _ kind: String, _ counts: ClosedRange<Int>) throws(APIError) {
        guard counts ~= names.count else {
            throw APIError(
                .invalidRequest,
                "a report has \(counts.lowerBound) to \(counts.upperBound) \(kind)s, and this one has \(names.count)")
        }
        for name in names {
            let rest = name.dropFirst(Table.prefix.count)
            guard name.hasPrefix(Table.prefix), !rest.isEmpty else {
                throw APIError(
                    .invalidRequest,
                    "the \(kind) \"\(name)\" is not of the table \(Table.self): its name must begin with "
                        + "\"\(Table.prefix)\", and all names of a report with the same prefix")
            }
            guard rest.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_<>".contains($0)) }) else {
                throw APIError(
                    .invalidRequest, "the \(kind) \"\(name)\" has a character other than letters, digits and \"_\"")
            }
            if name.contains("<goal_id>") || name.contains("<experiment_ab>") {
                throw APIError(
                    .invalidRequest, "the \(kind) \"\(name)\" needs a number in place of the angle brackets")
            }
        }
    }
}
