import Methodical

extension Metrika {
    /// The metrics and dimensions of a report.
    ///
    ///     let sources = Metrika.Selection.visits(
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
        ///
        /// A report over time takes at most one metric, by which it finds the rows with the greatest values.
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
            let isDimension: Bool

            /// Returns the order by a metric, the least figure first.
            public static func ascending(_ metric: Table.Metric) -> Order {
                Order(name: metric.rawValue, isDescending: false, isDimension: false)
            }

            /// Returns the order by a metric, the greatest figure first.
            public static func descending(_ metric: Table.Metric) -> Order {
                Order(name: metric.rawValue, isDescending: true, isDimension: false)
            }

            /// Returns the order by a dimension, the least value first.
            public static func ascending(_ dimension: Table.Dimension) -> Order {
                Order(name: dimension.rawValue, isDescending: false, isDimension: true)
            }

            /// Returns the order by a dimension, the greatest value first.
            public static func descending(_ dimension: Table.Dimension) -> Order {
                Order(name: dimension.rawValue, isDescending: true, isDimension: true)
            }

            /// The name with a minus sign before it if the order is descending.
            var text: String { (isDescending ? "-" : "") + name }
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
            sort: sort.isEmpty ? nil : sort.map(\.text))
    }

    /// Returns the metric that finds the rows of a report over time, or `nil` if none is given. Throws an error if the
    /// server would refuse the order.
    func rowSort() throws(APIError) -> String? {
        guard sort.count <= 1 else {
            throw APIError(
                .invalidRequest, "a report over time is sorted by one metric, and this one by \(sort.count) names")
        }
        if let order = sort.first, order.isDimension {
            throw APIError(
                .invalidRequest, "a report over time is sorted by a metric, and \"\(order.name)\" is a dimension")
        }
        return sort.first?.text
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
            try check(rest, of: name, kind)
        }
    }

    /// Checks the part of a name after the prefix.
    private func check(_ rest: Substring, of name: String, _ kind: String) throws(APIError) {
        // The server takes its default for each of these.
        let plain = ["<attribution>", "<currency>", "<group>"].reduce(String(rest)) { $0.replacing($1, with: "") }
        if let parameter = plain.firstMatch(of: /<+\w*>+/)?.output {
            throw APIError(.invalidRequest, "the \(kind) \"\(name)\" needs a value in place of \"\(parameter)\"")
        }
        guard plain.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            throw APIError(
                .invalidRequest, "the \(kind) \"\(name)\" has a character other than letters, digits and \"_\"")
        }
    }
}
