import Methodical

/// The files of a call whose body is a form, and the media types of the form's parts. Generated code creates it.
///
/// The call holds the names of the files as arguments, so that files and fields keep the order of the schema, and
/// descriptions and stubs show them.
public struct FormParts: Sendable {
    private var files: [String: [Upload]] = [:]
    private let types: [String: String]

    /// Creates parts without files.
    ///
    /// - Parameter types: The media types of parts, by the names of the parts. A file without one has its own.
    public init(types: [String: String] = [:]) { self.types = types }

    /// Adds a file, and its name to the call.
    public mutating func add(_ name: String, _ file: Upload?, to call: inout Call) {
        add(name, file.map { [$0] }, to: &call)
    }

    /// Adds a part for each file of a list, all with the same name.
    public mutating func add(_ name: String, _ files: [Upload]?, to call: inout Call) {
        guard let files else { return }
        self.files[name] = files
        call.add(name, files.map(\.name), [.multipart, .repeated])
    }

    /// Returns the form with the arguments of the call and the files.
    func form(of call: Call) throws(APIError) -> Multipart {
        var form = Multipart()
        var waiting = files
        for part in try call.parts() {
            let type = types[part.name]
            guard var file = waiting[part.name]?.first else {
                form.add(part.name, part.text, type: type)
                continue
            }
            waiting[part.name]?.removeFirst()
            if let type {
                file.type = type
            }
            form.add(part.name, file)
        }
        return form
    }
}
