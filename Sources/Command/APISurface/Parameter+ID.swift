import MethodicalGenerator

extension Parameter {
    /// The name in lock files and reports. No name on the wire is taken for that of the whole body.
    package var id: String {
        if isWhole {
            return "(body)"
        }
        return name
    }
}
