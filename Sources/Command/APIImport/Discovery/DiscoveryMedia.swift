import APISurface
import MethodicalGenerator

/// The variants of a method that send or receive the content of a file ("media") beside its description.
struct DiscoveryMedia {
    let document: DiscoveryDocument
    let schemas: DiscoverySchemas
    /// The base URL of uploads, or `nil` if it is that of the API.
    let uploadURL: String?
    private var reader: NodeReader { document.reader }

    /// The name of the server for uploads.
    static let server = "upload"

    init(document: DiscoveryDocument, schemas: DiscoverySchemas) {
        self.document = document
        self.schemas = schemas
        let hasUploads = document.methods.contains {
            $0.node["mediaUpload"]?.isObject ?? false
        }
        let servicePath = document.root["servicePath"]?.string ?? ""
        let rootURL = document.rootURL
        // Paths of uploads are relative to the root, and those of methods to the service.
        if hasUploads, !servicePath.isEmpty {
            uploadURL = rootURL
        } else {
            uploadURL = nil
        }
    }

    /// Returns the methods for a method of the document.
    func methods(for method: DiscoveryMethod) -> [ImportedMethod] {
        let node = method.entry.node
        var methods: [ImportedMethod] = []
        let upload = reader.object(in: node, key: "mediaUpload")
        if upload == nil || node["request"] != nil {
            methods.append(plain(method))
        }
        if let upload {
            methods += uploads(for: method, upload: upload)
        }
        if reader.flag(in: node, key: "supportsMediaDownload") == true,
            node["response"] != nil,
            methods.count == 1
        {
            if let download = download(for: method, suffix: "media") {
                methods.append(download)
            }
        }
        return methods
    }

    /// Returns the method itself. If it has no other response, it is the download of a file.
    private func plain(_ method: DiscoveryMethod) -> ImportedMethod {
        let isDownload = reader.flag(in: method.entry.node, key: "supportsMediaDownload") == true
        let hasResponse = method.entry.node["response"] != nil
        if isDownload,
            !hasResponse,
            let download = download(for: method, suffix: "")
        {
            return download
        }
        return method.imported()
    }

    /// Returns the method with the content of the file as its response.
    private func download(for method: DiscoveryMethod, suffix: String) -> ImportedMethod? {
        guard !method.parameterNames.contains("alt") else { return nil }
        var media = method
        let named = zip(method.parameters, method.parameterNames)
        media.parameters = named.filter { $0.1 != "fields" }.map(\.0)
        media.reading.removeAll { $0.key == "pages" }
        media.constants.append(DiscoveryMethod.constant(named: "alt", value: "media"))
        media.response = .object(["content": "*/*"])
        guard !suffix.isEmpty else {
            return media.imported(suffix: suffix, description: nil)
        }
        return media.imported(
            suffix: suffix, description: "Downloads the content that `\(method.name)` describes.")
    }

    // MARK: Uploads

    /// Returns the methods that send a file alone, and with its description.
    private func uploads(for method: DiscoveryMethod, upload: JSONNode) -> [ImportedMethod] {
        let operation = method.entry.operation
        let simple = reader.object(in: upload, key: "protocols").flatMap { reader.object(in: $0, key: "simple") }
        guard let simple,
            let template = reader.string(in: simple, key: "path"),
            method.verb != "GET",
            method.verb != "HEAD",
            !method.parameterNames.contains("uploadType")
        else {
            reader.note(
                .changed, at: upload.place, operation: operation,
                "the upload is left out, because it has no simple protocol")
            return []
        }
        let path = DiscoveryPath(template)
        guard path.fault == nil,
            path.names.allSatisfy(method.parameterNames.contains)
        else {
            let fault = path.fault ?? "the path \"\(template.shown)\" has another parameter than the method"
            reader.note(.changed, at: simple.place, operation: operation, "the upload is left out, because \(fault)")
            return []
        }
        let hasRequest = method.entry.node["request"] != nil
        let accepted = reader.strings(in: upload, key: "accept")
        var content = "*/*"
        if accepted.count == 1, Self.isMediaType(accepted[0]) {
            content = accepted[0]
        }
        let limits = limits(of: upload, accepted: accepted)

        var media = method
        media.constants.append(DiscoveryMethod.constant(named: "uploadType", value: "media"))
        media.body = .whole(.object(["content": .string(content), "description": .string("The content." + limits)]))
        guard hasRequest else {
            return [imported(media, path: path, suffix: "", description: nil)]
        }
        let description = "Like `\(method.name)`, with the content of the file alone."
        var methods = [imported(media, path: path, suffix: "media", description: description)]
        guard reader.flag(in: simple, key: "multipart") == true else {
            return methods
        }
        if let both = withMetadata(method, path: path, content: content, limits: limits) {
            methods.append(both)
        }
        return methods
    }

