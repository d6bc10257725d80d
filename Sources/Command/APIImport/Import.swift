import APISurface
import MethodicalGenerator

/// The choices of the person who imports a document.
package struct ImportOptions: Sendable {
    /// The name of the API, or `nil` for the one in the document.
    package var name: String?
    /// The base URL, or `nil` for the one in the document. It is needed if the document has none.
    package var baseURL: String?
    /// The patterns of the methods to import. If there is none, all are imported.
    package var include: [String] = []
    /// The patterns of the methods to leave out.
    package var exclude: [String] = []
    /// The names of the methods in an earlier import, by verb and path, as in `GET pins/{id}`. They stay, so that a new
    /// operation never renames another. A method that returns a stream has ` stream` after its path.
    package var names: [String: String] = [:]
    /// The names of functions that methods of an earlier import have beside others, by the names of the methods.
    package var functions: [String: String] = [:]
    /// The names of the definitions in an earlier import, by the names of the schemas in the document.
    package var definitions: [String: String] = [:]
    /// The version of the rules by which the schema is written. A repeated import keeps those of the first one.
    package var rules = RecordedSource.currentRules
    /// The import of values that are the id of an object, or the object itself.
    package var expandable = ExpandableReferences.objects
    /// The errors in methods of an earlier attempt, by the names of the methods. The operations are left out.
    package var refusals: [String: String] = [:]

    package init() {}

    /// Indicates whether rules say what most methods have in common. In earlier imports a person may have changed a
    /// rule, and relies on what the methods state beside it.
    var makesMajorityRules: Bool {
        rules >= RecordedSource.RulesVersion.commonDefaults
    }

    /// Indicates whether `include` and `exclude` choose a method.
    func selects(_ name: String) -> Bool {
        (include.isEmpty
            || include.contains { Pattern.matches($0, name: name) })
            && !exclude.contains { Pattern.matches($0, name: name) }
    }
}

/// The result of an import.
package struct ImportedFiles {
    /// The members of `api.json` that come from the document.
    package var settings: [JSONValue.Member]
    /// All other files, by path relative to the folder of `api.json`, in order.
    package var files: [(path: String, text: String)]
    package var report: ImportReport

    package init(
        settings: [JSONValue.Member],
        files: [(path: String, text: String)],
        report: ImportReport
    ) {
        self.settings = settings
        self.files = files
        self.report = report
    }
}

/// Translates a document into the files of the dialect.
///
/// The result is `nil` if the document is not of a known format. `documents.problems` then has an error.
package func importFiles(from documents: DocumentSet, options: ImportOptions = ImportOptions()) -> ImportedFiles? {
    var report = ImportReport()
    guard let format = DocumentFormat(documents.root) else {
        documents.problems.append(
            Diagnostic(
                .error,
                at: documents.root.place,
                "expected an OpenAPI document of a version from 2.0 to 3.2 (\"openapi\" or \"swagger\"), a Google "
                    + "Discovery document (\"discoveryVersion\") or Telegram's API (\"methods\" and \"types\")"))
        return nil
    }
    report.format = format.description
    var api =
        switch format {
        case .openAPI, .swagger:
            OpenAPIImporter.translate(documents, format: format, options: options, report: &report)
        case .discovery:
            DiscoveryImporter.translate(documents, options: options, report: &report)
        case .telegram:
            TelegramImporter.translate(documents, options: options, report: &report)
        }
    leaveOutRefused(
        in: &api,
        refusals: options.refusals,
        report: &report)
    report.methods = api.methods.count
    let layout = FileLayout(api, rules: options.rules)
    return ImportedFiles(
        settings: layout.settings,
        files: layout.files,
        report: report)
}

/// Removes the methods that the generator refuses, with a note about the operation of each.
private func leaveOutRefused(
    in api: inout ImportedAPI,
    refusals: [String: String],
    report: inout ImportReport
) {
    guard !refusals.isEmpty else { return }
    let before = Set(api.methods.map(\.operation))
    for method in api.methods {
        guard let message = refusals[method.name] else { continue }
        report.add(
            .leftOut,
            at: method.operation.place,
            operation: method.operation,
            "the schema's rules do not allow it: \(message)")
    }
    api.methods.removeAll {
        refusals[$0.name] != nil
    }
    report.kept -= before.subtracting(api.methods.map(\.operation)).count
}

/// The format of a document.
package enum DocumentFormat: CustomStringConvertible {
    /// OpenAPI 3.0, 3.1 or 3.2, with the second number of the version.
    case openAPI(minor: Int)
    /// OpenAPI 2.0, which is also called Swagger.
    case swagger
    case discovery
    case telegram

    /// Determines the format of a document, or returns `nil` if it is unknown.
    init?(_ root: JSONNode) {
        if let version = root["openapi"]?.string ?? root["openapi"]?.numberText {
            let parts = version.split(separator: ".")
            guard parts.count >= 2,
                parts[0] == "3",
                let minor = Int(parts[1])
            else {
                return nil
            }
            self = .openAPI(minor: minor)
        } else if let version = root["swagger"] {
            guard (version.string ?? version.numberText ?? "").hasPrefix("2") else {
                return nil
            }
            self = .swagger
        } else if root["discoveryVersion"] != nil {
            self = .discovery
        } else if root["methods"]?.isObject == true,
            root["types"]?.isObject == true
        {
            self = .telegram
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .openAPI(let minor):
            "OpenAPI 3.\(minor)"
        case .swagger:
            "OpenAPI 2.0"
        case .discovery:
            "Google Discovery"
        case .telegram:
            "Telegram"
        }
    }
}
