import MethodicalGenerator

/// The translation of OpenAPI documents.
enum OpenAPIImporter {
    static func translate(
        _ documents: DocumentSet, _ options: ImportOptions, _ report: inout ImportReport
    ) -> ImportedAPI {
        ImportedAPI()
    }
}
