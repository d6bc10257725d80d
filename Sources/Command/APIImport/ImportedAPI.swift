import APISurface
import MethodicalGenerator

/// An API in the terms of the dialect, before it is divided into files.
///
/// References between definitions are written as `#/definitions/NAME`, whatever file they end up in.
package struct ImportedAPI {
    /// The members of `api.json` that come from the document, in the order in which they are written.
    package var settings: [JSONValue.Member] = []
    package var methods: [ImportedMethod] = []
    package var definitions: [ImportedDefinition] = []
    /// The events that the service sends, with the schemas of their data.
    package var events: [JSONValue.Member] = []

    package init() {}
}

/// A method, translated from an operation of the document.
package struct ImportedMethod {
    /// The dotted name: namespace and function.
    package var name: String
    /// The members after `name`, in the order in which they are written.
    package var members: [JSONValue.Member]
    /// The operation in the document.
    package var operation: Operation

    package init(
        name: String,
        members: [JSONValue.Member],
        operation: Operation
    ) {
        self.name = name
        self.members = members
        self.operation = operation
    }
}

/// A type with a name.
package struct ImportedDefinition {
    package var name: String
    package var schema: JSONValue
    /// The place of the schema in the document.
    package var place: Place

    package init(name: String, schema: JSONValue, place: Place) {
        self.name = name
        self.schema = schema
        self.place = place
    }
}

/// An operation of a document, for reports.
package struct Operation: Hashable, Sendable {
    /// The words by which people find it in the document, such as `GET /pins/{id}` or `drive.files.list`.
    package var title: String
    package var place: Place

    package init(title: String, place: Place) {
        self.title = title
        self.place = place
    }
}
