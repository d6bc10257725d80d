#if CommandLine
    /// The version of the package that this command belongs to.
    enum Version {
        /// The number of the release, or `nil` between releases. `.ci/release` writes it into the commit of a release.
        static let release: String? = nil

        /// The output of `methodical --version`.
        static var text: String {
            guard let release else {
                return "methodical, built from a checkout between releases"
            }
            return "methodical \(release)"
        }
    }
#endif
