import MethodicalGenerator

/// The translation of Google Discovery documents.
enum DiscoveryImporter {
    static func translate(
        _ documents: DocumentSet, _ options: ImportOptions, _ report: inout ImportReport
    ) -> ImportedAPI {
        ImportedAPI()
    }
}
