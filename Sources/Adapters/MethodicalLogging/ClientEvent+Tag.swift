import Methodical

extension ClientEvent {
    /// Indicates whether the call has a tag of its own. Without one, its tag is the method's name.
    var hasOwnTag: Bool { signature != Call.Signature(method) }
}
