/// A call of a run: its kind, its timeout, and the moment of its cancellation. They follow from the seed and the
/// call's number.
struct CallPlan {
    let number: Int
    let kind: Kind
    /// The time that the call may take. For kinds with several requests, the driver cancels the call after it.
    let timeout: Duration
    /// The time after which the call is cancelled, for a quarter of the calls.
    let cancellation: Duration?
    /// A number that selects among the variants of a kind.
    let choice: Int

    enum Kind: String, CaseIterable {
        case item
        case hotItem
        case text
        case pages
        case longPoll
        case stream
        case download
        case signedInUser
        case order
        case keyedOrder
        case mark
        case uploadOfData
        case uploadOfFile
        case uploadOfForm

        /// Indicates whether a call is made of several requests with a timeout for each. The library has no timeout for
        /// the whole of it.
        var hasSeveralTimeouts: Bool { [.pages, .stream, .download].contains(self) }
        /// Indicates whether the client's configuration has the timeout, because the call itself has none.
        var hasTimeoutOfClient: Bool { [.uploadOfData, .uploadOfFile, .uploadOfForm].contains(self) }

        /// The first part of the path of the kind's requests.
        var resource: String {
            switch self {
            case .item: "items"
            case .hotItem: "hot"
            case .text: "texts"
            case .pages: "numbers"
            case .longPoll: "polls"
            case .stream: "events"
            case .download: "files"
            case .signedInUser: "me"
            case .order: "orders"
            case .keyedOrder: "keyed"
            case .mark: "marks"
            case .uploadOfData, .uploadOfFile: "uploads"
            case .uploadOfForm: "forms"
            }
        }

        /// The kind's name in the server's ledger, if it is a write.
        var nameOfWrite: String? {
            switch self {
            case .order: "order"
            case .keyedOrder: "keyed"
            case .mark: "mark"
            case .uploadOfData, .uploadOfFile: "upload"
            case .uploadOfForm: "form"
            case .item, .hotItem, .text, .pages, .longPoll, .stream, .download, .signedInUser: nil
            }
        }
    }

    /// The timeout of each request of a call with several.
    static let timeoutOfOneRequest = Duration.seconds(2)
    static let timeoutOfClient = Duration.seconds(3)
    /// The time after which the driver cancels a call with several timeouts.
    static let limitOfLongCalls = Duration.seconds(6)

    /// Creates the plan of a call.
    ///
    /// - Parameter kind: The kind of the call, or `nil` for the one that follows from the number.
    init(number: Int, seed: Int, cancelledShare: Int = 25, kind: Kind? = nil) {
        var generator = SeededGenerator(seed: seed, name: "call \(number)")
        self.number = number
        let kind = kind ?? Kind.allCases[number % Kind.allCases.count]
        self.kind = kind
        let ownTimeout = Duration.milliseconds(Int.random(in: 1500...4000, using: &generator))
        if kind.hasSeveralTimeouts {
            timeout = Self.limitOfLongCalls
        } else if kind.hasTimeoutOfClient {
            timeout = Self.timeoutOfClient
        } else {
            timeout = ownTimeout
        }
        let isCancelled = generator.happens(percent: cancelledShare)
        // Most calls take a few milliseconds, so most cancellations come early.
        let longest = generator.happens(percent: 50) ? 30 : 1500
        let moment = Duration.milliseconds(Int.random(in: 0...longest, using: &generator))
        cancellation = isCancelled ? moment : nil
        choice = Int.random(in: 0..<1000, using: &generator)
    }

    /// The name of the write in the server's ledger, or `nil` for a read.
    var write: String? { kind.nameOfWrite.map { "\($0) \(number)" } }
}
