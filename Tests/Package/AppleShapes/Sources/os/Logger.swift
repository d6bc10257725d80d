/// A writer to the unified log. Messages go to `Log.shared` instead of the system.
public struct Logger: Sendable {
    private let subsystem: String
    private let category: String

    public init(subsystem: String, category: String) { (self.subsystem, self.category) = (subsystem, category) }

    public func log(level: OSLogType, _ message: OSLogMessage) {
        Log.shared.add(Log.Line(subsystem: subsystem, category: category, level: level, pieces: message.pieces()))
    }
}

public struct OSLogType: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    public static var `default`: OSLogType { OSLogType(0x00) }
    public static var info: OSLogType { OSLogType(0x01) }
    public static var debug: OSLogType { OSLogType(0x02) }
    public static var error: OSLogType { OSLogType(0x10) }
    public static var fault: OSLogType { OSLogType(0x11) }
}
