#if CommandLine
    import APIImport
    import APISurface
    import MethodicalGenerator

    extension Importation {
        /// The settings that options state.
        var chosen: [JSONValue.Member] {
            var members: [JSONValue.Member] = []
            if let name = command.name {
                members.append(.init(key: "name", value: .string(name)))
            }
            if let url = command.baseURL {
                members.append(.init(key: "baseURL", value: .string(url.endingWithSlash)))
            }
            if !command.include.isEmpty {
                members.append(.init(key: "include", value: .strings(command.include)))
            }
            if !command.exclude.isEmpty {
                members.append(.init(key: "exclude", value: .strings(command.exclude)))
            }
            return members
        }

        /// The choices of options, and those of people in `api.json`.
        var options: ImportOptions { options(keepsNames: !command.newNames) }

        /// Returns the choices of options, and those of people in `api.json`.
        ///
        /// - Parameter keepsNames: Indicates whether the names of the last import stay.
        func options(keepsNames: Bool) -> ImportOptions {
            func patterns(_ given: [String], orUnder key: String) -> [String] {
                guard given.isEmpty else {
                    return given
                }
                return settings?.root[key]?.children.compactMap(\.string) ?? []
            }
            var options = ImportOptions()
            options.name = command.name ?? settings?.root["name"]?.string
            options.baseURL = command.baseURL
            if options.baseURL == nil, recorded?.digests["/baseURL"] == nil {
                options.baseURL = settings?.root["baseURL"]?.string
            }
            options.include = patterns(command.include, orUnder: "include")
            options.exclude = patterns(command.exclude, orUnder: "exclude")
            options.expandable = command.expandable ?? recorded?.expandable ?? .objects
            if !keepsNames {
                return options
            }
            let own = present.filter(isOwn)
            options.names = ImportPlan.methodNames(in: own)
            options.functions = ImportPlan.functionNames(in: own)
            options.definitions = ImportPlan.definitionNames(in: own)
            if let recorded {
                options.rules = recorded.rules
            }
            return options
        }

        /// Indicates whether the last import wrote a file. Imports of earlier versions recorded no files.
        private func isOwn(_ file: SourceFile) -> Bool {
            guard let files = recorded?.files, !files.isEmpty else { return true }
            return files[file.path] != nil
        }
    }
#endif
