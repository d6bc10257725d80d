/// A value that prints only its description.
///
/// Debug descriptions, `dump` and mirrors show no more than `description`, because parts of the value may be secret.
package protocol OpaquelyDescribed: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension OpaquelyDescribed {
    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: [:])
    }
}
