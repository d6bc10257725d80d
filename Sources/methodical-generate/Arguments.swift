/// The command line: `--schema FOLDER --output FOLDER [--prefix NAME] [--unit FOLDER]...`
struct Arguments {
    var schema: String
    var output: String
    /// What the name of each file written begins with.
    var prefix: String?
    /// The top-level folders that get a file each, where the caller has already said so. Nil: those that hold a schema now.
    var units: [String]?

    static let usage = """
        usage: methodical-generate --schema FOLDER --output FOLDER [--prefix NAME] [--unit FOLDER ...]

          --schema FOLDER   the folder of api.json; all JSON files below it are read, and methodical.lock beside it
          --output FOLDER   where the Swift files go; made if it is not there; only files that change are written
          --prefix NAME     what each file's name begins with; the API's folder's name unless said
          --unit FOLDER     a top-level folder of the schema that gets a file of its own; all that hold a schema unless said

        Exit code: 0 done; 1 the schemas have errors, each printed as file:line:column: error: text, and nothing was written; 2 wrong arguments.
        """

    enum Failure: Error { case help, wrong(String) }

    init(_ words: [String]) throws(Failure) {
        var values: [String: String] = [:]
        var index = 0
        while index < words.count {
            let word = words[index]
            if word == "--help" || word == "-h" { throw .help }
            guard ["--schema", "--output", "--prefix", "--unit"].contains(word) else {
                throw .wrong("there is no argument '\(word)'")
            }
            guard index + 1 < words.count, !words[index + 1].isEmpty else { throw .wrong("\(word) needs a value") }
            let value = words[index + 1]
            if word == "--unit" {
                units = (units ?? []) + [value]
            } else if values.updateValue(value, forKey: word) != nil {
                throw .wrong("\(word) is given twice")
            }
            index += 2
        }
        guard let schema = values["--schema"] else { throw .wrong("--schema is missing") }
        guard let output = values["--output"] else { throw .wrong("--output is missing") }
        self.schema = schema
        self.output = output
        prefix = values["--prefix"]
    }
}
