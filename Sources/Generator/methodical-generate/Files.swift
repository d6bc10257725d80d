#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Calls the system's function `write`, whose name a method below has, too.
private func systemWrite(_ descriptor: Int32, bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// The file system, by the functions of POSIX.
enum Files {
    /// A function of the system that has failed.
    struct Failure: Error {
        /// A description of the error, as a rule the system's.
        let reason: String

        init(_ code: Int32 = errno) {
            reason = String(cString: strerror(code))
        }

        init(_ reason: String) {
            self.reason = reason
        }
    }

    /// Returns the absolute path without symbolic links, or the path itself if nothing is there.
    static func realPath(of path: String) -> String {
        guard let real = realpath(path, nil) else {
            return path
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the names in a folder, in no order.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = opendir(folder) else {
            throw Failure()
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            // The name is longer than its declaration if the system allows longer names.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let start = UnsafeRawPointer(entry) + offset
            names.append(String(cString: start.assumingMemoryBound(to: CChar.self)))
            errno = 0
        }
        guard errno == 0 else {
            throw Failure()
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// Indicates whether a folder, or a link to one, is at a path.
    static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the content of a file, or `nil` if it has more than `limit` bytes.
    static func bytes(of file: String, upTo limit: Int) throws(Failure) -> [UInt8]? {
        // Without this flag, opening a pipe waits for a writer.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Failure()
        }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else {
            throw Failure()
        }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw Failure("not a regular file")
        }
        guard information.st_size <= limit else { return nil }
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(information.st_size)) { buffer, count in
            while count < buffer.count {
                let read = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if read < 0, errno == EINTR {
                    continue
                }
                if read < 0 {
                    failure = Failure()
                }
                if read <= 0 {
                    return
                }
                count += read
            }
        }
        if let failure {
            throw failure
        }
        return bytes
    }

    /// Makes a folder and the folders that it is in, unless they exist.
    static func makeFolder(_ path: String) throws(Failure) {
        if isFolder(path) {
            return
        }
        if let slash = path.dropLast().lastIndex(of: "/"), slash != path.startIndex {
            try makeFolder(String(path[..<slash]))
        }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw Failure()
        }
    }

    /// Writes a file beside another one and then puts it in its place, so that nobody sees a part of it.
    static func replace(_ file: String, with bytes: [UInt8]) throws(Failure) {
        let temporary = "\(file).\(getpid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw Failure()
        }
        do throws(Failure) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, file) == 0 else {
            let failure = Failure()
            unlink(temporary)
            throw failure
        }
    }

    /// Writes bytes to an open file.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, bytes: $0) }
            if written < 0, errno == EINTR {
                continue
            }
            guard written >= 0 else {
                throw Failure()
            }
            rest = rest.dropFirst(written)
        }
    }
}
