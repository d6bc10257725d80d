import MethodicalGenerator

extension ImportedFiles {
    /// Compiles the files alone, without what people wrote. Returns the first error in each method that the generator
    /// refuses, by the method's name.
    ///
    /// Names and values come from strangers, and the translation cannot foresee all rules of the dialect. A mistake in
    /// one operation must not keep the others from being used.
    ///
    /// - Parameter settings: The text of an `api.json` for the files.
    package func refusals(settings: String) -> [String: String] {
        let all = files + [("api.json", settings)]
        let sources = all.map {
            SourceFile(path: $0.path, bytes: Array($0.text.utf8))
        }
        let errors = compile(sources).diagnostics.filter { $0.severity == .error }
        if errors.isEmpty {
            return [:]
        }
        var refusals: [String: String] = [:]
        for source in sources {
            let own = errors.filter {
                $0.place.file == source.path
            }
            guard !own.isEmpty else { continue }
            var ignored: [Diagnostic] = []
            let methods = parse(source, problems: &ignored)?["methods"]?.children ?? []
            for error in own {
                // The places of methods are in the order of the file.
                let method = methods.last {
                    !(error.place < $0.place)
                }
                guard let name = method?["name"]?.string,
                    refusals[name] == nil
                else { continue }
                refusals[name] = error.message
            }
        }
        return refusals
    }
}