    /// Returns the method that sends a file with its description in one request.
    private func withMetadata(
        _ method: DiscoveryMethod,
        path: DiscoveryPath,
        content: String,
        limits: String
    ) -> ImportedMethod? {
        guard let request = method.entry.node["request"] else {
            return nil
        }
        reader.note(
            .changed,
            at: request.place,
            operation: method.entry.operation,
            "\(method.name.with("withMedia")) sends multipart/form-data where Google documents multipart/related; "
                + "try it before you rely on it. Resumable uploads are left out.")
        var media = method
        let metadata = schemas.members(of: request) + [.init(key: "content", value: "application/json")]
        var file: [JSONValue.Member] = [
            .init(key: "type", value: "string"),
            .init(key: "format", value: "binary"),
        ]
        if !content.contains("*") {
            file.append(.init(key: "content", value: .string(content)))
        }
        file.append(.init(key: "description", value: .string("The content." + limits)))
        media.body = .none
        media.parameters.insert(
            contentsOf: [
                DiscoveryMethod.parameter(
                    named: "metadata",
                    members: metadata,
                    in: "multipart",
                    isRequired: true),
                DiscoveryMethod.parameter(
                    named: "media",
                    members: file,
                    in: "multipart",
                    isRequired: true),
            ], at: 0)
        media.constants.append(DiscoveryMethod.constant(named: "uploadType", value: "multipart"))
        return imported(
            media,
            path: path,
            suffix: "withMedia",
            description: "Like `\(method.name)`, with the content of the file in the same request."
        )
    }

    private func imported(
        _ method: DiscoveryMethod,
        path: DiscoveryPath,
        suffix: String,
        description: String?
    ) -> ImportedMethod {
        let server = uploadURL.map { _ in Self.server }
        return method.imported(
            suffix: suffix,
            path: path.text,
            server: server,
            description: description)
    }

    /// Returns the accepted types and the greatest size, for the documentation of the file.
    private func limits(of upload: JSONNode, accepted: [String]) -> String {
        let types = accepted.filter(Self.isMediaType)
        let isStated = types.count > 1 && !types.contains("*/*")
        var list = ""
        if isStated {
            list = " Accepted types: " + types.map { "`\($0)`" }.joined(separator: ", ") + "."
        }
        guard let bytes = reader.string(in: upload, key: "maxSize").flatMap({ Int($0) }),
            bytes > 0
        else {
            return list
        }
        let units = ["bytes", "KB", "MB", "GB", "TB"]
        var size = bytes
        var unit = 0
        while size >= 1024,
            size % 1024 == 0,
            unit + 1 < units.count
        {
            size /= 1024
            unit += 1
        }
        return list + " At most \(size) \(units[unit])."
    }

    private static func isMediaType(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy(isRangeOrName)
    }

    /// Indicates whether a half of a media type is `*` or a name.
    private static func isRangeOrName(_ part: Substring) -> Bool {
        if part == "*" {
            return true
        }
        guard !part.isEmpty else { return false }
        return part.utf8.allSatisfy {
            $0.isASCIILetter
                || $0.isASCIIDigit
                || "+-._".utf8.contains($0)
        }
    }
}
