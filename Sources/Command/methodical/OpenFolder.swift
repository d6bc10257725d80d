#if CommandLine
    import Foundation

    /// An open folder, in which files are named without a path.
    ///
    /// A path can lead elsewhere through a link, and a link can be put in place after any check of the path. A folder
    /// that is open stays the same, and each step from one folder to the next refuses links.
    final class OpenFolder {
        /// The reason for which a folder cannot be opened or changed.
        struct Failure: LocalizedError {
            let errorDescription: String?

            /// Creates a failure with the system's last error.
            init() { errorDescription = String(cString: strerror(errno)) }

            init(_ description: String) { errorDescription = description }
        }

        private let descriptor: Int32

        /// Opens a folder that a person named. It may be a link.
        init(path: String) throws(Failure) {
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Failure()
            }
        }

        /// Opens a folder inside another one. It must not be a link.
        ///
        /// - Parameter creates: Indicates whether to create the folder if it is missing.
        init(_ name: String, in parent: OpenFolder, creates: Bool) throws(Failure) {
            if creates,
                mkdirat(parent.descriptor, name, 0o777) != 0,
                errno != EEXIST
            {
                throw Failure()
            }
            descriptor = openat(
                parent.descriptor,
                name,
                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor < 0 else { return }
            // The next call into the system changes the reason.
            let failure = Failure()
            // Linux reports a link as something that is not a folder, and other systems as a loop.
            if parent.isLink(name) {
                throw Failure("it is a link; an import changes only real folders")
            }
            throw failure
        }

        deinit { close(descriptor) }

        /// Opens the folder at a path below this one, folder by folder. Returns `nil` if one is missing.
        func folder(at path: some Sequence<Substring>, creates: Bool) throws(Failure) -> OpenFolder? {
            var folder = self
            for name in path {
                if !creates, folder.inode(of: String(name)) == nil {
                    return nil
                }
                folder = try OpenFolder(String(name), in: folder, creates: creates)
            }
            return folder
        }

        /// Writes a file, which must not exist.
        func write(_ bytes: [UInt8], to name: String) throws(Failure) {
            let file = openat(
                descriptor,
                name,
                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                0o666)
            guard file >= 0 else {
                throw Failure()
            }
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            do {
                try handle.write(contentsOf: Data(bytes))
                // Some file systems report a full disk only now.
                try handle.close()
            } catch {
                throw Failure(Disk.cause(of: error) ?? error.localizedDescription)
            }
        }

        /// Moves a file into another folder, in place of one that is there.
        func move(_ name: String, to folder: OpenFolder, as newName: String) throws(Failure) {
            guard renameat(descriptor, name, folder.descriptor, newName) == 0 else {
                throw Failure()
            }
        }

        /// Deletes a file, or a link itself.
        func delete(_ name: String) throws(Failure) {
            guard unlinkat(descriptor, name, 0) == 0 else {
                throw Failure()
            }
        }

        /// Deletes a folder if it is empty, and returns whether it was.
        func deleteFolder(_ name: String) -> Bool {
            unlinkat(descriptor, name, AT_REMOVEDIR) == 0
        }

        /// Returns the number by which the file system knows a file, or `nil` if there is none.
        func inode(of name: String) -> UInt64? {
            status(of: name).map { UInt64($0.st_ino) }
        }

        private func isLink(_ name: String) -> Bool {
            status(of: name).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
        }

        private func status(of name: String) -> stat? {
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                return nil
            }
            return status
        }
    }
#endif
