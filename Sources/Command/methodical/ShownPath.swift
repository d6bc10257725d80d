#if CommandLine
    import Foundation

    /// Paths and URLs of documents, as people and `api.json` write them.
    enum ShownPath {
        /// Indicates whether a location is a URL and not a path.
        static func isURL(_ location: String) -> Bool {
            let start = location.lowercased()
            return start.hasPrefix("https://") || start.hasPrefix("http://")
        }

        /// Indicates whether a path was probably meant as a URL: it has another scheme, as `ftp://host/a.json`, or
        /// begins with a host, as `localhost:8080/a.json` and `api.example/a.json`.
        static func resemblesURL(_ path: String) -> Bool {
            if path.contains("://") {
                return true
            }
            let host = path.prefix { $0 != "/" }
            if host.contains(":") {
                return true
            }
            let isFile = host.endIndex == path.endIndex
            let isHiddenOrParentFolder = host.hasPrefix(".")
            return host.contains(".") && !isFile && !isHiddenOrParentFolder
        }

        /// Returns the location that `api.json` in a folder states for a document: its URL, or its path from there.
        static func recorded(_ location: String, in folder: String) -> String {
            if isURL(location) {
                return location
            }
            let target = URL(fileURLWithPath: location).standardizedFileURL.pathComponents
            let base = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
            let common = zip(target, base).prefix { $0 == $1 }.count
            let up = base[common...].map { _ in ".." }
            return (up + target[common...]).joined(separator: "/")
        }

        /// Returns the location of a document that `api.json` in a folder states, as a path from the current folder.
        static func stated(_ location: String, in folder: String) -> String {
            if isURL(location) || location.hasPrefix("/") {
                return location
            }
            var parts: [Substring] = []
            for part in "\(folder)/\(location)".split(separator: "/") where part != "." {
                if part == "..",
                    let last = parts.last,
                    last != ".."
                {
                    parts.removeLast()
                } else {
                    parts.append(part)
                }
            }
            let path = parts.joined(separator: "/")
            if folder.hasPrefix("/") {
                return "/" + path
            }
            return path
        }

        /// Indicates whether a path leads to a file below a folder.
        static func isPath(_ path: String, below folder: String) -> Bool {
            let base = URL(fileURLWithPath: folder).standardizedFileURL.path
            return URL(fileURLWithPath: path).standardizedFileURL.path.hasPrefix(base + "/")
        }
    }
#endif
