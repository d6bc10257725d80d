import Foundation

extension stat {
    /// Indicates whether the owner is this user or root, which can write anywhere in any case.
    var isTrusted: Bool {
        st_uid == geteuid() || st_uid == 0
    }

    var modified: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}
