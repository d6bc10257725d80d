import APISurface
import MethodicalGenerator

/// The files of an imported API: a folder for each namespace, and `shared` for the types of several namespaces.
struct FileLayout {
    private let api: ImportedAPI

    init(_ api: ImportedAPI) { self.api = api }

    /// The files by path, in order.
    var files: [(path: String, text: String)] { [] }
}
