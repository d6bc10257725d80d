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
        var address: LocatedName
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
                expected: "{\"address\": METHOD, \"file\": {\"field\": NAME}, \"call\": {METHOD: [PARAMETER]}}")
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
        guard let address = node[.address] else {
            for member in [Key.url, .call].compactMap({ node[$0] }) {
                problems.error(
                    at: member.keyPlace,
                    "\"\(member.key)\" has no effect without \"address\"; the method itself receives the file")
            }
            return nil
        }
        self.address = LocatedName(reading: address)
        url = node[.url].map(LocatedName.init)
        guard let call = node[.call] else { return }
        save = ResponseReferenceSyntax(reading: call, problems: problems)
        if let method = call.string {
            problems.error(
                at: call,
                "the parameters of \"\(method)\" that come from the upload server's response are missing; expected "
                    + "{\"\(method)\": [PARAMETER, ...]} or {\"\(method)\": {PARAMETER: KEY, ...}}")
        }
    }
}
