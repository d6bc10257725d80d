#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    @Suite struct CommandTests {
        private static func state(_ name: String, _ state: String) -> String {
            ChangeCase.root.appending(path: "\(name)/\(state)").path
        }

        // MARK: diff

        @Test func diffOfFolders() async throws {
            let broken = try await Command.methodical(
                "diff", Self.state("method-removed", "old"), Self.state("method-removed", "new"))
            #expect(broken.status == 1)
            #expect(broken.output.contains("- method `users.get` is gone"))
            let added = [Self.state("method-added", "old"), Self.state("method-added", "new")]
            #expect(try await Command.methodical(["diff"] + added).status == 0)
            #expect(try await Command.methodical(["diff"] + added + ["--fail-on", "minor"]).status == 1)
            #expect(try await Command.methodical(["diff"] + added.reversed() + ["--fail-on", "none"]).status == 0)
        }

        @Test("Annotations stand where the new schema describes what has changed, or what it belonged to")
        func annotations() async throws {
            let changes = [
                ("property-retyped", "user.first_name", "users.json,line="),
                ("property-removed", "user.first_name", "users.json,line="),
                ("parameter-added-required", "users.get.fields", "users.json,line="),
                ("method-removed", "users.get", nil),
            ]
            for (name, id, place) in changes {
                let told = try await Command.methodical([
                    "diff", Self.state(name, "old"), Self.state(name, "new"), "--format", "github",
                ])
                let line = try #require(
                    told.output.split(separator: "\n").first { $0.contains(" `\(id)` ") }, "\(told)")
                #expect(line.contains("file=") == (place != nil), "\(line)")
                if let place { #expect(line.contains("\(name)/new/\(place)"), "\(line)") }
            }
        }

        /// Makes a repository with a schema in `Schema`, tagged `v1`.
        private static func repository(_ name: String, _ body: (URL) async throws -> Void) async throws {
            try await Command.inFolder { folder in
                try Command.copy(name, "old", to: folder.appending(path: "Schema"))
                try await Command.git("init", "-q", "-b", "main", in: folder)
                try await commit("v1", in: folder)
                try await body(folder)
            }
        }

        private static func commit(_ tag: String, in folder: URL) async throws {
            try await Command.git("add", "-A", in: folder)
            try await Command.git("commit", "-q", "-m", tag, in: folder)
            try await Command.git("tag", tag, in: folder)
        }

        @Test("A revision is compared with the folder as it lies there, committed or not")
        func diffOfRevisions() async throws {
            try await Self.repository("property-removed") { folder in
                try Command.copy("property-removed", "new", to: folder.appending(path: "Schema"))
                try Command.write(
                    #"{"methods": [{"name": "users.ban", "response": {"type": "integer"}}]}"#,
                    to: folder.appending(path: "Schema/ban/untracked.json")
                )
                for words in [["HEAD:Schema", "Schema"], ["v1"], ["v1", "Schema"], ["v1:./Schema", "."]] {
                    let diff = try await Command.methodical(["diff"] + words + ["--format", "markdown"], in: folder)
                    #expect(diff.status == 1, "\(words) \(diff)")
                    #expect(
                        diff.output.contains("- property `user.first_name` is gone (`PropertyRemoved.User.firstName`)"))
                    #expect(diff.output.contains("- method `users.ban` is new"))
                }
                let inside = try await Command.methodical("diff", "v1", in: folder.appending(path: "Schema"))
                #expect(inside.status == 1, "\(inside)")
                let same = try await Command.methodical("diff", "v1", "HEAD", in: folder)
                #expect(same.status == 0 && same.output == "PropertyRemoved: none (no change)\n", "\(same)")
                try await Self.commit("v2", in: folder)
                #expect(try await Command.methodical("diff", "v1", "v2", in: folder).status == 1)
            }
        }

        @Test("Files and folders may be moved about below the schema")
        func diffOfMovedFiles() async throws {
            try await Self.repository("property-removed") { folder in
                let schema = folder.appending(path: "Schema")
                try FileManager.default.createDirectory(
                    at: schema.appending(path: "people/all"), withIntermediateDirectories: true)
                try FileManager.default.moveItem(
                    at: schema.appending(path: "users.json"), to: schema.appending(path: "people/all/methods.json"))
                #expect(
                    try await Command.methodical("diff", "v1", in: folder).output
                        == "PropertyRemoved: none (no change)\n")
            }
        }

        @Test("Where the schema's folder had another name, the revision's is offered")
        func diffOfRenamedFolders() async throws {
            try await Self.repository("property-removed") { folder in
                try FileManager.default.createDirectory(
                    at: folder.appending(path: "Sources/App"), withIntermediateDirectories: true)
                try FileManager.default.moveItem(
                    at: folder.appending(path: "Schema"), to: folder.appending(path: "Sources/App/API"))
                let lost = try await Command.methodical("diff", "v1", in: folder)
                #expect(lost.status == 64)
                #expect(
                    lost.errors.contains(
                        "revision v1 has no api.json in Sources/App/API; it has one in\n  v1:Schema\n"), "\(lost)")
                #expect(
                    try await Command.methodical("diff", "v1:Schema", in: folder).output
                        == "PropertyRemoved: none (no change)\n")
            }
        }

        @Test("A revision that is not there is said to be, with the nearest that is")
        func unknownRevisions() async throws {
            try await Self.repository("property-removed") { folder in
                try await Command.git("tag", "v1.2.0", in: folder)
                let near = try await Command.methodical("diff", "v1.3.0:Schema", "Schema", in: folder)
                #expect(
                    near.status == 64 && near.errors.contains("there is no git revision v1.3.0; did you mean v1.2.0?"),
                    "\(near)")
                let nothing = try await Command.methodical("diff", "nowhere", in: folder)
                #expect(
                    nothing.status == 64 && nothing.errors.contains("there is no folder and no git revision nowhere\n"),
                    "\(nothing)")
                let option = try await Command.methodical("diff", "--", "-x:Schema", "Schema", in: folder)
                #expect(option.status == 64 && option.errors.contains("is not a revision"), "\(option)")
                let clone = folder.appending(path: "clone")
                try await Command.git("clone", "-q", "--depth", "1", "file://\(folder.path)", clone.path, in: folder)
                let shallow = try await Command.methodical("diff", "v0:Schema", "Schema", in: clone)
                #expect(
                    shallow.errors.contains("this clone is shallow: `git fetch --depth 1 origin tag v0`"), "\(shallow)")
            }
            try await Command.inFolder { folder in
                try Command.copy("property-removed", "old", to: folder)
                let outside = try await Command.methodical("diff", "v1:Schema", in: folder)
                #expect(outside.status == 64 && outside.errors.contains("lies in no git repository"), "\(outside)")
            }
        }

        // MARK: generate

        @Test func generateAndItsCheck() async throws {
            try await Command.inFolder { folder in
                try Command.copy("value-added", "old", to: folder.appending(path: "Schema"))
                let arguments = ["generate", "Schema", "--output", "Out"]
                let missing = try await Command.methodical(arguments + ["--check"], in: folder)
                #expect(
                    missing.status == 1 && missing.errors.hasPrefix("Out/ValueAdded.swift:1:1: error: "), "\(missing)")
                #expect(missing.output == "Out: `methodical generate Schema --output Out` writes the files\n")
                #expect(try await Command.methodical(arguments, in: folder).output == "Out: 1 of 1 files written\n")
                #expect(try await Command.methodical(arguments, in: folder).output == "Out: 0 of 1 files written\n")
                #expect(try await Command.methodical(arguments + ["--check"], in: folder).status == 0)
                try Command.write(
                    "// Generated by Methodical from gone.json.\n",
                    to: folder.appending(path: "Out/ValueAdded+gone.swift"))
                let left = try await Command.methodical(arguments + ["--check"], in: folder)
                #expect(left.status == 1 && left.errors.contains("Out/ValueAdded+gone.swift:1:1: error: "), "\(left)")
                #expect(left.output == "Out: 1 file to delete\n")
                let json = try await Command.methodical(arguments + ["--check", "--format", "json"], in: folder)
                let told = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? NSDictionary)
                #expect(
                    told == [
                        "folder": "Out", "files": ["ValueAdded.swift"], "stale": [],
                        "leftOver": ["ValueAdded+gone.swift"], "problems": [],
                    ])
                let github = try await Command.methodical(arguments + ["--format", "github"], in: folder)
                #expect(
                    github.status == 0
                        && github.output.hasPrefix("::notice file=Out/ValueAdded+gone.swift,line=1,col=1::"),
                    "\(github)")
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Out").path).count == 1)
                // A file of another program stays, whatever its name.
                for (name, text) in [("gone", "// Generated by Methodical from gone.json.\n"), ("own", "// By hand\n")]
                {
                    try Command.write(text, to: folder.appending(path: "Out/ValueAdded+\(name).swift"))
                }
                let deleted = try await Command.methodical(arguments, in: folder)
                #expect(deleted.output == "Out: 0 of 1 files written, 1 deleted\n", "\(deleted)")
                #expect(
                    deleted.errors.contains("Out/ValueAdded+gone.swift:1:1: note: the schema no longer has content"))
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Out").path)
                #expect(names.sorted() == ["ValueAdded+own.swift", "ValueAdded.swift"])
                try Command.write("", to: folder.appending(path: "file"))
                let unwritable = try await Command.methodical("generate", "Schema", "--output", "file/Out", in: folder)
                #expect(
                    unwritable.status == 2 && unwritable.errors.contains("cannot write file/Out/ValueAdded.swift"),
                    "\(unwritable)")
            }
        }

        // MARK: explain, list

        @Test("`explain` prints a method in each format, and explains a name that is no method")
        func explain() async throws {
            let schema = Self.state("parameter-added-required", "new")
            let explained = try await Command.methodical("explain", "users.get", "--schema", schema)
            #expect(
                explained.output.contains(
                    "\nparameterAddedRequired.users.get(userIDs: [Int]?, nameCase: String?, fields: [String]) -> [ParameterAddedRequired.User]\n"
                ))
            #expect(explained.output.contains("  userIDs   sent as user_ids\n"), "\(explained.output)")
            let unknown = try await Command.methodical("explain", "user.get", "--schema", schema)
            #expect(unknown.status == 64 && unknown.errors.contains("did you mean users.get?"))
            let namespace = try await Command.methodical("explain", "users", "--schema", schema)
            #expect(
                namespace.status == 64
                    && namespace.errors.contains("users is not a method; it contains\n  users.get\n  users.search\n"),
                "\(namespace)")
            let json = try await Command.methodical("explain", "users.get", "--schema", schema, "--format", "json")
            let told = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
            #expect(told.keys.sorted() == ["calls", "description", "errors", "method", "types"])
            let markdown = try await Command.methodical(
                "explain", "users.get", "--schema", schema, "--format", "markdown")
            #expect(
                markdown.output.hasPrefix("# users.get\n\n```swift\nparameterAddedRequired.users.get(userIDs: [Int]?"),
                "\(markdown)")
        }

        @Test("Of a method's calls only those with a list in their answer go from page to page")
        func explainPages() async throws {
            try await Command.inFolder { folder in
                try Command.write(
                    #"{"name": "Shop", "baseURL": "https://api.example/"}"#, to: folder.appending(path: "api.json"))
                let methods = """
                    {"methods": [{"name": "items.get", "parameters": [{"name": "offset", "type": "integer"}, {"name": "count", "type": "integer"},
                      {"name": "extended", "type": "boolean"}, {"name": "full", "type": "boolean"}],
                      "variants": {"response": {"type": "array", "items": {"type": "integer"}},
                        "extendedResponse": {"type": "object", "properties": {"online": {"type": "integer"}}}}}]}
                    """
                try Command.write(methods, to: folder.appending(path: "methods.json"))
                let told = try await Command.methodical("explain", "items.get", in: folder)
                #expect(
                    told.output.contains("for try await item in shop.items.get(…).items { … }, by offset\n"), "\(told)")
                #expect(
                    told.output.contains("shop.items.getExtended(")
                        && !told.output.contains("shop.items.getExtended(…).items"), "\(told)")
            }
        }

        @Test("An upload takes its file first, and says its steps")
        func explainUpload() async throws {
            try await Command.inFolder { folder in
                try Command.write(
                    #"{"name": "Shop", "baseURL": "https://api.example/"}"#, to: folder.appending(path: "api.json"))
                let methods = [
                    #"{"name": "photos.server", "response": {"type": "object", "properties": {"upload_url": {"type": "string"}}}}"#,
                    #"{"name": "photos.save", "parameters": [{"name": "hash", "type": "string"}], "response": {"type": "integer"}}"#,
                    #"""
                    {"name": "photos.upload", "upload": {"address": "photos.server", "file": {"field": "photo"}, "call": {"photos.save": ["hash"]}}}
                    """#,
                ]
                try Command.write(
                    "{\"methods\": [\(methods.joined(separator: ",\n"))]}", to: folder.appending(path: "methods.json"))
                let told = try await Command.methodical("explain", "photos.upload", in: folder)
                #expect(told.output.contains("\nshop.photos.upload(_: Upload) -> UploadRequest<Int>\n"), "\(told)")
                #expect(
                    told.output.contains(
                        "  travels as:  photos.server says where; the file goes there as photo; photos.save keeps it\n"),
                    "\(told)")
            }
        }

        @Test("`list` prints the calls as text, as Markdown, and as JSON")
        func list() async throws {
            let schema = Self.state("parameter-added-required", "new")
            let call = "parameterAddedRequired.users.search(q: String, count: Int?) -> ParameterAddedRequired.Found"
            let list = try await Command.methodical("list", schema)
            #expect(
                list.output.contains("users.search\t\(call)\n") && list.errors.hasPrefix("2 methods, 2 calls, "),
                "\(list)")
            let markdown = try await Command.methodical("list", schema, "--format", "markdown")
            #expect(markdown.output.contains("| `users.search` | `\(call)` |\n"))
            let json = try await Command.methodical("list", schema, "--format", "json")
            let told = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? NSDictionary)
            #expect((told["calls"] as? [NSDictionary])?.map { $0["swift"] as? String }.last == call)
        }

        // MARK: new

        @Test func newStartsAnAPI() async throws {
            try await Command.inFolder { folder in
                let words = [
                    "new", "Schema", "--name", "Weather", "--base-url", "https://api.weather.example/v1",
                    "--authorization", "Bearer",
                ]
                let made = try await Command.methodical(words, in: folder)
                #expect(
                    made.status == 0 && made.output.contains("methodical explain status.get --schema Schema"), "\(made)"
                )
                let schemas = "https://raw.githubusercontent.com/methodical-swift/methodical/main/Schema"
                #expect(
                    try String(contentsOf: folder.appending(path: "Schema/api.json"), encoding: .utf8) == """
                        {
                          "$schema": "\(schemas)/api.schema.json",
                          "name": "Weather",
                          "baseURL": "https://api.weather.example/v1/",
                          "authorization": {"header": "Bearer"}
                        }

                        """)
                #expect(try await Command.methodical("check", "Schema", in: folder).errors == "")
                let again = try await Command.methodical(words, in: folder)
                #expect(again.status == 64 && again.errors.contains("Schema/api.json already exists"))
                let silent = try await Command.methodical("new", "Other", in: folder)
                #expect(silent.status == 64 && silent.errors.contains("add --name NAME and --base-url URL"))
            }
        }

        @Test("What a new API begins with shows how a verb, a path and a body are said")
        func newShowsTheUsualWords() async throws {
            try await Command.inFolder { folder in
                let made = try await Command.methodical(
                    "new", "--name", "Weather", "--base-url", "https://api.weather.example", in: folder)
                #expect(made.status == 0 && made.errors.isEmpty, "\(made)")
                let get = try await Command.methodical("explain", "status.get", in: folder)
                #expect(get.output.contains("  travels as:     GET status\n"), "\(get)")
                let set = try await Command.methodical("explain", "status.setText", in: folder)
                #expect(
                    set.output.contains(
                        "  language  in path\n  text      in body\n  travels as:  PUT status/{language}\n"), "\(set)")
            }
        }

        @Test("An answer that is none leaves nothing behind, and schemas that are there stay as they are")
        func newWithCare() async throws {
            try await Command.inFolder { folder in
                let wrong = try await Command.methodical(
                    "new", "--name", "My API", "--base-url", "api.example", in: folder)
                #expect(
                    wrong.status == 64 && wrong.errors.contains("expected an absolute http or https URL"), "\(wrong)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
                try Command.copy("method-added", "old", to: folder.appending(path: "Schema"))
                try FileManager.default.removeItem(at: folder.appending(path: "Schema/api.json"))
                let made = try await Command.methodical(
                    "new", "--name", "Mine", "--base-url", "https://api.example/", in: folder)
                #expect(made.status == 0 && made.output.hasPrefix("Schema/api.json written."), "\(made)")
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Schema").path).sorted()
                        == ["api.json", "users.json"])
            }
        }

        // MARK: All commands

        @Test func fileForAFolder() async throws {
            let folder = Self.state("method-added", "new")
            let check = try await Command.methodical("check", folder + "/api.json")
            #expect(
                check.status == 64
                    && check.errors.contains("api.json is a file; a schema is the folder of its api.json"), "\(check)")
        }

        @Test("Hints say what its plugin's users type")
        func hints() async throws {
            let plugin = ["METHODICAL_COMMAND": "swift package methodical"]
            try await Command.inFolder { folder in
                try Command.copy("method-added", "new", to: folder.appending(path: "Schema"))
                let check = try await Command.methodical(["check"], in: folder, environment: plugin)
                #expect(
                    check.output.contains(/`swift package (--\S+ )?methodical check Schema --accept` writes one/),
                    "\(check)")
                let explain = try await Command.methodical(
                    ["explain", "nothing.alike"], in: folder, environment: plugin)
                #expect(explain.errors.contains("`swift package methodical list .` shows all"), "\(explain)")
            }
        }

        @Test(
            "Without a schema every subcommand says where one would come from",
            arguments: [["check"], ["diff", "v1"], ["list"], ["explain", "users.get"]])
        func nothingThere(_ words: [String]) async throws {
            try await Command.inFolder { folder in
                try Command.write("{}", to: folder.appending(path: "package.json"))
                let ran = try await Command.methodical(words, in: folder)
                #expect(
                    ran.status == 64
                        && ran.errors.contains(
                            "there is no api.json in . or below; `methodical new Schema` writes a first one"),
                    "\(ran)")
            }
        }

        @Test(
            "Errors of a schema end every subcommand with 2",
            arguments: [["check"], ["diff", "."], ["list"], ["explain", "a"], ["generate", ".", "--output", "Out"]])
        func errors(_ words: [String]) async throws {
            try await Command.inFolder { folder in
                try Command.write(
                    #"{"name": "A", "baseURL": "https://a.example/"}"#, to: folder.appending(path: "api.json"))
                try Command.write(#"{"methods": [{"nam": 1}]}"#, to: folder.appending(path: "users.json"))
                let ran = try await Command.methodical(words, in: folder)
                #expect(
                    ran.status == 2 && ran.errors.contains("users.json:1:14: error: this method has no \"name\"\n"),
                    "\(ran)")
                let json = try await Command.methodical(words + ["--format", "json"], in: folder)
                #expect(
                    json.status == 2 && json.errors.isEmpty && json.output.contains("\"severity\": \"error\""),
                    "\(json)")
            }
        }

        @Test(
            "Each subcommand's help has an example and its exit codes",
            arguments: ["new", "import", "check", "diff", "learn", "explain", "list", "generate", "mock"])
        func help(_ name: String) async throws {
            let help = try await Command.methodical(name, "--help")
            #expect(
                help.status == 0 && help.output.contains("\n  methodical \(name)")
                    && help.output.contains("Exit code: "), "\(help.output)")
            #expect(try await Command.methodical(name, "--colour").status == 64)
        }
    }
#endif
