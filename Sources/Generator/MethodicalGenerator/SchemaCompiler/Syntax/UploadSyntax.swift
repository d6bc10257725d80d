/// The value of `upload`: the way in which a method sends a file.
struct UploadSyntax {
    /// The forms of a request with a file.
    enum File {
        /// The file is the field of a form.
        case field(String)
        /// The file is the body of a request with the verb.
        case body(CallStyle.Verb)
    }

    /// The steps before and after the request with the file.
    struct Steps {
        /// The method that returns the address for the file.
        var server: LocatedName
        /// The key of the address in the response of this method.
        var url: LocatedName?
        /// The method that saves the file, with the values that it takes from the upload server's response.
        var save: ResponseReferenceSyntax?
    }

    var file: File
    /// The other steps, or `nil` if the method's own request contains the file.
    var steps: Steps?
}

extension UploadSyntax {
    /// Reads the value of `upload`. Reports problems, and returns `nil` if the file is missing or malformed.
    init?(reading node: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "{\"server\": METHOD, \"file\": {\"field\": NAME}, \"save\": METHOD, ...}")
            return nil
        }
        catalogue.check(node, as: .upload)
        guard let file = File(in: node, catalogue: catalogue) else {
            return nil
        }
        self.file = file
        steps = Steps(reading: node, problems: problems)
    }
}

extension UploadSyntax.File {
    /// Reads the name of the form's field for the file, or the verb of a request whose body is the file.
    fileprivate init?(in upload: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        guard let node = upload[.file] else {
            problems.error(
                at: upload,
                "\"file\" is missing; expected {\"field\": NAME} with the name of the form field")
            return nil
        }
        catalogue.check(node, as: .uploadFile)
        if let word = node[.verb], node[.field] == nil {
            let verbs = CallStyle.Verb.allCases.filter { $0.hasBody && !$0.isSafe }
            guard let verb = oneOf(word, among: verbs, problems: problems) else {
                return nil
            }
            self = .body(verb)
            return
        }
        guard let field = node[.field]?.nonEmptyString,
            node[.verb] == nil
        else {
            let body = "{\"verb\": \"PUT\"} to send the file as the body"
            problems.error(
                at: node,
                expected: "{\"field\": NAME} with the name of the form field, or \(body)")
            return nil
        }
        self = .field(field)
    }
}

extension UploadSyntax.Steps {
    /// Reads the steps of an upload, or returns `nil` if there are none. Reports members that have no effect.
    fileprivate init?(reading node: JSONNode, problems: Problems) {
        guard let server = node[.server] else {
            for member in [Key.url, .response, .save].compactMap({ node[$0] }) {
                problems.error(
                    at: member.keyPlace,
                    "\"\(member.key)\" has no effect without \"server\"; the method itself receives the file")
            }
            return nil
        }
        self.server = LocatedName(reading: server)
        url = node[.url].map(LocatedName.init)
        save = node[.save].map { ResponseReferenceSyntax(method: $0, values: node[.response]) }
        checkResponse(in: node, problems: problems)
    }

    /// Reports values of the upload server's response that are missing or that no method takes.
    private func checkResponse(in node: JSONNode, problems: Problems) {
        let response = node[.response]
        guard let save else {
            if let response {
                problems.error(at: response.keyPlace, "\"response\" has no effect without \"save\"")
            }
            return
        }
        if let response, response.isArray || response.isObject {
            return
        }
        guard let method = save.method.value else { return }
        problems.error(
            at: response ?? node,
            "\"response\" is missing; expected the parameters of \"\(method)\" that come from the upload "
                + "server's response, as [PARAMETER, ...] or {PARAMETER: KEY, ...}")
    }
}
